"""One endpoint: bounded in time, size and tries, and one sentence when it fails.

What may have been paid for is never asked for again here (J7, J13): a try is repeated only where the endpoint was not
reached or declined before it began to answer. Later tries are the job's, each with a reservation of its own.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from atlas.adapters.llm.breaker import Breaker
from atlas.adapters.llm.connection_deadline import Cut
from atlas.adapters.llm.reading import strict_object
from atlas.adapters.llm.status import Again, Declined, make_refusal, trouble_of
from atlas.errors import BadInput, ModelTrouble

if TYPE_CHECKING:
    import httpx

MAX_REPLY_BYTES: Final = 4_000_000
_FIRST_PAUSE_S: Final = 1.0
_LONGEST_PAUSE_S: Final = 30.0
"""Who asks for a longer one is asked again by a later job, not waited for."""
_MOST_COMPLAINT: Final = 16_000


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one question may take, all tries together, and how much may come back."""

    connect_s: float = 10.0
    total_s: float = 60.0
    token_s: float = 0.05
    """More for each token that it may answer with: nobody waits for a short reply as for a long one."""
    tries: int = 3
    max_bytes: int = MAX_REPLY_BYTES

    def seconds(self, max_tokens: int) -> float:
        return self.total_s + self.token_s * max_tokens


@dataclass(frozen=True, slots=True)
class Question:
    path: str
    headers: Mapping[str, str] = field(repr=False)
    build: Callable[[Collection[str]], Mapping[str, Any]]
    """The body, done without the features that the endpoint lacks."""
    max_tokens: int
    features: tuple[tuple[str, str], ...] = ()
    """What can be done without, in this order, each with the word that a complaint about it holds."""


class Wire:
    """Safe to share between threads, and between the models of one endpoint: what one learns of it, all know."""

    def __init__(
        self,
        base_url: str,
        *,
        chance: Callable[[], float],
        patience: Patience | None = None,
        proxy: str | None = None,
        sleep: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`chance` draws from 0 to 1, so that many who failed together do not come back together."""
        self._base_url = base_url.rstrip("/")
        self._host = _read_host(base_url)
        self._proxy = proxy if proxy and _read_host(proxy) else None
        self._chance = chance
        self._patience = patience or Patience()
        self._sleep = sleep
        self._monotonic = monotonic
        self._breaker = Breaker(monotonic)
        self._lock = threading.Lock()
        self._client: httpx.Client | None = None
        self._lacks: frozenset[str] = frozenset()

    def post(self, question: Question) -> dict[str, Any]:
        """The whole answer, a JSON object."""
        return strict_object(b"".join(self.chunks(question)))

    def chunks(self, question: Question) -> Generator[bytes, None, None]:
        """The answer's bytes as they come, after a few tries where another one can help."""
        deadline = self._monotonic() + self._patience.seconds(question.max_tokens)
        lacks, tried = self._lacks, 0
        while True:
            try:
                with self._breaker.guard_attempt(), self._open_answer(question, lacks, deadline) as arriving:
                    self._remember_lacks(lacks)
                    yield from arriving
                return
            except Declined as refusal:
                lacks |= {_find_blamed(refusal, question, lacks)}
            except Again as trouble:
                tried += 1
                self._wait_or_raise(trouble, tried, deadline)

    def _remember_lacks(self, lacks: frozenset[str]) -> None:
        """Only once the endpoint has taken a question without them: it may have had another reason to decline."""
        with self._lock:
            self._lacks |= lacks

    def _wait_or_raise(self, trouble: Again, tried: int, deadline: float) -> None:
        """Backoff with full jitter, and no less than the endpoint asks for. Raises when nothing is left to try."""
        backoff = self._chance() * min(_FIRST_PAUSE_S * 2 ** (tried - 1), _LONGEST_PAUSE_S)
        pause = max(backoff, trouble.retry_after or 0.0)
        if tried >= self._patience.tries or pause > _LONGEST_PAUSE_S or self._monotonic() + pause >= deadline:
            raise trouble
        self._sleep(pause)

    @contextmanager
    def _open_answer(self, question: Question, lacks: Collection[str], deadline: float) -> Iterator[Iterator[bytes]]:
        """The answer, once there is one that says that all is well."""
        import httpx  # 180 ms to import, and only asking a model needs it

        client, seconds = self._open_client(), max(deadline - self._monotonic(), 0.001)
        answering = False
        with Cut(seconds) as cut:
            try:
                with self._send_question(client, question, lacks, seconds, cut) as response:
                    self._demand_success(response)
                    answering = True
                    yield self._read_chunks(response, cut)
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                raise self._explain_break(error, cut.fired, answering) from None

    def _send_question(
        self, client: httpx.Client, question: Question, lacks: Collection[str], seconds: float, cut: Cut
    ) -> AbstractContextManager[httpx.Response]:
        import httpx

        return client.stream(
            "POST",
            self._base_url + question.path,
            content=_write_body(question.build(lacks)),
            headers={"content-type": "application/json", "accept-encoding": "identity", **question.headers},
            timeout=httpx.Timeout(seconds, connect=min(self._patience.connect_s, seconds)),
            extensions={"trace": cut.trace},
        )

    def _read_chunks(self, response: httpx.Response, cut: Cut) -> Iterator[bytes]:
        """No more bytes and no more seconds than agreed. Raw: a packed answer could unpack to any size."""
        size = 0
        for chunk in response.iter_raw():
            size += len(chunk)
            if size > self._patience.max_bytes:
                raise ModelTrouble(f"The model answered with more than {self._patience.max_bytes:,} bytes.", paid=True)
            yield chunk
        if cut.fired:
            raise self._make_late_trouble()

    def _demand_success(self, response: httpx.Response) -> None:
        if response.status_code in (400, 422):
            complaint = b""
            for chunk in response.iter_raw():
                complaint += chunk
                if len(complaint) > _MOST_COMPLAINT:
                    break
            raise make_refusal(self._host, response.status_code, complaint[:_MOST_COMPLAINT])
        if not 200 <= response.status_code < 300:
            raise trouble_of(self._host, response.status_code, response.headers)

    def _explain_break(self, error: Exception, late: bool, answering: bool) -> ModelTrouble:
        import httpx

        if late or isinstance(error, httpx.ReadTimeout | httpx.WriteTimeout):
            return self._make_late_trouble()
        if isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol | httpx.LocalProtocolError):
            return ModelTrouble(f"The address of the model at {self._host} cannot be used.")
        if answering:
            return ModelTrouble(
                f"The model at {self._host} broke off in the middle of its answer.", transient=True, paid=True
            )
        if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.ProxyError):
            return Again(f"The model at {self._host} cannot be reached.")
        return Again(f"The model at {self._host} broke off the connection.")

    def _make_late_trouble(self) -> ModelTrouble:
        return ModelTrouble(f"The model at {self._host} did not answer in time.", transient=True, paid=True)

    def _open_client(self) -> httpx.Client:
        """The environment is not consulted: a proxy is a setting, and a local server is asked directly.

        No connection is kept: a stale one would break after the question was sent, when it may be paid for.
        """
        import httpx

        with self._lock:
            if self._client is None:
                limits = httpx.Limits(max_keepalive_connections=0)
                self._client = httpx.Client(proxy=self._proxy, trust_env=False, follow_redirects=False, limits=limits)
            return self._client


def header_key(key: str) -> str:
    """A key that no header can carry is refused here; the HTTP library would quote it in its complaint."""
    if not key.isascii() or not key.isprintable() or " " in key:
        raise BadInput("The API key of the model is malformed.")
    return key


def _read_host(address: str) -> str:
    """What may be shown of an address: neither a name and password before it nor what stands behind it."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise BadInput("The address of a model or a proxy cannot be read.") from None
    if parts.scheme not in ("http", "https") or not host:
        raise BadInput("The address of a model or a proxy starts with http:// or https://.")
    return f"{host}:{port}" if port else host


def _write_body(body: Mapping[str, Any]) -> bytes:
    """Half a character cannot be written as UTF-8 and becomes a question mark."""
    return json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")


def _find_blamed(refusal: Declined, question: Question, lacks: Collection[str]) -> str:
    for feature, word in question.features:
        if feature not in lacks and refusal.mentions(word):
            return feature
    raise refusal
