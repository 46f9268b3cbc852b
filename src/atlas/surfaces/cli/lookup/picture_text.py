"""The one picture for a terminal: three bands, at 80 columns and wider (C11)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo
from typing import TYPE_CHECKING, Final

from atlas.model.memory import Status
from atlas.surfaces.cli.shared.output import make_console, styled_text
from atlas.surfaces.views.status_words import STATUS_WORDS
from atlas.surfaces.views.text import clip_line, format_count, format_moment

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from atlas.engine.inspect.picture import Picture, ReadPath, StatusCount

_NARROWEST: Final = 76
_WIDEST: Final = 136
_COLOURS: Final = ("blue", "cyan", "green", "yellow", "magenta", "red", "bright_cyan", "white")
_STATUS_COLOURS: Final = {Status.APPROVED: "green", Status.NEEDS_REVIEW: "yellow", Status.SENSITIVE: "magenta"}
_ENDS: Final = (Status.SUPERSEDED, Status.SENSITIVE, Status.REJECTED, Status.ONE_TIME, Status.EXPIRED)


def render_text(picture: Picture, zone: tzinfo, width: int | None = None) -> Iterator[RenderableType]:
    """Render the picture as lines; a pipe gets it 76 columns wide."""
    console = make_console()
    seen = width or (console.width - 2 if console.is_terminal else _NARROWEST)
    wide = max(_NARROWEST, min(_WIDEST, seen))
    waiting = format_count(picture.waiting.items, "decision waits", "decisions wait")
    yield styled_text(("What is remembered, and how it gets curated", "bold"))
    yield styled_text((clip_line(f"{picture.space} · {format_moment(picture.at, zone)} · {waiting}", wide), "dim"))
    yield ""
    yield from _render_writers(picture, wide)
    yield from _render_machine(picture, wide)
    yield from _render_paths(picture, wide)


def _rule(title: str, wide: int) -> Text:
    return styled_text((f"── {title} ", "bold"), ("─" * max(0, wide - len(title) - 4), "dim"))


def _render_writers(picture: Picture, wide: int) -> Iterator[RenderableType]:
    yield _rule("1 Writers propose", wide)
    most = 4 if wide < 100 else 7
    shown = list(picture.writers[:most])
    rest = sum(number for _, number in picture.writers[most:])
    shown += [("other thinking", rest)] if rest else []
    cell = wide // max(1, len(shown))
    yield styled_text(*((f"{number:,}".center(cell), "bold") for _, number in shown))
    yield styled_text(*((clip_line(name, cell - 1).center(cell), "dim") for name, _ in shown))
    yield styled_text((f"{'│':>{wide // 2}}  proposals, each judged", "dim"))
    yield styled_text((f"{'▼':>{wide // 2}}", "dim"))


def _render_machine(picture: Picture, wide: int) -> Iterator[RenderableType]:
    """What waits, what is approved, and where approval ends; boxes and ends side by side, line by line."""
    counts = {each.status: each for each in picture.statuses}
    yield _rule("2 Curation decides", wide)
    word = max(len(STATUS_WORDS[each]) for each in _ENDS) + 2
    box = 20 if wide < 100 else 34
    between = wide - 2 * box - word - 16
    waits = _draw_box(counts[Status.NEEDS_REVIEW], box)
    holds = _draw_box(counts[Status.APPROVED], box)
    joints = ("   ╭─▶ ", "   ├─▶ ", "───┼─▶ ", "   ├─▶ ", "   ╰─▶ ")
    steps = ("", "", f"{'─' * (between - 3)}▶".center(between), "undo ◀┄".center(between), "")
    for at, status in enumerate(_ENDS):
        yield styled_text(
            *waits[at],
            (steps[at].ljust(between), "dim"),
            *holds[at],
            (joints[at], "dim"),
            (STATUS_WORDS[status].ljust(word), _STATUS_COLOURS.get(status, "")),
            (f"{counts[status].total:,}".rjust(7), "bold"),
        )
    away = (("archived", picture.archived), ("quarantined", picture.quarantined), ("forgotten", picture.gone))
    told = ", ".join(f"{number:,} {name}" for name, number in away)
    yield styled_text((f"out of service: {told}".center(wide).rstrip(), "dim"))
    yield styled_text((f"{'▼':>{wide // 2}}", "dim"))


def _draw_box(count: StatusCount, width: int) -> list[list[tuple[str, str]]]:
    """Draw a status as a box of five lines."""
    colour, inner = _STATUS_COLOURS[count.status], width - 2
    learned = f"{count.learned:,} learned" if width < 30 else f"{count.learned:,} learned, {count.messages:,} messages"
    rows = ((STATUS_WORDS[count.status], ""), (f"{count.total:,}", "bold"), (learned, "dim"))
    middle = [[("│", colour), (words.center(inner), style), ("│", colour)] for words, style in rows]
    return [[(f"╭{'─' * inner}╮", colour)], *middle, [(f"╰{'─' * inner}╯", colour)]]


def _render_paths(picture: Picture, wide: int) -> Iterator[RenderableType]:
    yield _rule("3 Read paths fill the context", wide)
    name = max((len(path.name) for path in picture.paths), default=0)
    bar = wide - name - 33
    for path, colour in zip(picture.paths, _COLOURS, strict=False):
        yield styled_text(
            (f"{path.name.ljust(name)} ", ""),
            (f"{path.available:>7,} ", "bold"),
            *_draw_bar(path, bar, colour),
            (f" {path.tokens:>7,} of {path.budget:>6,}", "dim"),
        )
    yield ""
    yield styled_text(*_draw_stack(picture, wide))
    asked = f" for “{clip_line(picture.query, wide - 40)}”" if picture.query else ""
    total = f"{picture.tokens:,} of {picture.budget:,} tokens in the last context{asked}"
    yield total if picture.tokens else "No context was served yet."
    yield styled_text(("the number: what may be served; the bar: tokens of it in that context, about", "dim"))


def _draw_bar(path: ReadPath, width: int, colour: str) -> Iterator[tuple[str, str]]:
    filled = round(width * min(1.0, path.tokens / path.budget)) if path.budget else 0
    filled = max(filled, 1) if path.tokens else 0
    yield "█" * filled, colour
    yield "░" * (width - filled), "dim"


def _draw_stack(picture: Picture, width: int) -> Iterator[tuple[str, str]]:
    left = width
    for path, colour in zip(picture.paths, _COLOURS, strict=False):
        part = min(left, max(1, round(width * path.tokens / max(1, picture.budget))) if path.tokens else 0)
        left -= part
        yield "█" * part, colour
    yield "░" * left, "dim"
