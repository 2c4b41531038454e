"""`codens.yaml`: its closed models, reading it with line numbers, and where a project keeps what it knows."""
