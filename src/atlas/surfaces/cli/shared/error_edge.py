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
from atlas.surfaces.views.errors import describe_error
from atlas.surfaces.views.text import one_line

UNEXPECTED: Final = 70
INTERRUPTED: Final = 130


def run_guarded(work: Callable[[], Any], as_json: bool) -> int:
    """Do the work and return the exit code. The one broad except of the command line."""
    has_output = _replace_closed_streams()
    _spell_out_undrawable()
    with interrupt_on_signals() as signals:
        code = _exit_code_of(work, as_json)
    if signals and code == INTERRUPTED:
        return 128 + signals[0]
    if code == 0 and not has_output:
        return _report_failure("What was to be told could not be: standard output is closed.", 1, as_json)
    return code


def _exit_code_of(work: Callable[[], Any], as_json: bool) -> int:
    try:
        code = work()
    except AtlasError as trouble:
        return _report_failure(describe_error(trouble), 1, as_json)
    except click.UsageError as wrong:
        return _report_usage_error(wrong, as_json)
    except click.ClickException as trouble:
        return _report_failure(one_line(trouble.format_message()), trouble.exit_code, as_json)
    except click.Abort:
        return INTERRUPTED
    except OSError as error:
        return _report_failure(one_line(_describe_os_error(error)), 1, as_json)
    except Exception as error:  # noqa: BLE001 # the surface's named edge: no traceback reaches a person
        return _report_unexpected(error, as_json)
    return code if isinstance(code, int) else 0


def ending_signals() -> list[int]:
    """List the signals by which a process is told to end, as far as this system knows them."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    return [int(getattr(signal, name)) for name in names if hasattr(signal, name)]


@contextmanager
def interrupt_on_signals() -> Iterator[list[int]]:
    """Turn signals to end into an interrupt, like Ctrl-C: the store is closed, open work stays owed.

    The second signal ends the process at once. Ignored signals stay ignored. Gives the signals that came.
    """
    handlers: dict[int, Any] = {}
    signals: list[int] = []

    def raise_interrupt(number: int, frame: object) -> None:
        signals.append(number)
        _restore_handlers(handlers)
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        for number in ending_signals():
            if number != signal.SIGINT and signal.getsignal(number) is signal.SIG_DFL:
                handlers[number] = signal.signal(number, raise_interrupt)
    try:
        yield signals
    finally:
        _restore_handlers(handlers)


def _restore_handlers(handlers: dict[int, Any]) -> None:
    for number, handler in handlers.items():
        signal.signal(number, handler)


def wants_json(args: list[str]) -> bool:
    """Look for `--json` before anything is parsed, because parsing is among what can fail."""
    own = args[: args.index("--")] if "--" in args else args
    return "--json" in own


def _report_usage_error(error: click.UsageError, as_json: bool) -> int:
    if error.ctx and not as_json:
        click.echo(error.ctx.get_usage(), err=True)
        click.echo(f"Try '{error.ctx.command_path} --help'.", err=True)
    return _report_failure(one_line(error.format_message()), error.exit_code, as_json)


def _report_failure(sentence: str, code: int, as_json: bool) -> int:
    print_error(sentence, as_json)
    return code


def print_error(sentence: str, as_json: bool = False) -> None:
    """Print one sentence on stderr."""
    if as_json:
        from atlas.surfaces.views.json_text import json_text

        click.echo(json_text({"error": sentence}), err=True)
    else:
        click.echo(f"atlas: {sentence}", err=True)


def _describe_os_error(error: OSError) -> str:
    place = error.filename or "The output could not be written"
    return f"{place}: {error.strerror or type(error).__name__}."


def _report_unexpected(error: Exception, as_json: bool) -> int:
    from atlas.settings import is_debugging

    if is_debugging():
        traceback.print_exc(file=sys.stderr)
    sentence = (
        f"Something unexpected happened ({type(error).__name__}: {one_line(str(error))[:200]}); please report it."
    )
    return _report_failure(sentence, UNEXPECTED, as_json)


def _replace_closed_streams() -> bool:
    """Tell whether anybody reads the output, and give each closed stream a place that takes everything: else the
    next file that is opened has its number, and what is printed goes into that file."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free, which is this one
    has_output = sys.stdout is not None
    sys.stdin = sys.stdin or Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - as long as the process
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - as long as the process
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - as long as the process
    return has_output


def _spell_out_undrawable() -> None:
    """Have a letter that the terminal cannot draw spelled out, instead of an error in the middle of a table."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
