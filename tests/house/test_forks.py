"""A program that tests fork does and ends as one that they start (tests/_fork_server.py)."""

from __future__ import annotations

import marshal
import os
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from _fork_server import CLIENT, python

PROGRAMS = {
    "arguments": ("import sys; print(sys.argv[1:])", b""),
    "stdin": ("import sys; print(sys.stdin.read()[::-1])", b"abc"),
    "surroundings": ("import os; print(os.environ['NAME'], os.getcwd(), oct(os.umask(0)))", b""),
    "sentence": ("raise SystemExit('No.')", b""),
    "end": (
        "import atexit, threading\n"
        "atexit.register(print, 'at exit')\n"
        "threading.Timer(0, print, ['in a thread']).start()\n"
        "raise SystemExit(7)",
        b"",
    ),
    "killed": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", b""),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_fork_ends_as_a_process_of_its_own(name: str, tmp_path: Path) -> None:
    code, said = PROGRAMS[name]
    env = {**os.environ, "NAME": "Ana"}
    forked, started = (
        subprocess.run(
            [interpreter, "-c", code, "a", "b c"], input=said, capture_output=True, env=env, cwd=tmp_path, check=False
        )
        for interpreter in (python(), sys.executable)
    )
    assert (forked.returncode, forked.stdout, forked.stderr) == (started.returncode, started.stdout, started.stderr)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_signal_reaches_the_fork(number: signal.Signals) -> None:
    with subprocess.Popen([python(), "-c", "print(1, flush=True); input()"], stdout=-1, stdin=-1) as program:
        assert program.stdout
        assert program.stdout.readline() == b"1\n"
        program.send_signal(number)
        assert program.stdout.read() == b"", "it is gone, and holds nothing open"
        assert program.wait() == -number


def test_what_the_interpreter_reads_when_it_starts_gets_one_of_its_own() -> None:
    code = "import sys; print(sys.stdout.encoding, sys.flags.optimize)"
    env = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    given = [python(), "-O", "-c", code]
    assert subprocess.run(given, capture_output=True, env=env, check=True).stdout == b"iso8859-1 1\n"


def test_a_fork_that_ends_at_once_is_told_of() -> None:
    """Its number and its end may come in one piece."""
    with TemporaryDirectory(prefix="fork") as folder, closing(socket.socket(socket.AF_UNIX)) as listener:
        Path(folder, "environment").write_bytes(marshal.dumps(dict(os.environ)))
        listener.bind(f"{folder}/socket")
        listener.listen()
        program = subprocess.Popen([sys.executable, "-I", "-S", str(CLIENT), folder, "-c", ""])
        caller, _ = listener.accept()
        with caller:
            size, streams, _, _ = socket.recv_fds(caller, 8, 3)
            caller.recv(int.from_bytes(size, "big"), socket.MSG_WAITALL)
            caller.sendall(marshal.dumps(1) + marshal.dumps(7))
        for stream in streams:
            os.close(stream)
    assert program.wait() == 7
