"""What `_fork_server.python()` runs: asks the server for a fork of this name, and ends as that ends."""

import marshal
import os
import signal
import socket
import sys

FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2)


def main(folder: str, arguments: list[str]) -> None:
    if not _can_be_forked(folder, arguments):
        os.execv(sys.executable, [sys.executable, *arguments])  # noqa: S606 # the true one
    server = socket.socket(socket.AF_UNIX)
    server.connect(f"{folder}/socket")
    umask = os.umask(0o077)
    request = marshal.dumps(
        {
            "arguments": arguments,
            "environment": dict(os.environ),
            "folder": os.getcwd(),  # noqa: PTH109 # few imports
            "umask": umask,
            "ignored": [int(each) for each in FORWARDED if signal.getsignal(each) == signal.SIG_IGN],
        }
    )
    socket.send_fds(server, [len(request).to_bytes(8, "big")], [0, 1, 2])
    server.sendall(request)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    answers = server.makefile("rb")  # both may come at once, where the fork ends quickly
    fork = marshal.load(answers)  # noqa: S302 # our own server
    for each in FORWARDED:
        if signal.getsignal(each) != signal.SIG_IGN:
            signal.signal(each, lambda number, _: os.kill(fork, number))
    _end_as(marshal.load(answers))  # noqa: S302


def _can_be_forked(folder: str, arguments: list[str]) -> bool:
    """Not with a stream that is closed, an option of the interpreter, or other things that it reads when it starts."""
    with open(f"{folder}/environment", "rb") as file:  # noqa: PTH123 # few imports
        started = marshal.load(file)  # noqa: S302
    kind = arguments[1:2] if arguments[:1] == ["-P"] else arguments[:1]
    is_plain = bool(kind) and (kind[0] in ("-m", "-c") or kind[0][:1] != "-")
    is_custom = any(
        os.access(f"{each}/sitecustomize.py", os.R_OK) for each in os.environ.get("PYTHONPATH", "").split(":")
    )
    is_open = all(map(_is_open, (0, 1, 2)))
    return is_plain and is_open and not is_custom and _read_at_start(started) == _read_at_start(os.environ)


def _is_open(stream: int) -> bool:
    try:
        os.fstat(stream)
    except OSError:
        return False
    return True


def _read_at_start(environment: "os._Environ[str] | dict[str, str]") -> dict[str, str]:
    return {
        name: value
        for name, value in environment.items()
        if name.startswith(("PYTHON", "LC_", "LANG")) and name not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    }


def _end_as(code: int) -> None:
    if code < 0:
        signal.signal(-code, signal.SIG_DFL) if -code not in (signal.SIGKILL, signal.SIGSTOP) else None
        os.kill(os.getpid(), -code)
    os._exit(code)


main(sys.argv[1], sys.argv[2:])
