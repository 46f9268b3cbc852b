"""Somebody who was never here clears the queue at a real terminal, with what `?` shows and nothing else (C9)."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
from pathlib import Path
from typing import Final

from _fork_server import python
from _patience import LIMIT_S
from atlas import Atlas, Role, Said
from atlas.model.claim import Claim
from atlas.model.entity import USER
from atlas.model.ids import ConversationId
from atlas.model.origin import Origin
from atlas.testing.virtual import virtual
from engine._waiting import wait

_ESCAPE: Final = re.compile(rb"\x1b(?:\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>])")
_COUNT: Final = re.compile(
    r"(\d+) waits? in (\d+) decisions?|Nothing waits for you\.|(\d+) conversations? waits? for you"
)
_REFUSED: Final = "one by one"


class NewUser:
    """Somebody at `atlas review`, who reads the screen and presses keys that it names."""

    def __init__(self, home: Path, **env: str) -> None:
        self._main, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        given = {**os.environ, "ATLAS_HOME": str(home), "TERM": "xterm-256color", **env}
        self._process = subprocess.Popen(
            [python(), "-m", "atlas", "review"], stdin=side, stdout=side, stderr=side, env=given
        )
        os.close(side)
        self.decisions = 0
        self.screen = self._read_until(_COUNT)

    def press(self, key: str, *shows: str) -> str:
        """Press a key, and give what was drawn until one of these stood there."""
        os.write(self._main, key.encode())
        self.screen = self._read_until(re.compile("|".join(shows)))
        return self.screen

    def learn_keys(self) -> dict[str, str]:
        """The keys as `?` shows them, by what they are said to do."""
        drawn = self.press("?", "everything you decided is kept")
        assert "approve, reject the whole cluster" in drawn
        return {"approve": "a", "approve whole": "A", "conversations": "v"} if "vouches for them" in drawn else {}

    def clear(self, keys: dict[str, str]) -> None:
        """Approve cluster by cluster, and one by one where the screen says so; then the conversations."""
        while " in " in (found := self._last_count()):
            drawn = self.press(keys["approve whole"], f"{_REFUSED}|u takes it back")
            if _REFUSED in drawn.replace("\n", " "):
                self.press(keys["approve"], "u takes it back")
            self.decisions += 1
            assert self._last_count() != found, "every decision leaves less"
        if found.endswith(("wait for you", "waits for you")):
            self.press(keys["approve"], "Vouched for")
            self.decisions += 1

    def leave(self) -> str:
        os.write(self._main, b"q")
        drawn = b""
        while True:
            try:
                some = os.read(self._main, 65_536)
            except OSError:  # the other side is closed
                break
            if not some:
                break
            drawn += some
        self._process.wait(LIMIT_S)
        os.close(self._main)
        return _ESCAPE.sub(b"", drawn).decode(errors="replace")

    def _last_count(self) -> str:
        self._counted = [match.group() for match in _COUNT.finditer(self.screen)][-1:] or self._counted
        return self._counted[0]

    def _read_until(self, wanted: re.Pattern[str]) -> str:
        drawn = b""
        while not wanted.search(text := _ESCAPE.sub(b"", drawn).decode(errors="ignore")):
            assert select.select([self._main], [], [], LIMIT_S)[0], f"it shows {text!r}"
            drawn += os.read(self._main, 65_536)
        return text


def _fill_store(home: Path) -> None:
    made = virtual(home / "memory.atlas")
    for number in range(6):
        wait(made.runtime, f"The stall number {number} in row {number * 7} sells figs.", Origin.WEB)
    for day in ("1 May", "2 May", "3 May"):
        wait(made.runtime, f"The user's birthday is {day}.", Origin.IMPORT, claim=Claim(USER, "birthday", day))
    for text in ("It opens at nine.", "Kim owns it."):
        wait(made.runtime, text, Origin.WEB, conversation=ConversationId("page"))
    atlas = Atlas(made.runtime, background=False)
    for number in range(3):
        said = [Said(Role.USER, f"The train number {number} was late.", Origin.IMPORT)]
        atlas.observe(messages=said, conversation=f"chatgpt:{number}")
    atlas.close(think=False)


def test_whoever_knows_only_the_help_clears_what_waits(tmp_path: Path) -> None:
    _fill_store(tmp_path)
    user = NewUser(tmp_path, ATLAS_EMBEDDER="hashing")
    keys = user.learn_keys()
    assert "does nothing here: ? shows the keys" in user.press("z", "shows the keys")
    user.clear(keys)
    assert "wait for you" not in user.leave()
    again = Atlas(virtual(tmp_path / "memory.atlas", seed=9).runtime, background=False)
    left = again.inspect.status().waiting
    assert (left.items, left.conversations) == (0, 0)
    assert user.decisions <= 10
    again.close(think=False)
