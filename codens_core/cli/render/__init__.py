"""Readable forms of what verbs answer. Pure: they make renderables, the writer writes them."""
