"""Listen to a stream that the caller reads: the stream stays the very object that the client gave.

Whoever reads it may do so in any of the ways that its class knows: by iterating, by a helper, to the end or not. All of
them come down to a few methods. So the object is given a subclass of its own class in which these tell what went by;
nothing else about it changes, and no private part of a client is touched.
"""

from __future__ import annotations

import weakref
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from typing import Any, Final, Protocol

_EAR: Final = "_atlas_ear"


class Ear(Protocol):
    """A listener to a stream, which never raises."""

    def hear_event(self, event: object) -> None: ...

    def end_stream(self, *, whole: bool = False) -> None: ...


def listen_to_stream(stream: Any, ear: Ear) -> None:
    """Listen to a stream from now on; one that is dropped half read has ended too."""
    kind: type = type(stream)
    setattr(stream, _EAR, ear)
    stream.__class__ = _listening_class(kind)
    weakref.finalize(stream, ear.end_stream).atexit = False


@cache
def _listening_class(kind: type) -> type:
    """The same class under the same name, with listening methods in the place of those it has."""
    own: dict[str, Any] = {
        name: wraps(getattr(kind, name))(change(getattr(kind, name)))
        for name, change in _CHANGES.items()
        if hasattr(kind, name)
    }
    said_of_it = {"__module__": kind.__module__, "__qualname__": kind.__qualname__, "__doc__": kind.__doc__}
    return type(kind.__name__, (kind,), {**own, **said_of_it, "__slots__": ()})


def _wrap_next(real: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def next_event(self: Any) -> Any:
        with _awaiting_event(ear := getattr(self, _EAR), StopIteration):
            event = real(self)
        ear.hear_event(event)
        return event

    return next_event


def _wrap_anext(real: Callable[[Any], Any]) -> Callable[[Any], Any]:
    async def next_event_async(self: Any) -> Any:
        with _awaiting_event(ear := getattr(self, _EAR), StopAsyncIteration):
            event = await real(self)
        ear.hear_event(event)
        return event

    return next_event_async


@contextmanager
def _awaiting_event(ear: Ear, end: type[Exception]) -> Iterator[None]:
    """While one event is waited for; the stream says by `end` that there are no more."""
    try:
        yield
    except BaseException as error:
        ear.end_stream(whole=isinstance(error, end))
        raise


def _wrap_iterator(passing: Callable[[Any, Ear], Any]) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """Wrap a method that gives an iterator: where that is the stream itself, its steps are heard already."""

    def wrap_method(real: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def iterate_listening(self: Any) -> Any:
            inner = real(self)
            return inner if inner is self else passing(inner, getattr(self, _EAR))

        return iterate_listening

    return wrap_method


def _pass_events(events: Iterator[Any], ear: Ear) -> Iterator[Any]:
    with _passing_events(ear):
        for event in events:
            ear.hear_event(event)
            yield event


async def _pass_events_async(events: AsyncIterator[Any], ear: Ear) -> AsyncIterator[Any]:
    with _passing_events(ear):
        async for event in events:
            ear.hear_event(event)
            yield event


@contextmanager
def _passing_events(ear: Ear) -> Iterator[None]:
    """While events are passed on; whoever stops iterating may take it up again: that ends nothing."""
    try:
        yield
    except GeneratorExit:
        raise
    except BaseException:
        ear.end_stream()
        raise
    ear.end_stream(whole=True)


def _wrap_close(real: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a method that ends the stream; where that is a coroutine function, it still gives the coroutine."""

    def close_listening(self: Any, *args: Any, **kwargs: Any) -> Any:
        getattr(self, _EAR).end_stream()
        return real(self, *args, **kwargs)

    return close_listening


_CHANGES: Final[dict[str, Callable[[Callable[..., Any]], Callable[..., Any]]]] = {
    "__next__": _wrap_next,
    "__anext__": _wrap_anext,
    "__iter__": _wrap_iterator(_pass_events),
    "__aiter__": _wrap_iterator(_pass_events_async),
    "close": _wrap_close,
    "aclose": _wrap_close,
    "__exit__": _wrap_close,
    "__aexit__": _wrap_close,
}
