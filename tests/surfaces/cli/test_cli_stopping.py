"""Stop is heard while something takes long, by any signal: what is done is stored, and the rest is owed (J7, J15).

Real processes, with an embedder over the wire that answers when the test lets it. Counted, not timed.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from atlas.settings import load_settings
from atlas.surfaces.library import Atlas
from surfaces.cli._person import Person, command

BATCH = 32
"""Texts that are embedded between two looks, at the most."""
TURNS = 150
SECONDS = 120
"""To wait for what must happen, before it counts as not happening."""


class Embeddings(ThreadingHTTPServer):
    """Tells that it was asked, and answers one question after the other, as it is let."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Asked)
        self.asked = threading.Semaphore(0)
        self.let = threading.Semaphore(0)
        self.texts = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class _Asked(BaseHTTPRequestHandler):
    server: Embeddings

    def do_POST(self) -> None:
        texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        self.server.texts += len(texts)
        self.server.asked.release()
        assert self.server.let.acquire(timeout=SECONDS)
        rows = [{"index": at, "embedding": [1.0, float(at % 7), 0.5, 0.25]} for at in range(len(texts))]
        body = json.dumps({"data": rows}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def embeddings() -> Iterator[Embeddings]:
    with Embeddings() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.let.release(10_000)
        server.shutdown()
        thread.join()


@pytest.fixture
def ana(tmp_path: Path) -> Person:
    """Who took in a lot, and thought about none of it."""
    person = Person(tmp_path / "home")
    person.home.mkdir()
    settings = load_settings(person.home, person.env)
    atlas = Atlas.open(settings.store, settings=settings, background=False)
    for number in range(TURNS):
        assert atlas.observe(f"I wonder about the number {number}.", "Noted.").acknowledged
    atlas.close(think=False)
    return person


def _heeding() -> None:
    for number in (signal.SIGINT, signal.SIGHUP):  # whoever runs the tests in the background may have it ignored
        signal.signal(number, signal.SIG_DFL)


@contextmanager
def running(person: Person, embeddings: Embeddings, *args: str) -> Iterator[subprocess.Popen[str]]:
    given = {
        **os.environ,
        **person.env,
        "ATLAS_EMBEDDER": "endpoint",
        "ATLAS_EMBEDDINGS_URL": embeddings.url,
        "ATLAS_EMBEDDINGS_MODEL": "slow",
    }
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command(*args), text=True, env=given, preexec_fn=_heeding, **pipes) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda each: each.name)
@pytest.mark.parametrize("mode", [[], ["--once"]], ids=["waiting", "once"])
def test_work_ends_after_the_batch_that_is_being_embedded(
    ana: Person, embeddings: Embeddings, number: signal.Signals, mode: list[str]
) -> None:
    """It took 18 minutes: nobody looked while memories were given their vectors."""
    with running(ana, embeddings, "work", *mode) as process:
        assert embeddings.asked.acquire(timeout=SECONDS)
        begun = embeddings.texts
        process.send_signal(number)
        embeddings.let.release(10_000)
        _, told = process.communicate(timeout=SECONDS)
        assert (process.returncode, told) == (0, "")
    assert embeddings.texts - begun <= BATCH
    assert begun < 2 * TURNS  # it was far from done
    status = ana.data("status")
    assert status["interactions"] == TURNS


def test_the_second_signal_ends_it_at_once(ana: Person, embeddings: Embeddings) -> None:
    """The embedder never answers."""
    with running(ana, embeddings, "work") as process:
        assert embeddings.asked.acquire(timeout=SECONDS)
        process.send_signal(signal.SIGTERM)
        while process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(0.2)
            except subprocess.TimeoutExpired:
                continue
        assert process.returncode == -signal.SIGTERM


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda each: each.name)
def test_any_long_command_ends_as_by_ctrl_c(ana: Person, embeddings: Embeddings, number: signal.Signals) -> None:
    """The store is closed, and what was not done is owed."""
    with running(ana, embeddings, "reflect", "nightly") as process:
        assert embeddings.asked.acquire(timeout=SECONDS)
        begun = embeddings.texts
        process.send_signal(number)
        embeddings.let.release(10_000)
        _, told = process.communicate(timeout=SECONDS)
        assert process.returncode == 128 + number
        assert "Traceback" not in told
    assert embeddings.texts - begun <= BATCH


def test_what_was_claimed_and_not_done_is_owed_again_at_once(ana: Person, embeddings: Embeddings) -> None:  # J4, J7
    """No lease has to run out first."""
    with running(ana, embeddings, "work", "--once") as process:
        assert embeddings.asked.acquire(timeout=SECONDS)
        process.send_signal(signal.SIGTERM)
        embeddings.let.release(10_000)
        process.communicate(timeout=SECONDS)
    assert ana.data("jobs", "--state", "running")["jobs"] == []
