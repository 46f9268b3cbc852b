"""A month that was lived, with the store it left behind."""

from __future__ import annotations

import os
from pathlib import Path

from atlas import Atlas
from atlas.compose import make_virtual_clock
from atlas.settings import STORE_NAME
from atlas.surfaces.demo.stage import live_script
from atlas.surfaces.demo.steps import Script
from atlas.surfaces.demo.story import Story

SEEDS = (7, 8) if os.environ.get("ATLAS_PROVE") == "full" else (7,)


class Month:
    """A story, the script it was lived from, and the folder its store is in."""

    def __init__(self, script: Script, folder: Path) -> None:
        self.script = script
        self.folder = folder
        self.story: Story = live_script(script, folder)

    def atlas(self) -> Atlas:
        """Opened on the month's last evening: what waits has not waited long enough to expire."""
        return Atlas.open(
            self.folder / STORE_NAME, background=False, clock=make_virtual_clock(self.script.steps[-1].at)
        )
