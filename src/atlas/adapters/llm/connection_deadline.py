"""The end of a connection whose time is up.

A timeout of the HTTP library is for one read. A server that sends a byte now and then, even of a header, would never
meet it; so the connection is shut from outside, and whoever reads from it finds that it has ended.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Final

_CONNECTED: Final = ("connect_tcp.complete", "start_tls.complete")


class Cut:
    def __init__(self, seconds: float) -> None:
        self.fired = False
        self._socket: socket.socket | None = None
        self._timer = threading.Timer(seconds, self._fire)
        self._timer.daemon = True

    def __enter__(self) -> Cut:
        self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._timer.cancel()

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """The HTTP library tells what it does; of this it is only wanted which socket it uses."""
        if event.endswith(_CONNECTED):
            self._socket = info["return_value"].get_extra_info("socket")
        if self.fired:
            self._shut()

    def _fire(self) -> None:
        self.fired = True
        self._shut()

    def _shut(self) -> None:
        if self._socket is not None:
            with suppress(OSError):  # it has ended by itself
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)
