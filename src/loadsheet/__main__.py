"""`python -m loadsheet` is the command line."""

import sys

from loadsheet.cli import main

if __name__ == "__main__":
    sys.exit(main())
