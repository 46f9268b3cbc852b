"""`atlas signals` and `atlas report`: signals about replies, and reporting one yourself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click

from atlas.errors import BadInput
from atlas.model.ids import Prefix
from atlas.model.interaction import Role
from atlas.model.memory import Kind
from atlas.model.signal import Confidence, Signal, SignalKind, Source
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import Word, command, limit_option
from atlas.surfaces.cli.shared.output import hint_text, make_table, print_json, print_text, styled_text
from atlas.surfaces.views.id_lookup import MessageLookup, find_failure
from atlas.surfaces.views.json_text import make_plain
from atlas.surfaces.views.signal_labels import SIGNAL_WORDS, SOURCE_WORDS, signal_word
from atlas.surfaces.views.signals import view_confidence
from atlas.surfaces.views.text import clip_line, format_count, format_moment, one_line, short_id

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.console import RenderableType
    from rich.text import Text

    from atlas.engine.intake.outcome_reports import ReportReceipt
    from atlas.model.interaction import Interaction
    from atlas.surfaces.library import Atlas

_KIND: Final = Word(
    "KIND",
    {kind.value: kind.value for kind in SignalKind},
    also={word: kind.value for kind, word in SIGNAL_WORDS.items() if kind is not SignalKind.VERIFIED},
)
REPORTS: Final = {
    "undo": "the reply, or what it did, was taken back",
    "tool_error": "a tool that it used failed",
    "task_failure": "the task was not done",
    "actions": "what was done for it, one --action each, in order",
    "thumbs_up": "a person liked it",
    "thumbs_down": "a person did not",
    "right": "a verifier found it right",
    "wrong": "a verifier found it wrong",
}
"""What can be told of a reply; a test holds them equal to those of the engine."""
_REPORT: Final = Word("KIND", {name: name for name in REPORTS})
_ACTIONS: Final = "actions"


@command(
    "signals",
    "atlas signals",
    "atlas signals --kind correction",
    "atlas signals --about i_4kq9zt      # one reply, and how sure one may be of it",
    gives="signals, newest first: kind, about and seen_in (interactions), score, at, source, message, start, end, "
    "figures, note, words; owed (thoughts); with --about confidence (value, null where too little is known, and "
    "parts).",
)
@click.option("--about", metavar="ID", help="About one reply: an interaction, a message of it, a failure.")
@click.option("--kind", type=_KIND, help="Only of one kind: re_ask, correction, hedging, …")
@click.option("--all", "everything", is_flag=True, help="With scores, and with what was measured.")
@limit_option(30)
@pass_run
def signals(run: Run, about: str | None, kind: str | None, everything: bool, limit: int) -> None:
    """See what was noticed: doubts, corrections, thanks.

    Each with the words by which it is known; with --all its score from 0 to 1, and what was measured, too. A correction
    is about the reply before it.
    """
    with run.open_for_reading() as atlas:
        messages = MessageLookup(atlas)
        interaction = _find_interaction(atlas, about) if about else None
        noticed = atlas.inspect.signals(interaction.id if interaction else None, limit=limit, kind=kind)
        confidence = atlas.inspect.confidence(interaction.id) if interaction else None
        if run.as_json:
            rows = [{**make_plain(each), "words": signal_quote(each, messages)} for each in noticed]
            view = {"signals": rows, "owed": atlas.jobs.owed()}
            print_json({**view, "confidence": view_confidence(confidence)} if confidence else view)
            return
        if interaction and confidence:
            print_text(*_exchange_lines(interaction), confidence_text(confidence), "")
        if noticed:
            print_text(signal_table(noticed, messages, run.zone, everything), hint_text(_next_step(noticed, limit)))
        else:
            print_text("Nothing like that was noticed." if about or kind else "Nothing was noticed yet.")
            print_text(
                hint_text(
                    "Tell how a reply fared: atlas learning report thumbs_down. "
                    "What one can tell: atlas learning report --help"
                )
            )


def _find_interaction(atlas: Atlas, id: str) -> Interaction:
    """Find the interaction of an id: its own, a message's, or a failure's."""
    failed = id.startswith(f"{Prefix.FAILURE}_")
    return atlas.inspect.interaction(find_failure(atlas, id).about if failed else id).interaction


def _exchange_lines(interaction: Interaction) -> Iterator[RenderableType]:
    """Quote the question and the reply of an interaction."""
    for message in interaction.messages:
        if message.role in (Role.USER, Role.ASSISTANT):
            who = "asked" if message.role is Role.USER else "replied"
            yield styled_text((f"{who:<8}", "dim"), (f"“{clip_line(message.text, 200)}”", "italic"))


def confidence_text(confidence: Confidence) -> str:
    parts = ", ".join(f"{one_line(name).replace('_', ' ')} {value:.2f}" for name, value in confidence.parts)
    if confidence.value is None:
        return f"How sure one may be of it: not known, too little was noticed{f' ({parts})' if parts else ''}."
    return f"How sure one may be of it: {confidence.value:.2f} of 1 ({parts})."


def _next_step(noticed: Sequence[Signal], limit: int) -> str:
    more = f" More: --limit {limit * 5}." if len(noticed) == limit else ""
    number, first = format_count(len(noticed), "signal"), short_id(noticed[0].about)
    return f"{number}.{more} All about one reply: atlas learning signals --about {first}"


def signal_table(
    noticed: Sequence[Signal], messages: MessageLookup, zone: tzinfo, with_figures: bool
) -> RenderableType:
    heads = ["WHEN", "NOTICED", *(["SCORE"] if with_figures else []), "ABOUT", "BY"]
    return make_table(heads, (_signal_row(each, messages, zone, with_figures) for each in noticed), "BY")


def _signal_row(signal: Signal, messages: MessageLookup, zone: tzinfo, with_figures: bool) -> list[str | Text]:
    score = [f"{signal.score:.2f}"] if with_figures else []
    evidence = _signal_evidence(signal, messages, with_figures)
    return [format_moment(signal.at, zone), signal_word(signal), *score, short_id(signal.about), evidence]


def signal_quote(signal: Signal, messages: MessageLookup) -> str:
    """Quote the words by which a signal is known; without a span, the whole message."""
    text = messages.message_text(signal.message)
    return text[signal.start : signal.end] or text


def _signal_evidence(signal: Signal, messages: MessageLookup, with_figures: bool) -> Text:
    quoted = clip_line(signal_quote(signal, messages), 120)
    quote = f"“{quoted}”" if quoted else ""
    who = "" if signal.source is Source.NOTICED else f"[{SOURCE_WORDS[signal.source]}] "
    measured = signal.figures if with_figures else ()
    figures = ", ".join(f"{name.replace('_', ' ')} {round(value, 2):g}" for name, value in measured)
    parts = [part for part in (quote, one_line(signal.note)) if part]
    below = f"\n{figures}" if figures and parts else figures
    return styled_text((who, "yellow"), "  ".join(parts), (below, "dim"))


# --- telling it yourself


@command(
    "report",
    "atlas report thumbs_down                      # of the last reply",
    "atlas report wrong --about i_4kq9zt --note 'It is Canberra.'",
    "atlas report undo --conversation c1",
    "atlas report actions --action search --action search --action search",
    gives="interaction, signals (what was written down), confidence (value, null where too little is known, and "
    "parts) and owed (how much thinking waits now).",
)
@click.argument("kind", type=_REPORT)
@click.option("--about", metavar="ID", help="Which reply: an interaction, a message of it, a failure.")
@click.option("--conversation", metavar="NAME", help="The last reply of this conversation.")
@click.option("--note", metavar="TEXT", default="", help="What was wrong, in your own words; a lesson may come of it.")
@click.option("--action", "actions", metavar="NAME", multiple=True, help="With actions: one for each, in order.")
@pass_run
def report(
    run: Run, kind: str, about: str | None, conversation: str | None, note: str, actions: tuple[str, ...]
) -> None:
    """Tell how a reply fared; it counts for more than guesses.

    KIND is undo, tool_error, task_failure, actions, thumbs_up or thumbs_down, or a verifier's right or wrong. Of
    actions it is seen when one comes again and again, or when there is no end of them. Without an id or a conversation
    it is about the last thing that was said.
    """
    if about and conversation:
        raise click.UsageError("Give --about or --conversation, not both.")
    if bool(actions) != (kind == _ACTIONS):
        raise click.UsageError("The kind actions and the option --action go together.")
    with run.open_atlas() as atlas:
        interaction = _find_interaction(atlas, about).id if about else None
        where = None if interaction else conversation or _last_conversation(atlas)
        receipt = atlas.feedback.report(kind, interaction, conversation=where, note=note, actions=actions)
        _print_receipt(run, atlas, receipt)


def _last_conversation(atlas: Atlas) -> str:
    """Find the conversation in which something was said last."""
    last = atlas.memories(limit=1, kinds=[Kind.EPISODE], archived=True)
    if not last or not last[0].conversation:
        raise BadInput("Nothing was said yet that a report could be about; tell it something with atlas chat.")
    return last[0].conversation


def _print_receipt(run: Run, atlas: Atlas, receipt: ReportReceipt) -> None:
    owed = atlas.jobs.owed()
    if run.as_json:
        fields = {"interaction": receipt.interaction, "signals": receipt.signals}
        print_json({**fields, "confidence": view_confidence(receipt.confidence), "owed": owed})
        return
    interaction = MessageLookup(atlas).read_interaction(receipt.interaction)
    print_text(f"About {short_id(receipt.interaction)}:", *(_exchange_lines(interaction) if interaction else ()), "")
    if receipt.signals:
        print_text(*(f"Noted: {signal_word(each)}" for each in receipt.signals))
    else:
        print_text("Nothing is wrong with these actions: none comes again and again, and there is an end to them.")
    print_text(confidence_text(receipt.confidence))
    if owed:
        print_text(hint_text(f"{format_count(owed, 'thought is', 'thoughts are')} owed now: atlas work --once"))
