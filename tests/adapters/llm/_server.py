"""A real server on this machine that answers as it is told to, well and badly; and time that does not pass."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from atlas.adapters.llm.wire import Patience, Wire

KEY = "sk-secret-0123456789"


@dataclass(frozen=True)
class Answer:
    status: int = 200
    body: bytes = b"{}"
    headers: dict[str, str] = field(default_factory=dict)
    pieces: Callable[[], Iterator[bytes]] | None = None
    """Sent one by one instead of the body, without a length; the connection ends after them."""
    raw: Callable[[], Iterator[bytes]] | None = None
    """Sent instead of everything, headers too."""


def good(answer: Any) -> Answer:
    return Answer(body=json.dumps(answer).encode())


def events(*pieces: Any) -> Answer:
    lines = [f"data: {piece if isinstance(piece, str) else json.dumps(piece)}\n\n" for piece in pieces]
    return Answer(body="".join(lines).encode(), headers={"content-type": "text/event-stream"})


class Server(ThreadingHTTPServer):
    """Gives the queued answers one after the other, the last one for ever. Remembers what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Requests)
        self.answers: list[Answer] = []
        self.asked: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.written = 0
        """Bytes of bodies that were taken from it."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def next_answer(self) -> Answer:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


class _Requests(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        self.server.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.server.paths.append(self.path)
        self.server.headers.append({name.lower(): value for name, value in self.headers.items()})
        answer = self.server.next_answer()
        try:
            if answer.raw:
                self._write(answer.raw())
            else:
                self._send(answer)
        except (BrokenPipeError, ConnectionResetError):
            return  # the client has read enough

    def _send(self, answer: Answer) -> None:
        self.send_response_only(answer.status)  # without a date of its own
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if not answer.pieces and "content-length" not in answer.headers:
            self.send_header("content-length", str(len(answer.body)))
        self.end_headers()
        self._write(answer.pieces() if answer.pieces else iter([answer.body]))

    def _write(self, pieces: Iterator[bytes]) -> None:
        for piece in pieces:
            self.wfile.write(piece)
            self.wfile.flush()
            self.server.written += len(piece)

    def log_message(self, *_: object) -> None:
        """Quiet."""


class Time:
    """Moves only when told to, or when somebody sleeps."""

    def __init__(self) -> None:
        self.at = 1_000.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.at

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.at += seconds


@dataclass
class Bench:
    """A server, a wire to it, and the time both go by."""

    server: Server
    time: Time = field(default_factory=Time)
    chance: float = 1.0

    def wire(self, path: str = "", **patience: Any) -> Wire:
        return Wire(
            self.server.url + path,
            chance=lambda: self.chance,
            patience=Patience(**patience),
            sleep=self.time.sleep,
            monotonic=self.time.now,
        )

    def answers(self, *answers: Answer) -> None:
        self.server.answers = list(answers)


@contextmanager
def serving() -> Iterator[Bench]:
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield Bench(server)
        finally:
            server.shutdown()
            thread.join()
