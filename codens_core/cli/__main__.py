"""`python -m codens_core.cli`: the same as `codens`."""

from codens_core.cli import main

main()
