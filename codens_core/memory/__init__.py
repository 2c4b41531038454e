"""The memory: one SQLite file that is the truth. One process writes, many read."""
