"""Answers without a model: flows through relations, and short cited texts composed from what is known."""
