"""The official conformance suite against `atlas mcp --http` (`make mcp-conformance`); not part of the default tests.

The suite sends no token, and ours answers nobody without one. So it speaks to a door of its own, which adds the token
and leaves everything else as it was said: names that are not this machine's are refused by the server itself. The suite
needs Node 22, which npm brings along.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from surfaces.mcp._clients import Listening, listening, open_atlas

SUITE = "@modelcontextprotocol/conformance@0.1.16"
EXPECTED = Path(__file__).with_suffix(".yml")
_END = b"\r\n\r\n"


def main(args: list[str]) -> int:
    if shutil.which("npx") is None:
        sys.exit("The conformance suite comes from npm: install Node with npx.")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        with open_atlas(home) as atlas:
            atlas.observe("I live in Porto.", "Nice!", conversation="c1")
            atlas.flush()
        with listening(home) as served:
            return _suite(f"http://127.0.0.1:{_door(served)}/mcp", args)


def _suite(url: str, args: list[str]) -> int:
    packages = ["--package", "node@22", "--package", SUITE]
    asked = ["conformance", "server", "--url", url, "--expected-failures", str(EXPECTED), *args]
    return subprocess.call(["npx", "--yes", *packages, "--", *asked])


def _door(served: Listening) -> int:
    """A port of this machine; what comes in goes on to the server, with the token."""
    door = socket.create_server(("127.0.0.1", 0))
    port: int = door.getsockname()[1]
    inner = int(served.url.rsplit(":", 1)[1].split("/")[0])
    threading.Thread(target=_open, args=(door, port, inner, served.token), daemon=True).start()
    return port


def _open(door: socket.socket, port: int, inner: int, token: str) -> None:
    while True:
        outside, _ = door.accept()
        threading.Thread(target=_through, args=(outside, port, inner, token), daemon=True).start()


def _through(outside: socket.socket, port: int, inner: int, token: str) -> None:
    """One request; the connection is closed after it, so that no second one comes without the token."""
    head = b""
    while _END not in head:
        more = outside.recv(65_536)
        if not more:
            return
        head += more
    lines, _, body = head.partition(_END)
    with outside, socket.create_connection(("127.0.0.1", inner)) as inside:
        inside.sendall(_with_token(lines, port, inner, token) + _END + body)
        threading.Thread(target=_copy, args=(outside, inside), daemon=True).start()
        _copy(inside, outside)


def _with_token(head: bytes, port: int, inner: int, token: str) -> bytes:
    """The door's own port stands for the server's; every other name stays as it was said."""
    told = head.replace(f":{port}".encode(), f":{inner}".encode())
    kept = [line for line in told.split(b"\r\n") if not line.lower().startswith(b"connection:")]
    return b"\r\n".join([*kept, b"Connection: close", f"Authorization: Bearer {token}".encode()])


def _copy(source: socket.socket, target: socket.socket) -> None:
    try:
        while more := source.recv(65_536):
            target.sendall(more)
    except OSError:
        return


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
