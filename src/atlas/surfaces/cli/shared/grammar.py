"""The form that all commands share: global options on both sides of a command, examples in every help text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from atlas.model.memory import Kind, Status
from atlas.model.origin import Origin
from atlas.surfaces.cli.shared.command_context import Run
from atlas.surfaces.views.status_words import STATUS_WORDS

F = TypeVar("F", bound=Callable[..., Any])

if TYPE_CHECKING:
    _MomentType = click.ParamType[datetime]
    _NumberType = click.ParamType[int]
    _WordType = click.ParamType[str]
else:  # older versions of click cannot be subscripted
    _MomentType = _NumberType = _WordType = click.ParamType


class HelpWithExamples:
    """Help that ends with examples, and with what `--json` gives."""

    examples: Sequence[str] = ()
    json_gives: str = ""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.json_gives:
            with formatter.section("With --json"):
                formatter.write_text(self.json_gives)
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")


class HelpfulCommand(HelpWithExamples, click.Command):
    pass


class HelpfulGroup(HelpWithExamples, click.Group):
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; for a misspelt one only what the help lists is suggested."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-") and not ctx.resilient_parsing:
            listed = [each for each, command in self.commands.items() if not command.hidden]
            near = get_close_matches(name, listed)
            meant = f" Did you mean {' or '.join(repr(each) for each in near)}?" if near else ""
            ctx.fail(f"No such command {name!r}.{meant}")
        return super().resolve_command(ctx, args)


def command(name: str, *examples: str, gives: str = "") -> Callable[[F], click.Command]:
    """Define a command with the global options and its examples; `gives` says what `--json` prints."""

    def decorate_function(function: F) -> click.Command:
        built = click.command(name, cls=HelpfulCommand)(function)
        built.examples, built.json_gives = examples, gives
        built.params += global_options()
        return built

    return decorate_function


def group(name: str, *examples: str, gives: str = "") -> Callable[[F], click.Group]:
    def decorate_function(function: F) -> click.Group:
        built = click.group(name, cls=HelpfulGroup, invoke_without_command=True)(function)
        built.examples, built.json_gives = examples, gives
        built.params += global_options()
        return built

    return decorate_function


def global_options() -> list[click.Parameter]:
    """Make fresh options for each command; a value given later wins."""
    return [
        _global_option(["--home"], "DIR", "A folder, or a store's file ending in .atlas (ATLAS_HOME; else ~/.atlas)."),
        _global_option(["--space"], "NAME", "Which assistant's world (ATLAS_SPACE; else default)."),
        click.Option(
            ["--json", "as_json"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_store_option,
            help="For machines.",
        ),
    ]


def _global_option(names: list[str], metavar: str, says: str) -> click.Option:
    return click.Option(names, metavar=metavar, expose_value=False, is_eager=True, callback=_store_option, help=says)


def _store_option(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    if value == "":
        raise click.BadParameter("it is empty.", ctx, param)  # an unset variable, more likely than a wish
    if value and param.name:
        setattr(ctx.ensure_object(Run), param.name, value)


class Moment(_MomentType):
    """A date or a moment in ISO form; without a zone it is taken in the space's own."""

    name = "WHEN"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        if isinstance(value, datetime):
            return value
        try:
            when = datetime.fromisoformat(str(value))
            when.astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail(f"{value!r} is not a date such as 2026-11-15 or 2026-11-15T09:30.", param, ctx)
        return when


class EntryNumber(_NumberType):
    """A journal entry's number, also with the sign that `atlas log` has over it."""

    name = "ENTRY"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        digits = str(value).removeprefix("#")
        if not digits.isdecimal() or len(digits) > 18 or int(digits) < 1:
            self.fail(f"{value!r} is not the number of an entry; atlas journal log has them.", param, ctx)
        return int(digits)


class Word(_WordType):
    """One of the words that people say; `also` are those that machines have for the same, taken and not listed."""

    def __init__(self, name: str, words: Mapping[str, str], also: Mapping[str, str] | None = None) -> None:
        self.name = name
        self.listed = ", ".join(words)
        self.words = {word.replace(" ", "_"): value for word, value in {**(also or {}), **words}.items()}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        wanted = str(value).strip().lower().replace("-", "_").replace(" ", "_")
        if wanted not in self.words:
            self.fail(f"{value!r} is none of {self.listed}.", param, ctx)
        return self.words[wanted]


KIND: Final = Word("KIND", {kind.value: kind.value for kind in Kind})
ORIGIN: Final = Word("ORIGIN", {origin.value: origin.value for origin in Origin})
STATUS: Final = Word(
    "STATUS",
    {word: status.value for status, word in STATUS_WORDS.items()},
    also={status.value: status.value for status in Status},
)

kind_option = click.option("--kind", "kinds", type=KIND, multiple=True, help=f"One of {', '.join(Kind)}.")
origin_option = click.option("--origin", "origins", type=ORIGIN, multiple=True, help="Who it came from.")
status_option = click.option("--status", "statuses", type=STATUS, multiple=True, help="waiting, approved, replaced, …")
conversation_option = click.option("--conversation", metavar="NAME", help="Only from this conversation.")
scores_option = click.option("--scores", is_flag=True, help="The numbers behind each reason.")
yes_option = click.option("--yes", "-y", is_flag=True, help="Do not ask.")


def limit_option(default: int) -> Callable[[F], F]:
    return click.option(
        "--limit", type=click.IntRange(1, 100_000), default=default, show_default=True, help="At most so many."
    )
