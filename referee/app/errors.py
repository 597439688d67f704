"""What a command refuses, and with which exit status.

Every command ends with 0 when it did what was asked, 1 when a demo judged otherwise than its script
has it, 2 for input that it refuses (nothing was
changed), 3 when the world failed it half-way (what was acknowledged is safe).
"""

from __future__ import annotations

MISJUDGED = 1
REFUSED = 2
FAILED = 3


class InputRefused(Exception):
    """A file or argument that is not what it should be; the message says where and what."""

    def __init__(self, *mistakes: str) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes
