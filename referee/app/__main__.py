"""So that ``python -m referee.app`` is the command, too."""

import sys

from referee.app.main import main

sys.exit(main())
