"""`atlas signals` and `atlas report`: what was noticed about replies, and telling it yourself."""

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
        told_of = _interaction(atlas, about) if about else None
        found = atlas.inspect.signals(told_of.id if told_of else None, limit=limit, kind=kind)
        sure = atlas.inspect.confidence(told_of.id) if told_of else None
        if run.as_json:
            rows = [{**make_plain(each), "words": words(each, messages)} for each in found]
            listed = {"signals": rows, "owed": atlas.jobs.owed()}
            print_json({**listed, "confidence": view_confidence(sure)} if sure else listed)
            return
        if told_of and sure:
            print_text(*_exchange(told_of), sure_text(sure), "")
        if found:
            print_text(signal_table(found, messages, run.zone, everything), hint_text(_next_step(found, limit)))
        else:
            print_text("Nothing like that was noticed." if about or kind else "Nothing was noticed yet.")
            print_text(
                hint_text("Tell how a reply fared: atlas report thumbs_down. What one can tell: atlas report --help")
            )


def _interaction(atlas: Atlas, id: str) -> Interaction:
    """The one that is named, or in which a message stands, or whose reply failed."""
    failed = id.startswith(f"{Prefix.FAILURE}_")
    return atlas.inspect.interaction(find_failure(atlas, id).about if failed else id).interaction


def _exchange(told_of: Interaction) -> Iterator[RenderableType]:
    """The question and the reply that it is about."""
    for message in told_of.messages:
        if message.role in (Role.USER, Role.ASSISTANT):
            who = "asked" if message.role is Role.USER else "replied"
            yield styled_text((f"{who:<8}", "dim"), (f"“{clip_line(message.text, 200)}”", "italic"))


def sure_text(sure: Confidence) -> str:
    parts = ", ".join(f"{one_line(name).replace('_', ' ')} {value:.2f}" for name, value in sure.parts)
    if sure.value is None:
        return f"How sure one may be of it: not known, too little was noticed{f' ({parts})' if parts else ''}."
    return f"How sure one may be of it: {sure.value:.2f} of 1 ({parts})."


def _next_step(found: Sequence[Signal], limit: int) -> str:
    more = f" More: --limit {limit * 5}." if len(found) == limit else ""
    number, first = format_count(len(found), "signal"), short_id(found[0].about)
    return f"{number}.{more} All about one reply: atlas signals --about {first}"


def signal_table(found: Sequence[Signal], messages: MessageLookup, zone: tzinfo, figured: bool) -> RenderableType:
    heads = ["WHEN", "NOTICED", *(["SCORE"] if figured else []), "ABOUT", "BY"]
    return make_table(heads, (_row(each, messages, zone, figured) for each in found), "BY")


def _row(signal: Signal, messages: MessageLookup, zone: tzinfo, figured: bool) -> list[str | Text]:
    score = [f"{signal.score:.2f}"] if figured else []
    seen = _seen(signal, messages, figured)
    return [format_moment(signal.at, zone), signal_word(signal), *score, short_id(signal.about), seen]


def words(signal: Signal, messages: MessageLookup) -> str:
    """Those by which it is known; where no few of them are, the whole message."""
    text = messages.message_text(signal.message)
    return text[signal.start : signal.end] or text


def _seen(signal: Signal, messages: MessageLookup, figured: bool) -> Text:
    said = clip_line(words(signal, messages), 120)
    quote = f"“{said}”" if said else ""
    who = "" if signal.source is Source.NOTICED else f"[{SOURCE_WORDS[signal.source]}] "
    measured = signal.figures if figured else ()
    figures = ", ".join(f"{name.replace('_', ' ')} {round(value, 2):g}" for name, value in measured)
    told = [part for part in (quote, one_line(signal.note)) if part]
    below = f"\n{figures}" if figures and told else figures
    return styled_text((who, "yellow"), "  ".join(told), (below, "dim"))


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
        told_of = _interaction(atlas, about).id if about else None
        where = None if told_of else conversation or _last_conversation(atlas)
        made = atlas.feedback.report(kind, told_of, conversation=where, note=note, actions=actions)
        _told(run, atlas, made)


def _last_conversation(atlas: Atlas) -> str:
    """Where something was said last."""
    last = atlas.memories(limit=1, kinds=[Kind.EPISODE], archived=True)
    if not last or not last[0].conversation:
        raise BadInput("Nothing was said yet that a report could be about; tell it something with atlas chat.")
    return last[0].conversation


def _told(run: Run, atlas: Atlas, made: ReportReceipt) -> None:
    owed = atlas.jobs.owed()
    if run.as_json:
        known = {"interaction": made.interaction, "signals": made.signals}
        print_json({**known, "confidence": view_confidence(made.confidence), "owed": owed})
        return
    about = MessageLookup(atlas).read_interaction(made.interaction)
    print_text(f"About {short_id(made.interaction)}:", *(_exchange(about) if about else ()), "")
    if made.signals:
        print_text(*(f"Noted: {signal_word(each)}" for each in made.signals))
    else:
        print_text("Nothing is wrong with these actions: none comes again and again, and there is an end to them.")
    print_text(sure_text(made.confidence))
    if owed:
        print_text(hint_text(f"{format_count(owed, 'thought is', 'thoughts are')} owed now: atlas work --once"))
