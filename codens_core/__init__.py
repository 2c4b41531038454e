"""CODENS: a repository and its pull requests as living, queryable documentation."""

__version__ = "0.1.0"
