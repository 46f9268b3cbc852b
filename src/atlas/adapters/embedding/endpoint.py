"""Vectors from any server that speaks OpenAI's embeddings: Ollama, vLLM, llama.cpp, LM Studio, OpenAI itself.

A server is somebody else's program, so nothing it says is taken on trust: size, count, order, numbers and dimension are
checked before a vector is used (R7). Its error texts are never repeated, for they may repeat the key.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Final

from atlas.adapters.embedding.rows import unit_rows
from atlas.errors import BadInput, EmbedderTrouble
from atlas.model.recall import EmbedderIdentity

if TYPE_CHECKING:
    import httpx
    import numpy as np
    from numpy.typing import NDArray

_FIRST_PAUSE: Final = 0.5
_LONGEST_PAUSE: Final = 30.0
"""A server that asks for more than this is down for our purposes: recall falls back to text meanwhile."""

_PROBE: Final = "dimension"


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    body: bytes
    pause: float | None
    """What the server asked us to wait, in seconds."""


class EndpointEmbedder:
    """`POST {base_url}/embeddings`. Safe to share between threads; `close` it when done."""

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        api_key: str | None = None,
        dimension: int | None = None,
        version: str = "1",
        timeout: float = 30.0,
        batch: int = 64,
        attempts: int = 4,
        max_bytes: int = 64_000_000,
        proxy: str | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Without a `dimension` the first question finds it. `timeout` bounds each attempt as a whole."""
        _require_condition(
            base_url.startswith(("http://", "https://")), "The address of an embeddings endpoint starts with http."
        )
        _require_condition(
            batch >= 1 and attempts >= 1, "An embeddings endpoint needs a batch and an attempt of at least one."
        )
        _require_condition(dimension is None or dimension >= 1, "A vector needs at least one dimension.")
        _require_condition(
            proxy is None or proxy.startswith(("http://", "https://")), "The address of a proxy starts with http."
        )
        self._url = base_url.rstrip("/") + "/embeddings"
        self._model = model
        self._version = version
        self._headers = _make_headers(api_key)
        self._dimension = dimension
        self._timeout = timeout
        self._batch = batch
        self._attempts = attempts
        self._max_bytes = max_bytes
        self._proxy = proxy
        self._sleep = sleep
        self._lock = threading.Lock()
        self._client: httpx.Client | None = None

    @property
    def identity(self) -> EmbedderIdentity:
        """May ask the server once, to learn the dimension."""
        dimension = self._dimension or self.embed([_PROBE]).shape[1]
        return EmbedderIdentity(self._model, dimension, self._version)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        rows = [self._embed_batch(texts[at : at + self._batch]) for at in range(0, len(texts), self._batch)]
        return np.concatenate(rows) if rows else np.zeros((0, self.identity.dimension), dtype=np.float32)

    def close(self) -> None:
        with self._lock:
            if self._client is not None:
                self._client.close()
            self._client = None

    def _embed_batch(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        vectors = _read_vectors(_parse_body(self._ask_endpoint(texts)), len(texts))
        self._check_dimension(len(vectors[0]))
        try:
            return unit_rows(np.array(vectors, dtype=np.float64))
        except OverflowError as error:  # a whole number of four hundred digits
            raise EmbedderTrouble("The embeddings endpoint gave a number too large for a vector.") from error

    def _check_dimension(self, dimension: int) -> None:
        """X8: a server that changes its model underneath us must not mix two kinds of vectors."""
        with self._lock:
            if self._dimension is None:
                self._dimension = dimension
        if dimension != self._dimension:
            raise EmbedderTrouble(
                f"The embeddings endpoint gave vectors of {dimension} numbers where {self._dimension} were expected."
            )

    def _ask_endpoint(self, texts: Sequence[str]) -> bytes:
        """The body of a good answer, after a few tries where trying again can help."""
        question = json.dumps({"model": self._model, "input": [_make_sendable(text) for text in texts]}).encode()
        answer = self._attempt_request(question)
        for attempt in range(1, self._attempts):
            if answer is not None and not _worth_another(answer.status):
                break
            self._sleep(_choose_pause(answer, attempt))
            answer = self._attempt_request(question)
        if answer is None:
            raise EmbedderTrouble("The embeddings endpoint broke off the connection.")
        if answer.status != 200:
            raise EmbedderTrouble(f"The embeddings endpoint answered with status {answer.status}.")
        return answer.body

    def _attempt_request(self, question: bytes) -> _Answer | None:
        """None when the connection broke midway, which a second try may cure; a silent or absent server it does not."""
        import httpx

        try:
            return self._exchange_bytes(question)
        except httpx.TimeoutException as error:
            raise EmbedderTrouble(f"The embeddings endpoint did not answer within {self._timeout:g} s.") from error
        except (httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError):
            return None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise EmbedderTrouble("The embeddings endpoint cannot be reached.") from error

    def _exchange_bytes(self, question: bytes) -> _Answer:
        deadline = time.monotonic() + self._timeout
        with self._open_client().stream("POST", self._url, content=question, headers=self._headers) as response:
            body = self._read_response(response.iter_bytes(), deadline)
            return _Answer(response.status_code, body, _asked_pause(response.headers))

    def _read_response(self, chunks: Iterable[bytes], deadline: float) -> bytes:
        """No more bytes and no more seconds than agreed, however slowly they drip."""
        body = bytearray()
        for chunk in chunks:
            body += chunk
            if len(body) > self._max_bytes:
                raise EmbedderTrouble(f"The embeddings endpoint answered with more than {self._max_bytes} bytes.")
            if time.monotonic() > deadline:
                raise EmbedderTrouble(f"The embeddings endpoint did not answer within {self._timeout:g} s.")
        return bytes(body)

    def _open_client(self) -> httpx.Client:
        """The environment is not consulted: a proxy is a setting, and a local server is asked directly."""
        import httpx

        with self._lock:
            if self._client is None:
                self._client = httpx.Client(timeout=self._timeout, proxy=self._proxy, trust_env=False)
            return self._client


def _require_condition(condition: bool, otherwise: str) -> None:
    if not condition:
        raise BadInput(otherwise)


def _make_headers(api_key: str | None) -> dict[str, str]:
    """A key that no header can carry is refused here; the HTTP library would quote it in its complaint."""
    headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
    if api_key:
        _require_condition(
            api_key.isascii() and api_key.isprintable() and " " not in api_key, "The API key is malformed."
        )
        headers["Authorization"] = f"Bearer {api_key}"
    return headers


def _make_sendable(text: str) -> str:
    """Half a surrogate pair cannot be written as UTF-8, and an empty text is refused by some servers."""
    return text.encode("utf-8", "replace").decode("utf-8") or " "


def _worth_another(status: int) -> bool:
    return status == 429 or status >= 500


def _choose_pause(answer: _Answer | None, attempt: int) -> float:
    asked = answer.pause if answer is not None else None
    if asked is not None and asked > _LONGEST_PAUSE:
        raise EmbedderTrouble(f"The embeddings endpoint asks for a pause of {asked:.0f} s.")
    backoff: float = _FIRST_PAUSE * 2 ** (attempt - 1)
    return min(max(backoff, asked or 0.0), _LONGEST_PAUSE)


def _asked_pause(headers: httpx.Headers) -> float | None:
    """Seconds, or a date; a date is measured against the server's own clock."""
    text = headers.get("Retry-After", "").strip()
    try:
        if text.isascii() and text.isdigit():
            return float(text)
        apart: timedelta = parsedate_to_datetime(text) - parsedate_to_datetime(headers.get("Date", ""))
    except (ValueError, TypeError, OverflowError):  # no such header, no date, or one date with a zone and one without
        return None
    return max(apart.total_seconds(), 0.0)


def _parse_body(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise EmbedderTrouble("The embeddings endpoint did not answer with valid JSON.") from error


def _read_vectors(answer: Any, count: int) -> list[list[float]]:
    """One vector for each text in the order of the texts, or trouble."""
    data = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(data, list) or len(data) != count:
        raise EmbedderTrouble(f"The embeddings endpoint did not answer with {count} vectors.")
    vectors = [_read_vector(item) for item in _in_order(data)]
    if any(len(vector) != len(vectors[0]) for vector in vectors):
        raise EmbedderTrouble("The embeddings endpoint gave vectors of different dimensions.")
    return vectors


def _in_order(data: Sequence[Any]) -> list[Any]:
    by_index = {item["index"]: item for item in data if isinstance(item, dict) and type(item.get("index")) is int}
    if set(by_index) != set(range(len(data))):
        raise EmbedderTrouble("The embeddings endpoint did not say which vector belongs to which text.")
    return [by_index[index] for index in range(len(data))]


def _read_vector(item: Any) -> list[float]:
    vector = item.get("embedding")
    if not isinstance(vector, list) or not vector or not all(map(_is_number, vector)):
        raise EmbedderTrouble("The embeddings endpoint gave a vector that is not a list of numbers.")
    return vector


def _is_number(value: object) -> bool:
    """`True` is a number to Python; so are NaN, which JSON has not, and 1e999, which reads as infinity."""
    return type(value) is int or (type(value) is float and math.isfinite(value))
