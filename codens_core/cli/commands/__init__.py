"""One module for each command: its options, the verb it calls, and how the answer is written."""
