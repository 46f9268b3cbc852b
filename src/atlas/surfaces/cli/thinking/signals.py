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
from atlas.surfaces.cli.shared.output import hint, say, styled, table, tell_json
from atlas.surfaces.views.id_lookup import Heard, failure_named
from atlas.surfaces.views.json_text import plain
from atlas.surfaces.views.signal_labels import SIGNAL_WORDS, SOURCE_WORDS, signal_word
from atlas.surfaces.views.signals import view_confidence
from atlas.surfaces.views.text import clipped, counted, line, moment, short

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
    with run.looking() as atlas:
        heard = Heard(atlas)
        told_of = _interaction(atlas, about) if about else None
        found = atlas.inspect.signals(told_of.id if told_of else None, limit=limit, kind=kind)
        sure = atlas.inspect.confidence(told_of.id) if told_of else None
        if run.as_json:
            rows = [{**plain(each), "words": words(each, heard)} for each in found]
            listed = {"signals": rows, "owed": atlas.jobs.owed()}
            tell_json({**listed, "confidence": view_confidence(sure)} if sure else listed)
            return
        if told_of and sure:
            say(*_exchange(told_of), sure_text(sure), "")
        if found:
            say(signal_table(found, heard, run.zone, everything), hint(_next_step(found, limit)))
        else:
            say("Nothing like that was noticed." if about or kind else "Nothing was noticed yet.")
            say(hint("Tell how a reply fared: atlas report thumbs_down. What one can tell: atlas report --help"))


def _interaction(atlas: Atlas, id: str) -> Interaction:
    """The one that is named, or in which a message stands, or whose reply failed."""
    failed = id.startswith(f"{Prefix.FAILURE}_")
    return atlas.inspect.interaction(failure_named(atlas, id).about if failed else id).interaction


def _exchange(told_of: Interaction) -> Iterator[RenderableType]:
    """The question and the reply that it is about."""
    for message in told_of.messages:
        if message.role in (Role.USER, Role.ASSISTANT):
            who = "asked" if message.role is Role.USER else "replied"
            yield styled((f"{who:<8}", "dim"), (f"“{clipped(message.text, 200)}”", "italic"))


def sure_text(sure: Confidence) -> str:
    parts = ", ".join(f"{line(name).replace('_', ' ')} {value:.2f}" for name, value in sure.parts)
    if sure.value is None:
        return f"How sure one may be of it: not known, too little was noticed{f' ({parts})' if parts else ''}."
    return f"How sure one may be of it: {sure.value:.2f} of 1 ({parts})."


def _next_step(found: Sequence[Signal], limit: int) -> str:
    more = f" More: --limit {limit * 5}." if len(found) == limit else ""
    return f"{counted(len(found), 'signal')}.{more} All about one reply: atlas signals --about {short(found[0].about)}"


def signal_table(found: Sequence[Signal], heard: Heard, zone: tzinfo, figured: bool) -> RenderableType:
    heads = ["WHEN", "NOTICED", *(["SCORE"] if figured else []), "ABOUT", "BY"]
    return table(heads, (_row(each, heard, zone, figured) for each in found), "BY")


def _row(signal: Signal, heard: Heard, zone: tzinfo, figured: bool) -> list[str | Text]:
    score = [f"{signal.score:.2f}"] if figured else []
    seen = _seen(signal, heard, figured)
    return [moment(signal.at, zone), signal_word(signal), *score, short(signal.about), seen]


def words(signal: Signal, heard: Heard) -> str:
    """Those by which it is known; where no few of them are, the whole message."""
    text = heard.text(signal.message)
    return text[signal.start : signal.end] or text


def _seen(signal: Signal, heard: Heard, figured: bool) -> Text:
    said = clipped(words(signal, heard), 120)
    quote = f"“{said}”" if said else ""
    who = "" if signal.source is Source.NOTICED else f"[{SOURCE_WORDS[signal.source]}] "
    measured = signal.figures if figured else ()
    figures = ", ".join(f"{name.replace('_', ' ')} {round(value, 2):g}" for name, value in measured)
    told = [part for part in (quote, line(signal.note)) if part]
    below = f"\n{figures}" if figures and told else figures
    return styled((who, "yellow"), "  ".join(told), (below, "dim"))


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
    with run.atlas() as atlas:
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
        tell_json({**known, "confidence": view_confidence(made.confidence), "owed": owed})
        return
    about = Heard(atlas).interaction(made.interaction)
    say(f"About {short(made.interaction)}:", *(_exchange(about) if about else ()), "")
    if made.signals:
        say(*(f"Noted: {signal_word(each)}" for each in made.signals))
    else:
        say("Nothing is wrong with these actions: none comes again and again, and there is an end to them.")
    say(sure_text(made.confidence))
    if owed:
        say(hint(f"{counted(owed, 'thought is', 'thoughts are')} owed now: atlas work --once"))
