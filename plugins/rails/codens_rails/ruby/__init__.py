"""Ruby source as extractors want it: definitions, methods, calls, constants and literal values from one walk."""
