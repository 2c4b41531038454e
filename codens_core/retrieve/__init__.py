"""Finding what a question is about: words, search by several signals, features, and walks over the graph."""
