"""Cards and clusters of the queue as text for a terminal: drawn here alone, for the app and for a pipe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from atlas.model.review import Band, DiffKind, Grouping
from atlas.surfaces.cli.shared.output import styled_text
from atlas.surfaces.views.text import (
    clip_line,
    format_count,
    format_day,
    format_moment,
    one_line,
    reveal_hidden,
    short_id,
)

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.text import Text

    from atlas.engine.curate.conversations import WaitingSource
    from atlas.model.review import Card, Cluster, ReviewQueue

BAND_STYLES: Final = {Band.HIGH: "bold red", Band.MEDIUM: "yellow", Band.LOW: "green"}
_DIFF_STYLES: Final = {DiffKind.SAME: "", DiffKind.ADDED: "green underline", DiffKind.REMOVED: "red strike"}
_MARKS: Final = {DiffKind.SAME: ("", ""), DiffKind.ADDED: ("{+", "+}"), DiffKind.REMOVED: ("[-", "-]")}
_GROUPINGS: Final = {
    Grouping.RIVALS: "cannot all hold",
    Grouping.SAME_CLAIM: "say the same",
    Grouping.DUPLICATES: "say the same",
    Grouping.TARGET: "change one thing",
    Grouping.CONVERSATION: "come from one conversation",
}


def describe_queue(queue: ReviewQueue, sources: Sequence[WaitingSource] = ()) -> str:
    """`312 wait in 96 decisions: 12 of high risk, 50 medium, 34 low`; or the conversations, where only they wait."""
    if not queue.items and sources:
        number = sum(each.conversations for each in sources)
        return f"{format_count(number, 'conversation')} {'waits' if number == 1 else 'wait'} for you."
    if not queue.items:
        return "Nothing waits for you."
    bands = {band: sum(each.risk.band is band for each in queue.clusters) for band in Band}
    if not queue.clusters:
        return f"{queue.items:,} {'waits' if queue.items == 1 else 'wait'}, none of it in what is shown."
    waits = "1 waits" if queue.items == 1 else f"{queue.items:,} wait"
    parts = ", ".join(f"{bands[band]} {band.value}" for band in reversed(Band) if bands[band])
    return f"{waits} in {format_count(len(queue.clusters), 'decision')} ({parts} risk)"


def cluster_line(cluster: Cluster, width: int) -> Text:
    """One cluster on one line: its band, how many, and its top card."""
    many = f" ×{len(cluster.ids)}" if len(cluster.ids) > 1 else ""
    band = f"{cluster.risk.band.value.upper():<6}"
    room = max(8, width - len(band) - len(many) - 1)
    return styled_text((band, BAND_STYLES[cluster.risk.band]), " ", clip_line(cluster.title, room), (many, "bold"))


def card_lines(
    card: Card, cluster: Cluster, inside: int, zone: tzinfo, others: Sequence[Card] = (), *, plain: bool = False
) -> Iterator[Text]:
    """Everything that a decision needs, the weightiest first."""
    band = card.risk.band
    yield styled_text((f" {band.value.upper()} RISK ", BAND_STYLES[band]), f" {card.what} {short_id(card.id)}", "  ",
                      (_describe_place(cluster, inside), "bold"))  # fmt: skip
    yield styled_text("")
    for line in reveal_hidden(card.text).split("\n"):
        yield styled_text("  ", (line, "bold"))
    if card.hides:
        yield styled_text(("  ⟨…⟩ are characters that nobody sees.", "red"))
    yield styled_text("")
    if card.diff:
        yield styled_text(("Would change ", "dim"), *_diff_parts(card, plain))
    for reason in card.risk.reasons:
        yield styled_text(("• ", BAND_STYLES[band]), reason)
    if card.of:
        asked = f"{card.reach} of your last {format_count(card.of, 'question')} would have received it."
        yield styled_text(("• ", "dim"), asked)
    yield styled_text(("Why it waits ", "dim"), one_line(card.why))
    for quote in card.quotes:
        said = f"— {quote.speaker}, {format_moment(quote.at, zone)} "
        yield styled_text(
            ("Said ", "dim"), f"“{one_line(quote.text)}” ", (said, "dim"), (f"[{quote.origin.value}]", "bold")
        )
    for memory in card.similar:
        yield styled_text(("Known ", "dim"), f"{one_line(memory.content)} ", (short_id(memory.id), "dim"))
    for other in others:
        origin = f"[{other.quotes[0].origin.value}] " if other.quotes else ""
        name = (short_id(other.id), "dim")
        yield styled_text(("Beside it ", "dim"), f"{clip_line(other.text, 200)} ", (origin, "bold"), name)
    yield styled_text((f"It waits since {format_day(card.since, zone)}.", "dim"))


def source_lines(source: WaitingSource, zone: tzinfo) -> Iterator[Text]:
    """The conversations that wait from one source, and what can be decided about them."""
    where = f"from {source.source}" if source.source else "from tools, pages and files"
    messages = format_count(source.messages, "message")
    yield styled_text((f" {format_count(source.conversations, 'conversation').upper()} ", "bold yellow"), f" {where}")
    yield styled_text("")
    yield styled_text(f"  {messages}, {format_day(source.first, zone)} to {format_day(source.last, zone)}.", "")
    yield styled_text("")
    yield styled_text("What was said there is not quoted to the assistant until you decide.")
    if source.vouchable:
        yield styled_text(
            ("a ", "bold"), "They are your own: what you typed is taken at your word, and thought about again."
        )
    yield styled_text(("x ", "bold"), "Never serve them, and reject what waits and was learned from them alone.")
    yield styled_text(("v ", "bold"), "Leave them for now.")


def _describe_place(cluster: Cluster, inside: int) -> str:
    if len(cluster.ids) == 1:
        return ""
    return f"{inside + 1} of {len(cluster.ids)} that {_GROUPINGS[cluster.grouping]}"


def _diff_parts(card: Card, plain: bool) -> Iterator[str | tuple[str, str]]:
    last = DiffKind.SAME
    for piece in card.diff:
        before, after = _MARKS[piece.kind] if plain else ("", "")
        if (last, piece.kind) == (DiffKind.REMOVED, DiffKind.ADDED):
            yield " "
        last = piece.kind
        yield (f"{before}{reveal_hidden(piece.text)}{after}", "" if plain else _DIFF_STYLES[piece.kind])
