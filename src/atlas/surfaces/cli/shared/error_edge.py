"""The edge: whatever goes wrong in a command leaves here as one sentence and an exit code.

    0    done            2    bad usage, as click has it        70   unexpected: please report
    1    ATLAS says no   130  interrupted, or 128 and the number of the signal that ended it

A traceback is shown only where `ATLAS_DEBUG=1` asks for one.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from atlas.errors import AtlasError
from atlas.surfaces.views.text import line

UNEXPECTED: Final = 70
INTERRUPTED: Final = 130


def at_the_edge(work: Callable[[], Any], as_json: bool) -> int:
    """Do the work; the exit code. The one broad except of the command line."""
    is_heard = _stand_in_for_closed()
    _print_whatever_comes()
    with ended_by_signals() as came:
        code = _code_of(work, as_json)
    if came and code == INTERRUPTED:
        return 128 + came[0]
    if code == 0 and not is_heard:
        return _fail("What was to be told could not be: standard output is closed.", 1, as_json)
    return code


def _code_of(work: Callable[[], Any], as_json: bool) -> int:
    try:
        code = work()
    except AtlasError as trouble:
        return _fail(line(str(trouble)), 1, as_json)
    except click.UsageError as wrong:
        return _misused(wrong, as_json)
    except click.ClickException as trouble:
        return _fail(line(trouble.format_message()), trouble.exit_code, as_json)
    except click.Abort:
        return INTERRUPTED
    except OSError as error:
        return _fail(line(_of_the_world(error)), 1, as_json)
    except Exception as error:  # noqa: BLE001 # the surface's named edge: no traceback reaches a person
        return _unexpected(error, as_json)
    return code if isinstance(code, int) else 0


def ending_signals() -> list[int]:
    """What a process is told to end by, as far as this system knows it."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    return [int(getattr(signal, name)) for name in names if hasattr(signal, name)]


@contextmanager
def ended_by_signals() -> Iterator[list[int]]:
    """Within it, to be told to end is like Ctrl-C: the store is closed, what is not done stays owed. The second signal
    ends the process at once. What was ignored stays so. Gives the signals that came."""
    before: dict[int, Any] = {}
    came: list[int] = []

    def end(number: int, frame: object) -> None:
        came.append(number)
        _restore(before)
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        for number in ending_signals():
            if number != signal.SIGINT and signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, end)
    try:
        yield came
    finally:
        _restore(before)


def _restore(before: dict[int, Any]) -> None:
    for number, handler in before.items():
        signal.signal(number, handler)


def wants_json(args: list[str]) -> bool:
    """Known before anything is parsed, because parsing is among what can fail."""
    own = args[: args.index("--")] if "--" in args else args
    return "--json" in own


def _misused(wrong: click.UsageError, as_json: bool) -> int:
    if wrong.ctx and not as_json:
        click.echo(wrong.ctx.get_usage(), err=True)
        click.echo(f"Try '{wrong.ctx.command_path} --help'.", err=True)
    return _fail(line(wrong.format_message()), wrong.exit_code, as_json)


def _fail(sentence: str, code: int, as_json: bool) -> int:
    complain(sentence, as_json)
    return code


def complain(sentence: str, as_json: bool = False) -> None:
    """One sentence on stderr."""
    if as_json:
        from atlas.surfaces.views.json_text import json_text

        click.echo(json_text({"error": sentence}), err=True)
    else:
        click.echo(f"atlas: {sentence}", err=True)


def _of_the_world(error: OSError) -> str:
    place = error.filename or "The output could not be written"
    return f"{place}: {error.strerror or type(error).__name__}."


def _unexpected(error: Exception, as_json: bool) -> int:
    from atlas.settings import debugging

    if debugging():
        traceback.print_exc(file=sys.stderr)
    sentence = f"Something unexpected happened ({type(error).__name__}: {line(str(error))[:200]}); please report it."
    return _fail(sentence, UNEXPECTED, as_json)


def _stand_in_for_closed() -> bool:
    """Whether somebody hears the output. What was closed gets a place that takes everything: else the next file that
    is opened has its number, and what is printed goes into that file."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free, which is this one
    is_heard = sys.stdout is not None
    sys.stdin = sys.stdin or Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - as long as the process
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - as long as the process
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - as long as the process
    return is_heard


def _print_whatever_comes() -> None:
    """A terminal that cannot draw a letter gets it spelled out, not an error in the middle of a table."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
