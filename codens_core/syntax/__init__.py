"""Reading source text: languages and trees, cues, and the facts of one file."""
