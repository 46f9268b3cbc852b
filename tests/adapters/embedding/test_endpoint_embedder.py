"""Vectors from a server, against a real one on this machine that answers well, badly and not at all."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from _patience import LIMIT_S
from atlas.adapters.embedding.endpoint import EndpointEmbedder
from atlas.errors import BadInput, EmbedderTrouble

_KEY = "sk-secret-0123456789"
Reply = tuple[int, dict[str, str], bytes]
Handler = Callable[[dict[str, Any]], Reply]


class _Server(ThreadingHTTPServer):
    """Answers with the queued replies first, then well. Remembers what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Requests)
        self.queued: list[Handler] = []
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class _Requests(BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(question)
        self.server.headers.append(dict(self.headers.items()))
        handler = self.server.queued.pop(0) if self.server.queued else _well
        status, headers, body = handler(question) if self.path == "/v1/embeddings" else (404, {}, b"")
        self._send(status, headers, body)

    def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response_only(status)  # without a date of its own
        for name, value in headers.items():
            self.send_header(name, value)
        if "Content-Length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            return  # the client has read enough

    def log_message(self, *_: object) -> None:
        """Quiet."""


def _numbers(text: str) -> list[float]:
    return [3.0 + len(text), 4.0, -1.0]


def _answer(vectors: list[Any]) -> bytes:
    return json.dumps({"data": [{"index": at, "embedding": vector} for at, vector in enumerate(vectors)]}).encode()


def _well(question: dict[str, Any]) -> Reply:
    return 200, {}, _answer([_numbers(text) for text in question["input"]])


def _always(status: int, body: bytes = b"{}", **headers: str) -> Handler:
    return lambda _: (status, {name.replace("_", "-"): value for name, value in headers.items()}, body)


@pytest.fixture
def server() -> Iterator[_Server]:
    with _Server() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def pauses() -> list[float]:
    return []


@pytest.fixture
def make(server: _Server, pauses: list[float]) -> Iterator[Callable[..., EndpointEmbedder]]:
    made: list[EndpointEmbedder] = []

    def build(**settings: Any) -> EndpointEmbedder:
        settings = {"api_key": _KEY, "sleep": pauses.append, "timeout": LIMIT_S} | settings
        made.append(EndpointEmbedder(server.url, "mini", **settings))
        return made[-1]

    yield build
    for embedder in made:
        embedder.close()


def test_unit_rows_in_the_order_of_the_texts(make: Callable[..., EndpointEmbedder], server: _Server) -> None:
    rows = make(batch=2).embed(["a", "bb", "ccc", "dddd", "eeeee"])
    expected = np.array([_numbers("x" * length) for length in range(1, 6)])
    assert np.allclose(rows, expected / np.linalg.norm(expected, axis=1, keepdims=True), atol=1e-6)
    assert rows.dtype == np.float32
    assert [len(question["input"]) for question in server.asked] == [2, 2, 1]
    assert server.asked[0]["model"] == "mini"
    assert server.headers[0]["Authorization"] == f"Bearer {_KEY}"


def test_order_is_taken_from_the_index(make: Callable[..., EndpointEmbedder], server: _Server) -> None:
    body = {"data": [{"index": 1, "embedding": [0, 2]}, {"index": 0, "embedding": [5, 0]}]}
    server.queued = [_always(200, json.dumps(body).encode())]
    assert make().embed(["first", "second"]).tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_the_dimension_is_found_by_the_first_question(make: Callable[..., EndpointEmbedder], server: _Server) -> None:
    embedder = make(version="7")
    assert embedder.identity.key == "mini@7/3"  # X8
    assert embedder.identity.dimension == 3
    assert embedder.embed([]).shape == (0, 3)
    assert len(server.asked) == 1


def test_a_given_dimension_asks_nobody_and_is_held(make: Callable[..., EndpointEmbedder], server: _Server) -> None:
    embedder = make(dimension=4)
    assert embedder.identity.dimension == 4
    assert server.asked == []
    with pytest.raises(EmbedderTrouble, match="3 numbers where 4"):
        embedder.embed(["x"])


def test_a_model_swapped_behind_the_endpoint_is_noticed(make: Callable[..., EndpointEmbedder], server: _Server) -> None:
    # R7, X8: vectors of two kinds are never mixed.
    embedder = make()
    embedder.embed(["x"])
    server.queued = [_always(200, _answer([[1.0, 2.0]]))]
    with pytest.raises(EmbedderTrouble, match="2 numbers where 3"):
        embedder.embed(["x"])


def test_too_many_requests_then_well(
    make: Callable[..., EndpointEmbedder], server: _Server, pauses: list[float]
) -> None:
    server.queued = [_always(429, Retry_After="2"), _always(503), _always(500)]
    assert make().embed(["x"]).shape == (1, 3)
    assert pauses == [2.0, 1.0, 2.0]


def test_retry_after_may_be_a_date(make: Callable[..., EndpointEmbedder], server: _Server, pauses: list[float]) -> None:
    at, until = "Wed, 21 Oct 2026 07:28:00 GMT", "Wed, 21 Oct 2026 07:28:09 GMT"
    server.queued = [_always(503, Retry_After=until, Date=at), _always(429, Retry_After="soon"), _always(429, Date=at)]
    make().embed(["x"])
    assert pauses == [9.0, 1.0, 2.0]


def test_a_pause_too_long_is_down(make: Callable[..., EndpointEmbedder], server: _Server, pauses: list[float]) -> None:
    server.queued = [_always(429, Retry_After="3600")]
    with pytest.raises(EmbedderTrouble, match="3600 s"):
        make().embed(["x"])
    assert pauses == []


@pytest.mark.parametrize("status", [500, 429])
def test_it_gives_up(make: Callable[..., EndpointEmbedder], server: _Server, pauses: list[float], status: int) -> None:
    server.queued = [_always(status)] * 9
    with pytest.raises(EmbedderTrouble, match=f"status {status}"):
        make(attempts=3).embed(["x"])
    assert (len(server.asked), pauses) == (3, [0.5, 1.0])


@pytest.mark.parametrize("status", [400, 401, 404, 302, 204])
def test_what_another_try_cannot_cure_is_not_tried(
    make: Callable[..., EndpointEmbedder], server: _Server, status: int
) -> None:
    server.queued = [_always(status, b"", Location="http://127.0.0.1:9/")]
    with pytest.raises(EmbedderTrouble, match=f"status {status}"):
        make().embed(["x"])
    assert len(server.asked) == 1


_DEEP = b"[" * 200_000
_BAD = {
    "empty": b"",
    "prose": b"Sure! Here are your vectors.",
    "invalid UTF-8": b'{"data": "\xff\xfe"}',
    "deep": _DEEP,
    "a list": b"[]",
    "no data": b"{}",
    "null": b"null",
    "too few": _answer([[1.0, 2.0]]),
    "too many": _answer([[1.0, 2.0]] * 3),
    "NaN": b'{"data": [{"index": 0, "embedding": [NaN, 1]}, {"index": 1, "embedding": [1, 1]}]}',
    "infinite": b'{"data": [{"index": 0, "embedding": [1e999, 1]}, {"index": 1, "embedding": [1, 1]}]}',
    "enormous whole number": _answer([[10**400, 1.0], [1.0, 1.0]]),
    "endless digits": b'{"data": [{"index": 0, "embedding": [' + b"9" * 9000 + b']}, {"index": 1, "embedding": [1]}]}',
    "zero": _answer([[0.0, 0.0], [1.0, 1.0]]),
    "no numbers": _answer([[], []]),
    "text": _answer([["1", "2"], ["1", "2"]]),
    "truth": _answer([[True, False], [True, True]]),
    "nothing": _answer([None, None]),
    "ragged": _answer([[1.0, 2.0], [1.0]]),
    "same index": b'{"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [2]}]}',
    "no index": b'{"data": [{"embedding": [1]}, {"embedding": [2]}]}',
    "index of a strange type": b'{"data": [{"index": [], "embedding": [1]}, {"index": true, "embedding": [2]}]}',
    "not objects": b'{"data": [1, 2]}',
}


@pytest.mark.parametrize("name", _BAD)
def test_a_bad_answer_is_trouble_and_no_vector(
    make: Callable[..., EndpointEmbedder], server: _Server, name: str
) -> None:
    # R7; the modes of R6 that an embedder can meet.
    server.queued = [_always(200, _BAD[name])]
    with pytest.raises(EmbedderTrouble) as caught:
        make().embed(["a", "b"])
    assert str(caught.value).endswith(".")


def test_an_endless_answer_is_cut_off(make: Callable[..., EndpointEmbedder], server: _Server) -> None:
    server.queued = [_always(200, b" " * 3_000_000)]
    with pytest.raises(EmbedderTrouble, match="more than 100000 bytes"):
        make(max_bytes=100_000).embed(["x"])


def test_a_broken_connection_is_tried_again(
    make: Callable[..., EndpointEmbedder], server: _Server, pauses: list[float]
) -> None:
    server.queued = [_always(200, b"{", Content_Length="500", Connection="close")]
    assert make().embed(["x"]).shape == (1, 3)
    assert pauses == [0.5]


def test_a_connection_that_always_breaks_is_trouble(make: Callable[..., EndpointEmbedder], server: _Server) -> None:
    server.queued = [_always(200, b"{", Content_Length="500", Connection="close")] * 4
    with pytest.raises(EmbedderTrouble, match="broke off"):
        make().embed(["x"])


def test_a_silent_server_is_given_up_in_time(make: Callable[..., EndpointEmbedder], server: _Server) -> None:
    release = threading.Event()

    def silent(_: dict[str, Any]) -> Reply:
        release.wait(LIMIT_S)
        return 200, {}, b""

    server.queued = [silent]
    with pytest.raises(EmbedderTrouble, match=r"within 0\.2 s"):
        make(timeout=0.2).embed(["x"])
    release.set()  # not before: it was the caller who gave up


def test_a_server_that_is_not_there(pauses: list[float]) -> None:
    embedder = EndpointEmbedder("http://127.0.0.1:9", "mini", sleep=pauses.append)
    with pytest.raises(EmbedderTrouble, match="cannot be reached"):
        embedder.embed(["x"])
    embedder.close()
    assert pauses == []


def test_the_key_is_never_repeated(
    make: Callable[..., EndpointEmbedder], server: _Server, caplog: pytest.LogCaptureFixture
) -> None:
    # P5's concern, on our own side: some servers repeat the key in their complaint.
    server.queued = [_always(401, f"Incorrect API key: {_KEY}".encode())]
    caplog.set_level(logging.DEBUG)
    embedder = make()
    with pytest.raises(EmbedderTrouble) as caught:
        embedder.embed(["x"])
    assert _KEY not in f"{caught.value!r}{caught.value}{embedder!r}{caplog.text}"


@pytest.mark.parametrize("key", ["sk-a\nb", "sk-ä", "two words", "sk-\x00"])
def test_a_key_no_header_can_carry_is_refused_without_being_named(key: str) -> None:
    with pytest.raises(BadInput) as caught:
        EndpointEmbedder("http://127.0.0.1:9", "mini", api_key=key)
    assert key not in str(caught.value)


def test_no_key_sends_none(make: Callable[..., EndpointEmbedder], server: _Server) -> None:
    make(api_key=None).embed(["x"])
    assert "Authorization" not in server.headers[0]


def test_strange_texts_arrive(make: Callable[..., EndpointEmbedder], server: _Server) -> None:
    make().embed(["\ud800x", "", "日本 😀"])
    assert server.asked[0]["input"] == ["?x", " ", "日本 😀"]


@pytest.mark.parametrize(
    "settings", [{"batch": 0}, {"attempts": 0}, {"dimension": 0}, {"proxy": "nonsense"}, {"base_url": "ftp://x"}]
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        EndpointEmbedder(**({"base_url": "http://127.0.0.1:9", "model": "mini"} | settings))
