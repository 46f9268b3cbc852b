"""How a client reaches the server: over this process's own streams, or over HTTP on this machine alone."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hmac import compare_digest
from typing import Any, Final

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from atlas.errors import BadInput
from atlas.settings import is_debugging
from atlas.surfaces.mcp.server import AtlasServer

HOST: Final = "127.0.0.1"
PATH: Final = "/mcp"
_MOST_BYTES: Final = 1024 * 1024
_SESSIONS: Final = 100
_IDLE_S: Final = 300
"""Older clients that leave without a word keep their place no longer, so that others find one."""
_GRACE_S: Final = 1
_WAITING: Final = 128


class _OneLine(logging.Formatter):
    """As the command complains: one sentence; a traceback only for whoever asked for it."""

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and is_debugging():
            return super().format(record)
        told = f" ({type(error).__name__})" if error is not None else ""
        return f"atlas: {' '.join(record.getMessage().split())}{told}"


def log_to_stderr() -> None:
    """Before anything else sets up logging: what is there already stays."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_OneLine())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def serve_stdio(server: AtlasServer, end: Callable[[], None]) -> None:
    """Serve until stdin is closed.

    Nothing but the protocol is written to stdout: the SDK turns all else to stderr. A thread waits for stdin, which
    nothing can wake: on a signal the process is ended from here, once `end` has closed what is open.
    """

    def close_and_exit() -> None:
        try:
            end()
        finally:
            os._exit(0)

    with _stopping_on_signals(close_and_exit):
        anyio.run(server.run_stdio_async)


def serve_http(server: AtlasServer, listening: socket.socket, token: str, ready: Callable[[], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; from `ready` on these signals are heard."""
    config = uvicorn.Config(
        Guard(http_app(server, listening.getsockname()[1]), token),
        log_config=None,
        access_log=False,
        ws="none",
        lifespan="on",
        server_header=False,
        timeout_graceful_shutdown=_GRACE_S,
    )
    running = _Server(config)

    def request_exit() -> None:
        logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # that listeners are cut off now is no news
        running.should_exit = True

    with _stopping_on_signals(request_exit):
        ready()
        anyio.run(lambda: running.serve(sockets=[listening]))


def http_app(server: AtlasServer, port: int) -> ASGIApp:
    """All but the token. Only older clients have sessions; the current protocol needs none."""
    return server.streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=_MOST_BYTES,
        max_sessions=_SESSIONS,
        session_idle_timeout=_IDLE_S,
        transport_security=local_only(port),
    )


def open_socket(port: int) -> socket.socket:
    """Open a socket that no other machine can reach; with port 0 at a free one."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would let another process take the same place
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((HOST, port))
        listening.listen(_WAITING)
    except OSError as error:
        listening.close()
        raise BadInput(f"Port {port} cannot be used here ({error.strerror}); give another with --port.") from None
    return listening


def local_only(port: int) -> TransportSecuritySettings:
    """Allow this machine's own names alone: a page that leads its own name here is not let in."""
    hosts = [f"{HOST}:{port}", f"localhost:{port}"]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=hosts,
        allowed_origins=[f"http://{host}" for host in hosts],
    )


class Guard:
    """Nothing is answered without the token of this install, whatever the path or method."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or (scope["type"] == "http" and self._has_token(scope)):
            await self._app(scope, receive, send)
            return
        says = {"error": "The token of this install is missing or wrong."}
        await JSONResponse(says, 401, {"WWW-Authenticate": "Bearer"})(scope, receive, send)

    def _has_token(self, scope: Scope) -> bool:
        """Whether a request has the token, compared in the same time however much of it is right."""
        given = Headers(scope=scope).get("authorization", "")
        return compare_digest(given.encode("utf-8", "replace"), self._expected)


class _Server(uvicorn.Server):
    """Leaves signals alone: whoever started it hears them, closes the store, and ends with its own exit code."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextmanager
def _stopping_on_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` on a signal; a signal that was ignored stays ignored."""
    handlers: dict[int, Any] = {}

    def call_stop(number: int, frame: object) -> None:
        stop()

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    for number in (int(getattr(signal, name)) for name in names if hasattr(signal, name)):
        if signal.getsignal(number) is not signal.SIG_IGN:
            handlers[number] = signal.signal(number, call_stop)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
