"""One endpoint: bounded in time, size and tries; what it says is never repeated; what may be paid for is asked once."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from contextlib import closing
from email.utils import formatdate

import pytest

from _patience import LIMIT_S
from adapters.llm._server import KEY, Answer, Bench, good
from atlas.adapters.llm.breaker import FAILURES
from atlas.adapters.llm.wire import MAX_REPLY_BYTES, Patience, Question, Wire, header_key
from atlas.errors import BadInput, ModelTrouble

HEADERS = {"x-api-key": KEY}
SPOKEN = "a very private sentence"
TRANSIENT = (408, 409, 425, 429, 500, 502, 503, 504, 529)


def ask(features: tuple[tuple[str, str], ...] = ()) -> Question:
    def build(lacks: object) -> dict[str, object]:
        return {"says": SPOKEN, "lacks": sorted(lacks)}  # type: ignore[call-overload]

    return Question("/ask", HEADERS, build, max_tokens=100, features=features)


def trouble(wire: Wire, question: Question | None = None) -> ModelTrouble:
    with pytest.raises(ModelTrouble) as caught:
        wire.post(question or ask())
    says = str(caught.value)
    assert says.endswith(".")
    assert "\n" not in says
    assert KEY not in says
    assert SPOKEN not in says
    return caught.value


def test_a_good_answer_is_an_object(bench: Bench) -> None:
    bench.answers(good({"fine": True}))
    assert bench.wire("/v1/").post(ask()) == {"fine": True}
    assert bench.server.paths == ["/v1/ask"]
    assert bench.server.headers[0]["x-api-key"] == KEY
    assert bench.server.asked == [{"says": SPOKEN, "lacks": []}]


# --- statuses


@pytest.mark.parametrize("status", TRANSIENT)
def test_what_may_pass_is_tried_again(bench: Bench, status: int) -> None:  # J6
    bench.answers(Answer(status), Answer(status), good({"fine": True}))
    assert bench.wire().post(ask()) == {"fine": True}
    assert len(bench.server.asked) == 3


@pytest.mark.parametrize("status", TRANSIENT)
def test_what_does_not_pass_is_given_up_after_a_few_tries(bench: Bench, status: int) -> None:  # R6
    bench.answers(Answer(status, body=f'{{"error": "{KEY} {SPOKEN}"}}'.encode()))
    assert trouble(bench.wire()).transient
    assert len(bench.server.asked) == 3


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 405, 413, 422])
def test_what_will_not_pass_is_asked_once(bench: Bench, status: int) -> None:
    bench.answers(Answer(status, body=f'{{"error": "{KEY} {SPOKEN}"}}'.encode()))
    found = trouble(bench.wire())
    assert not found.transient
    assert str(status) in str(found)
    assert len(bench.server.asked) == 1
    assert bench.time.slept == []


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(bench: Bench, status: int) -> None:
    """The key would go with it, to somebody else."""
    bench.answers(Answer(status, headers={"location": f"{bench.server.url}/elsewhere"}))
    assert not trouble(bench.wire()).transient
    assert bench.server.paths == ["/ask"]


# --- pauses


def test_pauses_grow_and_are_drawn_by_chance(bench: Bench) -> None:
    bench.answers(Answer(503))
    trouble(bench.wire())
    bench.chance = 0.25
    trouble(bench.wire())
    assert bench.time.slept == [1.0, 2.0, 0.25, 0.5]


def test_retry_after_in_seconds_is_honoured(bench: Bench) -> None:
    bench.answers(Answer(429, headers={"retry-after": "7"}), good({}))
    bench.wire().post(ask())
    assert bench.time.slept == [7.0]


def test_retry_after_as_a_date_is_measured_by_the_servers_own_clock(bench: Bench) -> None:
    headers = {"date": formatdate(5_000, usegmt=True), "retry-after": formatdate(5_011, usegmt=True)}
    bench.answers(Answer(503, headers=headers), good({}))
    bench.wire().post(ask())
    assert bench.time.slept == [11.0]


@pytest.mark.parametrize("value", ["soon", "-5", "1e3", "", "Mon, 99 Foo 2026 00:00:00 GMT", "٣"])
def test_a_retry_after_that_makes_no_sense_is_none(bench: Bench, value: str) -> None:
    header = value.encode().decode("latin-1")
    bench.answers(Answer(503, headers={"retry-after": header}), good({}))
    bench.wire().post(ask())
    assert bench.time.slept == [1.0]


@pytest.mark.parametrize(("asked", "told"), [("120", 120.0), ("999999999", 3_600.0)])
def test_a_long_pause_is_not_waited_for_but_told(bench: Bench, asked: str, told: float) -> None:  # J6
    bench.answers(Answer(429, headers={"retry-after": asked}))
    assert trouble(bench.wire()).retry_after == told
    assert bench.time.slept == []
    assert len(bench.server.asked) == 1


def test_no_pause_goes_beyond_the_time_there_is(bench: Bench) -> None:
    bench.answers(Answer(503, headers={"retry-after": "9"}))
    trouble(bench.wire(total_s=12.0, token_s=0.0))
    assert bench.time.slept == [9.0]


def test_a_longer_reply_is_given_more_time() -> None:
    assert Patience(total_s=60.0, token_s=0.05).seconds(8_000) == 460.0


# --- broken connections and broken time


def test_a_server_that_is_not_there_is_tried_again(bench: Bench) -> None:
    bench.server.server_close()
    assert "cannot be reached" in str(found := trouble(bench.wire()))
    assert found.transient
    assert len(bench.time.slept) == 2


def test_a_connection_that_ends_before_any_answer_is_tried_again(bench: Bench) -> None:
    bench.answers(Answer(raw=lambda: iter([])), good({"fine": True}))
    assert bench.wire().post(ask()) == {"fine": True}


def test_an_answer_that_breaks_off_is_not_asked_for_again(bench: Bench) -> None:
    """J13: it may be paid for. Whoever wants it again reserves for it again."""
    bench.answers(Answer(body=b'{"half', headers={"content-length": "500"}))
    assert trouble(bench.wire()).transient
    assert len(bench.server.asked) == 1


def drip(first: bytes) -> Iterator[bytes]:
    """Until nobody listens any more."""
    yield first
    wait = threading.Event()
    for _ in range(50 * LIMIT_S):
        wait.wait(0.02)
        yield b"x"


@pytest.mark.parametrize(
    "answer",
    [
        Answer(raw=lambda: drip(b"HTTP/1.1 200 OK\r\nslow: ")),
        Answer(pieces=lambda: drip(b"{")),
        Answer(headers={"content-length": "100000"}, pieces=lambda: drip(b"{")),
        Answer(raw=lambda: drip(b"")),
    ],
    ids=["in its headers", "in its body", "in a body of known length", "in nonsense"],
)
def test_no_answer_takes_longer_than_agreed_however_it_drips(bench: Bench, answer: Answer) -> None:  # R6
    bench.answers(answer)
    found = trouble(bench.wire(total_s=0.2, token_s=0.0))
    assert "in time" in str(found)
    assert found.transient
    assert bench.time.slept == []


def test_a_server_that_says_nothing_is_not_asked_again(bench: Bench) -> None:  # R6, J13
    wait = threading.Event()
    bench.answers(Answer(raw=lambda: iter([b"" for _ in [wait.wait(LIMIT_S)]])))
    found = trouble(bench.wire(total_s=0.1, token_s=0.0))
    wait.set()
    assert "in time" in str(found)
    assert found.transient
    assert bench.time.slept == []


@pytest.mark.parametrize("address", ["ftp://example.org", "example.org", "", "file:///etc/passwd"])
def test_an_address_is_http(address: str) -> None:
    with pytest.raises(BadInput, match="http"):
        Wire(address, chance=lambda: 0.0)
    with pytest.raises(BadInput, match="http"):
        Wire("http://127.0.0.1", chance=lambda: 0.0, proxy=address or "proxy")


@pytest.mark.parametrize("address", ["http://exa mple:99999", "http://[::1", "http://127.0.0.1:99999999"])
def test_an_address_that_cannot_be_read_is_refused(address: str) -> None:
    with pytest.raises(BadInput, match="address"):
        Wire(address, chance=lambda: 0.0)


def test_an_address_that_nobody_can_ask_is_one_sentence() -> None:
    wire = Wire("http://127.0.0.1/\a", chance=lambda: 0.0)
    assert not trouble(wire).transient


def test_a_password_in_the_address_is_not_shown(bench: Bench) -> None:
    bench.answers(Answer(500))
    address = bench.server.url.replace("http://", f"http://me:{KEY}@")
    says = str(trouble(Wire(address, chance=lambda: 0.0, sleep=bench.time.sleep)))
    assert "127.0.0.1" in says


@pytest.mark.parametrize("key", ["two words", "line\nbreak", "schlüssel", "nul\0"])
def test_a_key_that_no_header_can_carry_is_refused_unquoted(key: str) -> None:
    with pytest.raises(BadInput, match="malformed") as caught:
        header_key(key)
    assert key not in str(caught.value)


# --- what comes back


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b'{"text": "caf\xe9"}', "UTF-8"),
        (b"", "JSON"),
        (b"<html>Welcome to our hotel</html>", "JSON"),
        (b"[" * 100_000 + b"]" * 100_000, "JSON"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "JSON"),
        (b'{"score": NaN}', "JSON"),
        (b'{"score": -Infinity}', "JSON"),
        (b'{"score": 1e999}', "JSON"),
        (b'{"count": ' + b"9" * 10_000 + b"}", "JSON"),
        (b'{"same": 1, "same": 2}', "JSON"),
        (b'[{"text": "fine"}]', "object"),
        (b'"fine"', "object"),
    ],
    ids=[
        *("invalid utf-8", "empty", "html", "deep lists", "deep objects", "nan", "infinity", "too large a float"),
        *("too large a number", "duplicate keys", "a list", "a string"),
    ],
)
def test_an_answer_that_is_no_strict_json_object_is_trouble(bench: Bench, body: bytes, says: str) -> None:  # R6
    bench.answers(Answer(body=body))
    found = trouble(bench.wire())
    assert says in str(found)
    assert not found.transient
    assert len(bench.server.asked) == 1


def test_of_ten_megabytes_only_the_beginning_is_read(bench: Bench) -> None:  # R6
    bench.answers(Answer(pieces=lambda: itertools.repeat(b" " * 100_000, 1_000)))
    assert f"{MAX_REPLY_BYTES:,}" in str(trouble(bench.wire()))
    bench.server.shutdown()
    assert bench.server.written < 50_000_000  # of a hundred; what the network had taken on is thrown away


def test_a_packed_answer_is_not_unpacked(bench: Bench) -> None:
    """A few bytes could unpack to gigabytes."""
    bench.answers(Answer(body=b"\x1f\x8b\x08\x00", headers={"content-encoding": "gzip"}))
    assert "UTF-8" in str(trouble(bench.wire()))
    assert bench.server.headers[0]["accept-encoding"] == "identity"


def test_half_a_character_is_sent_as_a_question_mark(bench: Bench) -> None:
    bench.answers(good({}))
    bench.wire().post(Question("/ask", HEADERS, lambda lacks: {"says": "half \ud83d, whole 😀"}, 10))
    assert bench.server.asked == [{"says": "half ?, whole 😀"}]


# --- what an endpoint lacks


def test_what_an_endpoint_lacks_is_done_without_and_remembered(bench: Bench) -> None:
    bench.answers(Answer(400, b'{"error": "Unknown parameter: Warmth"}'), good({}))
    wire, features = bench.wire(), (("cold", "coldness"), ("warm", "warmth"))
    wire.post(ask(features))
    wire.post(ask(features))
    assert [each["lacks"] for each in bench.server.asked] == [[], ["warm"], ["warm"]]


def test_nothing_is_remembered_of_an_endpoint_that_had_another_reason(bench: Bench) -> None:
    bench.answers(Answer(400), Answer(400), good({}))
    wire, features = bench.wire(), (("anything", ""),)
    trouble(wire, ask(features))
    wire.post(ask(features))
    assert [each["lacks"] for each in bench.server.asked] == [[], ["anything"], []]


def test_a_complaint_without_end_is_not_read_to_its_end(bench: Bench) -> None:
    bench.answers(Answer(400, pieces=lambda: itertools.repeat(b"warmth " * 1_000, 10_000)), good({"fine": True}))
    assert bench.wire().post(ask((("warm", "warmth"),))) == {"fine": True}


# --- who does not answer is left alone


def test_an_endpoint_that_fails_is_left_alone_and_asked_again_later(bench: Bench) -> None:  # J6
    bench.answers(Answer(500))
    wire = bench.wire(tries=1)
    for _ in range(FAILURES):
        trouble(wire)
    found = trouble(wire)
    assert "left alone" in str(found)
    assert found.transient
    assert found.retry_after == 30.0
    assert len(bench.server.asked) == FAILURES
    bench.time.at += 30
    bench.answers(good({"fine": True}))
    assert wire.post(ask()) == {"fine": True}
    assert wire.post(ask()) == {"fine": True}


def test_whoever_listens_only_to_a_part_leaves_a_working_endpoint_behind(bench: Bench) -> None:
    bench.answers(*[Answer(500)] * FAILURES, good({"fine": True}))
    wire = bench.wire(tries=1)
    for _ in range(FAILURES):
        trouble(wire)
    bench.time.at += 30
    with closing(wire.chunks(ask())) as chunks:
        next(chunks)
    assert wire.post(ask()) == {"fine": True}


def test_many_threads_may_ask_at_once(bench: Bench) -> None:
    bench.answers(good({"fine": True}))
    wire, found = bench.wire(), list[object]()
    threads = [threading.Thread(target=lambda: found.append(wire.post(ask()))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [{"fine": True}] * 8
