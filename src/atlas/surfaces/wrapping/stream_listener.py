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
    """Never raises."""

    def hear(self, event: object) -> None: ...

    def end(self, *, whole: bool = False) -> None: ...


def listen(stream: Any, ear: Ear) -> None:
    """From now on. One that is dropped half read has ended too."""
    kind: type = type(stream)
    setattr(stream, _EAR, ear)
    stream.__class__ = _listened_to(kind)
    weakref.finalize(stream, ear.end).atexit = False


@cache
def _listened_to(kind: type) -> type:
    """The same class under the same name, with those of the methods that it has."""
    own: dict[str, Any] = {
        name: wraps(getattr(kind, name))(change(getattr(kind, name)))
        for name, change in _CHANGES.items()
        if hasattr(kind, name)
    }
    said_of_it = {"__module__": kind.__module__, "__qualname__": kind.__qualname__, "__doc__": kind.__doc__}
    return type(kind.__name__, (kind,), {**own, **said_of_it, "__slots__": ()})


def _next(real: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def heard(self: Any) -> Any:
        with _one(ear := getattr(self, _EAR), StopIteration):
            event = real(self)
        ear.hear(event)
        return event

    return heard


def _anext(real: Callable[[Any], Any]) -> Callable[[Any], Any]:
    async def heard(self: Any) -> Any:
        with _one(ear := getattr(self, _EAR), StopAsyncIteration):
            event = await real(self)
        ear.hear(event)
        return event

    return heard


@contextmanager
def _one(ear: Ear, end: type[Exception]) -> Iterator[None]:
    """While one event is waited for. The stream says by `end` that there are no more."""
    try:
        yield
    except BaseException as error:
        ear.end(whole=isinstance(error, end))
        raise


def _iterated(passing: Callable[[Any, Ear], Any]) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """Of a method that gives an iterator: where that is the stream itself, its steps are heard already."""

    def change(real: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def heard(self: Any) -> Any:
            inner = real(self)
            return inner if inner is self else passing(inner, getattr(self, _EAR))

        return heard

    return change


def _passing(events: Iterator[Any], ear: Ear) -> Iterator[Any]:
    with _all(ear):
        for event in events:
            ear.hear(event)
            yield event


async def _apassing(events: AsyncIterator[Any], ear: Ear) -> AsyncIterator[Any]:
    with _all(ear):
        async for event in events:
            ear.hear(event)
            yield event


@contextmanager
def _all(ear: Ear) -> Iterator[None]:
    """While events are passed on. Whoever stops iterating may take it up again: that ends nothing."""
    try:
        yield
    except GeneratorExit:
        raise
    except BaseException:
        ear.end()
        raise
    ear.end(whole=True)


def _closing(real: Callable[..., Any]) -> Callable[..., Any]:
    """Of a method that ends the stream; where that is a coroutine function, it still gives the coroutine."""

    def heard(self: Any, *args: Any, **kwargs: Any) -> Any:
        getattr(self, _EAR).end()
        return real(self, *args, **kwargs)

    return heard


_CHANGES: Final[dict[str, Callable[[Callable[..., Any]], Callable[..., Any]]]] = {
    "__next__": _next,
    "__anext__": _anext,
    "__iter__": _iterated(_passing),
    "__aiter__": _iterated(_apassing),
    "close": _closing,
    "aclose": _closing,
    "__exit__": _closing,
    "__aexit__": _closing,
}
