"""`atlas observe`: one interaction from the command line, or a file of them."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, BinaryIO

import click

from atlas.errors import AtlasError, BadInput, StoreTrouble
from atlas.surfaces.cli.chat.learned_text import learned_sentences, quarantine_notice, replay_notice
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.error_edge import print_error
from atlas.surfaces.cli.shared.grammar import Moment, command
from atlas.surfaces.cli.shared.input_lines import Line, Turn, parse_turn, read_lines, with_zone
from atlas.surfaces.cli.shared.output import hint_text, print_json, print_text, progress_bar
from atlas.surfaces.views.memory import view_judged
from atlas.surfaces.views.text import format_count, one_line, short_id

if TYPE_CHECKING:
    from atlas.engine.intake.observe import Receipt
    from atlas.surfaces.library import Atlas


@dataclass
class Tally:
    """The outcome of observing a file."""

    stored: int = 0
    bad: list[tuple[int, str]] = field(default_factory=list)
    ignored: set[str] = field(default_factory=set)
    redacted: int = 0
    cut: int = 0
    thought: int = 0
    replaying: datetime | None = None


@command(
    "observe",
    "atlas observe --user 'I moved to Lisbon.' --assistant 'How is it?'",
    "atlas observe 'My sister lives in Rome.' --conversation family",
    "atlas observe --file turns.jsonl",
    "zcat turns.jsonl.gz | atlas observe --file -",
    gives="of one interaction: acknowledged, interaction, redacted, cut (characters left out), "
    "learned (each proposal with its verdict); "
    "of a file: stored, bad (line, problem), ignored (fields), thought (how many were thought about); of both: "
    "replaying (how far a replay got that is not at its end; until then nothing else is thought about).",
)
@click.argument("text", required=False)
@click.option("--user", metavar="TEXT", help="What the user said (or give it as the argument).")
@click.option("--assistant", metavar="TEXT", help="What the assistant replied.")
@click.option("--conversation", metavar="NAME", help="Which conversation it belongs to.  [default: default]")
@click.option("--speaker", metavar="NAME", help="Who speaks, where several people do.")
@click.option("--at", type=Moment(), help="When it was said, such as 2026-11-15T09:30.")
@click.option("--file", "file", type=click.File("rb"), help="JSON lines, or - for stdin.")
@pass_run
def observe(
    run: Run,
    text: str | None,
    user: str | None,
    assistant: str | None,
    conversation: str | None,
    speaker: str | None,
    at: datetime | None,
    file: BinaryIO | None,
) -> None:
    """Take in what was said, for good, and learn from it.

    A line of a file is a JSON object with "user", "assistant", "conversation", "speaker", "at" and "messages" (a list
    of {"role", "text", "origin", "speaker", "at"}), all optional. A line that cannot be used is reported with its
    number, the rest goes in, and the exit code is 1.
    """
    if text == "-" and file is None:
        text, file = None, sys.stdin.buffer
    if text is not None and user is not None:
        raise click.UsageError("Give the user's words once: as the argument or with --user.")
    turn = Turn(
        user if text is None else text, assistant, conversation, speaker, with_zone(at, run.zone) if at else None
    )
    if file is None:
        _observe_one(run, turn)
    elif turn.user is not None or turn.assistant is not None:
        raise click.UsageError("Give a text or a --file, not both.")
    else:
        _observe_file(run, turn, file)


def _observe_one(run: Run, turn: Turn) -> None:
    if turn.user is None and turn.assistant is None:
        raise click.UsageError("There is nothing to observe: give --user, --assistant or --file.")
    with run.open_atlas(think=True, create=True) as atlas:
        receipt = _store_turn(atlas, turn, turn)
        if not receipt.acknowledged or receipt.interaction is None:
            raise StoreTrouble(_receipt_problem(receipt))
        judged, replaying = atlas.assistant.learned(receipt.interaction), atlas.history.replay_position()
        if run.as_json:
            print_json({"acknowledged": True, "interaction": receipt.interaction, "redacted": receipt.redacted,
                       "cut": receipt.cut, "quarantine": receipt.quarantine,
                       "learned": [view_judged(each) for each in judged], "replaying": replaying})  # fmt: skip
            return
        print_text(f"Stored as {short_id(receipt.interaction)}.", *learned_sentences(atlas, judged, receipt.redacted))
        notices = [*_cut_notice(receipt.cut), *quarantine_notice(receipt.quarantine), *replay_notice(replaying)]
        print_text(*(hint_text(sentence) for sentence in notices))


def _cut_notice(cut: int) -> list[str]:
    return (
        [f"It was too long to be kept whole: {format_count(cut, 'character')} left out of its middle."] if cut else []
    )


def _observe_file(run: Run, defaults: Turn, file: BinaryIO) -> None:
    tally = Tally()
    with run.open_atlas(create=True) as atlas:
        try:
            _store_lines(run, atlas, defaults, file, tally)
        except AtlasError:
            _print_tally(run, tally)
            raise
        tally.thought, tally.replaying = _think_owed(run, atlas), atlas.history.replay_position()
    _print_tally(run, tally)
    if tally.bad:
        raise click.exceptions.Exit(1)


def _store_lines(run: Run, atlas: Atlas, defaults: Turn, file: BinaryIO, tally: Tally) -> None:
    with progress_bar("storing", _file_size(file), quiet=run.as_json) as advance:
        place = 0
        for each in read_lines(file):
            try:
                _store_line(run, atlas, defaults, each, tally)
            except BadInput as wrong:
                tally.bad.append((each.number, one_line(str(wrong))))
                print_error(f"line {each.number}: {one_line(str(wrong))}", run.as_json)
            advance(each.end - place, None)
            place = each.end


def _store_line(run: Run, atlas: Atlas, defaults: Turn, each: Line, tally: Tally) -> None:
    turn = parse_turn(each, run.zone)
    receipt = _store_turn(atlas, turn, defaults)
    if not receipt.acknowledged:
        raise StoreTrouble(
            f"Stopped at line {each.number}; the lines before it are stored. {_receipt_problem(receipt)}"
        )
    tally.stored += 1
    tally.redacted += len(receipt.redacted)
    tally.cut += receipt.cut
    tally.ignored |= turn.ignored


def _store_turn(atlas: Atlas, turn: Turn, defaults: Turn) -> Receipt:
    receipt = atlas.observe(
        turn.user,
        turn.assistant,
        conversation=turn.conversation or defaults.conversation or "default",
        at=turn.at or defaults.at,
        speaker=turn.speaker or defaults.speaker,
        messages=turn.messages,
    )
    if receipt.interaction is None:
        raise BadInput(receipt.problem or "It could not be stored.")
    return receipt


def _receipt_problem(receipt: Receipt) -> str:
    """Say what went wrong; a command that ends has no later in which to try again."""
    return (receipt.problem or "It could not be stored.").removesuffix(" It is kept in memory and tried again.")


def _think_owed(run: Run, atlas: Atlas) -> int:
    with progress_bar("thinking", atlas.jobs.owed(), quiet=run.as_json) as advance:
        return atlas.flush(lambda count: advance(count, None))


def _print_tally(run: Run, tally: Tally) -> None:
    if run.as_json:
        bad = [{"line": number, "problem": problem} for number, problem in tally.bad]
        notice = {"stored": tally.stored, "bad": bad, "ignored": sorted(tally.ignored), "thought": tally.thought}
        print_json({**notice, "replaying": tally.replaying})
        return
    bad_text = f", {format_count(len(tally.bad), 'line')} could not be used" if tally.bad else ""
    print_text(f"{format_count(tally.stored, 'interaction')} stored{bad_text}.")
    if tally.ignored:
        print_text(
            hint_text(f"Fields that mean nothing here were left out: {one_line(', '.join(sorted(tally.ignored)))}.")
        )
    if tally.redacted:
        print_text(hint_text(f"{format_count(tally.redacted, 'secret')} left out."))
    print_text(*map(hint_text, _cut_notice(tally.cut)))
    print_text(*(hint_text(notice) for notice in replay_notice(tally.replaying)))
    if tally.stored:
        print_text(hint_text("See what was learned: atlas memories; what waits for you: atlas review."))


def _file_size(file: BinaryIO) -> int | None:
    """Count the bytes to come, where the stream is a file."""
    try:
        return os.fstat(file.fileno()).st_size or None
    except OSError:
        return None
