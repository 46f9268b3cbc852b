"""The methods of a client that ask a model, with memory beside them. What they give back is what the client gave."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from atlas.surfaces.wrapping.call_messages import Format
from atlas.surfaces.wrapping.companion import Call, Companion


@dataclass(frozen=True, slots=True)
class WrappedMethod:
    """A method of the client, the format it speaks, and the memory beside it."""

    real: Callable[..., Any]
    form: Format
    companion: Companion

    def create(self) -> Callable[..., Any]:
        """For `create` and `parse`: a coroutine function where the client's is one."""
        waits = inspect.iscoroutinefunction(inspect.unwrap(self.real))
        return self._call_model_async if waits else self._call_model

    def stream(self, *args: Any, **arguments: Any) -> StreamOpening:
        return StreamOpening(self, args, arguments)

    def _call_model(self, *args: Any, **arguments: Any) -> Any:
        call = self.companion.read_call(self.form, arguments)
        answer = self.real(*args, **self.add_memory(call, arguments))
        self._observe_answer(call, arguments, answer)
        return answer

    async def _call_model_async(self, *args: Any, **arguments: Any) -> Any:
        call = self.companion.read_call(self.form, arguments)
        answer = await self.real(*args, **await self.add_memory_async(call, arguments))
        self._observe_answer(call, arguments, answer)
        return answer

    def add_memory(self, call: Call | None, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        return (
            arguments
            if call is None
            else self.companion.add_to_call(call, arguments, self.companion.recall_for_call(call))
        )

    async def add_memory_async(self, call: Call | None, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        if call is None:
            return arguments
        return self.companion.add_to_call(call, arguments, await self.companion.recall_for_call_async(call))

    def _observe_answer(self, call: Call | None, arguments: Mapping[str, Any], answer: Any) -> None:
        if call is None:
            return
        if arguments.get("stream"):
            self.companion.observe_stream(call, answer)
        else:
            self.companion.observe_answer(call, answer)


class StreamOpening:
    """What `stream(...)` gives, for `with` and for `async with`. What it opens is the client's own stream.

    The client's manager is made only when it is entered: an async client makes its request with it, and recall has to
    be awaited before that.
    """

    def __init__(self, asking: WrappedMethod, args: tuple[Any, ...], arguments: dict[str, Any]) -> None:
        self._asking = asking
        self._args = args
        self._arguments = arguments
        self._manager: Any = None

    def __enter__(self) -> Any:
        call = self._asking.companion.read_call(self._asking.form, self._arguments)
        prepared = self._asking.add_memory(call, self._arguments)
        self._manager = self._asking.real(*self._args, **prepared)
        return self._listen_to(call, self._manager.__enter__())

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> Any:
        return self._manager.__exit__(kind, error, trace)

    async def __aenter__(self) -> Any:
        call = self._asking.companion.read_call(self._asking.form, self._arguments)
        prepared = await self._asking.add_memory_async(call, self._arguments)
        self._manager = self._asking.real(*self._args, **prepared)
        return self._listen_to(call, await self._manager.__aenter__())

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> Any:
        return await self._manager.__aexit__(kind, error, trace)

    def _listen_to(self, call: Call | None, stream: Any) -> Any:
        if call is not None:
            self._asking.companion.observe_stream(call, stream)
        return stream
