"""`python -m codens_core.cli`."""

import sys

from codens_core.cli import main

sys.exit(main())
