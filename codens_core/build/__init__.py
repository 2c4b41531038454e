"""Building the memory: scan and replay pull requests, relate components, index their texts."""
