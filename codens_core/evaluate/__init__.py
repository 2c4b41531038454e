"""Scoring: graphs against what running frameworks say of themselves, answers against questions with known files."""
