"""The verbs of CODENS: what the command line, an interface or a server calls. Importing it loads nothing heavy."""
