"""What every room may use: errors, problems, progress events, text and path helpers. Imports nothing of CODENS."""
