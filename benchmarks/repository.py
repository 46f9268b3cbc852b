"""Where the repository is: the processes that a benchmark starts find this package there, wherever it was started."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
