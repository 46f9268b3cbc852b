"""Someone who uses the command: in this process where that is enough, as a real one, and at a terminal."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

from click.testing import CliRunner, Result

from _fork_server import python
from _patience import LIMIT_S
from atlas.settings import load_settings
from atlas.surfaces.cli import cli
from atlas.surfaces.cli.shared.guarded_group import GuardedGroup
from atlas.surfaces.library import Atlas

SOON = datetime.now(UTC).date() + timedelta(days=4)
INTERVIEW = f"My interview is on {SOON.day} {SOON:%B %Y}."
"""A date ahead, whenever the tests run."""


def command(*args: str) -> list[str]:
    """The command as a process."""
    return [python(), "-m", "atlas", *args]


def _with_a_terminal() -> None:
    """The terminal is the process's own, so that Ctrl-C typed there reaches it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs the tests in the background has it ignored
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Person:
    """Has a home, and types commands."""

    program: ClassVar[GuardedGroup] = cli
    module: ClassVar[str] = "atlas"

    def __init__(self, home: Path, **env: str) -> None:
        self.home = home
        self.env = {"ATLAS_EMBEDDER": "hashing", "ATLAS_HOME": str(home), **env}

    def run(self, *args: str, said: str | bytes = "", code: int | None = 0) -> Result:
        done = CliRunner(env=self.env).invoke(self.program, list(args), input=said, prog_name=self.program.program)
        assert code is None or done.exit_code == code, done.output
        assert "Traceback" not in done.output
        return done

    def says(self, *args: str, said: str = "", code: int | None = 0) -> str:
        return self.run(*args, said=said, code=code).stdout

    def data(self, *args: str, said: str = "", code: int | None = 0) -> Any:
        """What `--json` gives."""
        return json.loads(self.run(*args, "--json", said=said, code=code).stdout)

    def tell(self, *texts: str, **more: str) -> None:
        for text in texts:
            self.run("observe", text, *(part for name, value in more.items() for part in (f"--{name}", value)))

    def left(self, user: str, assistant: str | None = None, conversation: str = "c1") -> None:
        """Said to an assistant whose process ended before anything was thought about: the thinking is owed."""
        self.home.mkdir(exist_ok=True)
        settings = load_settings(self.home, self.env)
        atlas = Atlas.open(settings.store, settings=settings, background=False)
        assert atlas.observe(user, assistant, conversation=conversation).acknowledged
        atlas.close(think=False)

    def learned(self, part: str) -> dict[str, Any]:
        """The one learned memory whose content has this in it."""
        (found,) = [each for each in self.data("memories", "--limit", "1000")["memories"] if part in each["content"]]
        return dict(found)

    def process(
        self, *args: str, said: bytes = b"", env: Mapping[str, str] | None = None, **more: Any
    ) -> subprocess.CompletedProcess[bytes]:
        given = {**os.environ, **self.env, **(env or {})}
        interpreter = sys.executable if "preexec_fn" in more else python()  # what holds for one process alone
        return subprocess.run(
            [interpreter, "-m", self.module, *args], input=said, capture_output=True, env=given, check=False, **more
        )

    def at_terminal(self, *args: str, keys: Sequence[str] = (), columns: int = 80, **env: str) -> tuple[str, int]:
        """All that a terminal shows, and the exit code. Each of `keys` is typed once the screen has come to rest."""
        main, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        given = {**os.environ, **self.env, "TERM": "xterm-256color", **env}
        given.pop("NO_COLOR", None) if "NO_COLOR" not in env else None
        given.pop("COLUMNS", None)
        with subprocess.Popen(
            [python(), "-m", self.module, *args],
            stdin=side,
            stdout=side,
            stderr=side,
            env=given,
            preexec_fn=_with_a_terminal,
        ) as process:
            os.close(side)
            try:
                screen = self._watch(main, process, list(keys))
                code = process.wait(timeout=LIMIT_S)
            finally:
                process.kill()
                os.close(main)
        return screen, code

    def _watch(self, main: int, process: subprocess.Popen[bytes], keys: list[str]) -> str:
        screen, ends = b"", time.monotonic() + LIMIT_S
        while time.monotonic() < ends:
            ready, _, _ = select.select([main], [], [], 0.2)
            if ready:
                try:
                    screen += os.read(main, 65536)
                except OSError:  # the other side is closed
                    break
            elif keys and screen.rstrip(b" ").endswith((b">", b":")):
                os.write(main, keys.pop(0).encode())
            elif process.poll() is not None:
                break
        return screen.decode().replace("\r\n", "\n")
