"""A Python that has atlas imported already, for the hundreds of programs that tests start: `python()` is its path.

The path is that of a small program, `_forked_python.py`. It hands its arguments, its surroundings and its streams to a
server, which imported what most programs import, and forks; then it ends as the fork ends. Signals reach the fork, and
who kills the program kills the fork. What the start itself is about begins as a process of its own: what is imported,
how an interpreter goes down, limits of a process.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import io
import marshal
import os
import runpy
import selectors
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import types
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

IMPORTED: Final = (
    "atlas.surfaces.cli.app",
    "atlas.surfaces.library",
    "atlas.adapters.index.index",
    "atlas.adapters.storage.sqlite.store",
    "atlas.language.english.query_forms",
    "atlas.testing.virtual",
    "cronsim",
    "rich.console",
    "rich.table",
)
IMPORTED_ONCE_ASKED: Final = ("atlas.surfaces.mcp.server", "atlas.surfaces.mcp.transports")
"""By a server that speaks MCP: they take two seconds, which few need."""
HANDLED: Final = (signal.SIGCHLD, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
CLIENT: Final = Path(__file__).with_name("_forked_python.py")
SINGLE_THREADED: Final = {"OPENBLAS_NUM_THREADS": "1", "ORT_DISABLE_TELEMETRY": "1"}
"""What is forked has no other thread, nor has the server."""


servers: list[int] = []
"""The one of this process, once there is one."""


def measure_forks() -> float:
    """Seconds of CPU that all forks took which have ended; none where the system does not tell."""
    ticks = 0
    for server in servers:
        with suppress(OSError):
            ticks += sum(map(int, Path(f"/proc/{server}/stat").read_text("utf-8").rpartition(")")[2].split()[13:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


@cache
def python() -> str:
    """Where it is; one server serves one process that tests."""
    folder = Path(tempfile.mkdtemp(prefix="fork"))
    program = folder / "python"
    command = shlex.join([sys.executable, "-I", "-S", str(CLIENT), str(folder)])
    program.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
    program.chmod(0o700)
    import atlas

    server = subprocess.Popen(
        [sys.executable, "-P", __file__, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **SINGLE_THREADED, "PYTHONPATH": str(Path(atlas.__file__).parents[1])},
        start_new_session=True,
    )
    assert server.stdin
    assert server.stdout
    servers.append(server.pid)
    atexit.register(_end, server, folder)
    assert server.stdout.readline() == b"ready\n"
    return str(program)


def _end(server: subprocess.Popen[bytes], folder: Path) -> None:
    server.communicate()  # closes its stdin: that is the sign
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()


# --- the server


class Server:
    """Forks for whoever asks, and tells them how the fork ended."""

    def __init__(self, folder: Path) -> None:
        self._program = str(folder / "python")
        self._path = [each for each in sys.path if each not in os.environ["PYTHONPATH"].split(os.pathsep)]
        self._callers: dict[int, socket.socket] = {}
        """By the process that was forked for them."""
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / "socket"))
        self._listener.listen(100)
        self._woken, self._wake = os.pipe()
        for end in (self._woken, self._wake):
            os.set_blocking(end, False)
        self._selector = selectors.DefaultSelector()
        for source in (self._listener, self._woken, 0):
            self._selector.register(source, selectors.EVENT_READ)

    def serve(self) -> None:
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.set_wakeup_fd(self._wake)
        while True:
            ready = [key.fileobj for key, _ in self._selector.select()]
            if 0 in ready:  # whoever started it is gone
                return self._kill_all()
            if self._woken in ready:
                os.read(self._woken, 1000)
                self._tell_ended()
            for pid in [pid for pid, caller in self._callers.items() if caller in ready]:
                os.kill(pid, signal.SIGKILL)  # the caller is gone
                self._selector.unregister(self._callers[pid])
            if self._listener in ready:
                self._fork()

    def _kill_all(self) -> None:
        for pid in self._callers:
            os.kill(pid, signal.SIGKILL)

    def _tell_ended(self) -> None:
        while self._callers:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            caller = self._callers.pop(pid)
            with suppress(KeyError):
                self._selector.unregister(caller)
            with suppress(OSError), caller:
                caller.send(marshal.dumps(os.waitstatus_to_exitcode(status)))

    def _fork(self) -> None:
        caller, _ = self._listener.accept()
        size, streams, _, _ = socket.recv_fds(caller, 8, 3)
        if not size:  # it died before it asked
            caller.close()
            return
        request = marshal.loads(caller.recv(int.from_bytes(size, "big"), socket.MSG_WAITALL))  # noqa: S302 # our own client
        if "mcp" in request["arguments"]:
            with suppress(ModuleNotFoundError):  # told by the program itself
                for name in IMPORTED_ONCE_ASKED:
                    importlib.import_module(name)
        pid = os.fork()
        if not pid:
            self._become(request, streams)
        for stream in streams:
            os.close(stream)
        self._callers[pid] = caller
        self._selector.register(caller, selectors.EVENT_READ)
        with suppress(OSError):
            caller.send(marshal.dumps(pid))

    def _become(self, request: dict[str, Any], streams: list[int]) -> NoReturn:
        """The program that was asked for."""
        signal.set_wakeup_fd(-1)
        for each in HANDLED:
            signal.signal(each, signal.SIG_IGN if each in request["ignored"] else signal.SIG_DFL)
        if signal.SIGINT not in request["ignored"]:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        for place, stream in enumerate(streams):
            os.dup2(stream, place)
        os.closerange(3, max(streams[-1], self._wake, *(each.fileno() for each in self._callers.values()), 3) + 1)
        _open_streams()
        os.environ.clear()
        os.environ.update(request["environment"])
        time.tzset()
        os.chdir(request["folder"])
        os.umask(request["umask"])
        sys.executable = self._program
        sys.path = [*filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep)), *self._path]
        _end_as_interpreter(_run(request["arguments"]))


def _open_streams() -> None:
    encoding, errors = sys.stdin.encoding, sys.stdin.errors
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(open(0, "rb", closefd=False), encoding, errors)  # noqa: SIM115
    for name, place in (("stdout", 1), ("stderr", 2)):
        binary = open(place, "wb", closefd=False)  # noqa: SIM115 # a number, and as long as the process
        by_line = place == 2 or os.isatty(place)
        text = io.TextIOWrapper(binary, encoding, errors if place == 1 else "backslashreplace", None, by_line)
        setattr(sys, name, text)
        setattr(sys, f"__{name}__", text)


def _run(arguments: list[str]) -> int:
    """Its exit code, as an interpreter would give it."""
    try:
        _run_as_main(arguments)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        sys.stderr.write(f"{end.code}\n")
        return 1
    except KeyboardInterrupt:
        sys.excepthook(*sys.exc_info())
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    except BaseException:  # noqa: BLE001 # whatever it is, it ends the program
        sys.excepthook(*sys.exc_info())
        return 1
    return 0


def _run_as_main(arguments: list[str]) -> None:
    is_safe = arguments[0] == "-P"
    how, *rest = arguments[is_safe:]
    match how:
        case "-m":
            sys.argv = rest
            sys.path[:0] = [] if is_safe else [str(Path.cwd())]
            runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
        case "-c":
            sys.argv = ["-c", *rest[1:]]
            sys.path[:0] = [] if is_safe else [""]
            main = sys.modules["__main__"] = types.ModuleType("__main__")
            exec(compile(rest[0], "<string>", "exec"), main.__dict__)  # noqa: S102 # as the interpreter does
        case script:
            sys.argv = [script, *rest]
            sys.path[:0] = [] if is_safe else [str(Path(script).resolve().parent)]
            runpy.run_path(script, run_name="__main__")


def _end_as_interpreter(code: int) -> NoReturn:
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            code = code or 120
    os._exit(code)


def _warm_up() -> None:
    """Imports what most programs need, and loads both networks."""
    for name in IMPORTED:
        importlib.import_module(name)
    from atlas import Atlas

    with tempfile.TemporaryDirectory() as folder, Atlas.open(Path(folder) / "me.atlas", background=False) as atlas:
        atlas.observe("I live in Porto.", "Noted.")
        atlas.flush()
    assert threading.active_count() == 1


def main() -> None:
    _warm_up()
    gc.collect()
    gc.freeze()
    folder = Path(sys.argv[1])
    server = Server(folder)
    (folder / "environment").write_bytes(marshal.dumps(dict(os.environ)))
    print("ready", flush=True)  # noqa: T201 # to who waits for it
    server.serve()


if __name__ == "__main__":
    main()
