"""The ranking network's examples and its training."""

from typing import Final

OWN: Final = "own"
"""What our chats are called together, whichever encoder searched them."""
