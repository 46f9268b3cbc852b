"""`atlas chat`: talk, be remembered, ask.

At a terminal it is a prompt; in a pipe it is one line in, one answer out. Without a language model the answers come
from memory alone, with the words they stand on and their date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Final

import click

from atlas.surfaces.cli.chat.learned_text import replay_notice
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.error_edge import print_error
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.input_lines import MAX_LINE, read_lines
from atlas.surfaces.cli.shared.output import hint_text, is_interactive, print_json_line, print_text
from atlas.surfaces.cli.thinking.ladder import print_held_back
from atlas.surfaces.views.text import reveal_hidden
from atlas.surfaces.views.waiting import waiting_notice

if TYPE_CHECKING:
    from atlas.surfaces.cli.chat.chat_reply import ChatReply
    from atlas.surfaces.library import Atlas

PROMPT: Final = "> "
NO_MODEL: Final = "No language model is configured: I answer from memory alone."


@command(
    "chat",
    "atlas chat",
    "printf 'I moved to Lisbon.\\nWhere do I live?\\n' | atlas chat",
    "ANTHROPIC_API_KEY=… atlas chat",
    "ATLAS_BASE_URL=http://localhost:11434/v1 ATLAS_MODEL=llama3.2 atlas chat",
    gives="one line for each of yours: text, from (memory or a model's name), memories (ids it stands on), serving.",
)
@click.option("--conversation", metavar="NAME", help="Go on in this conversation; else a new one begins.")
@pass_run
def chat(run: Run, conversation: str | None) -> None:
    """Talk: what you say is learned, and every answer can be explained.

    Without a language model it answers from memory, with your own words and their date. With ANTHROPIC_API_KEY, or with
    ATLAS_BASE_URL and ATLAS_MODEL, it talks through that model. In it: /why /memories /pending /pin /forget /undo /help
    /quit.
    """
    from atlas.surfaces.cli.chat.chat_turn import Chat

    with run.open_atlas(with_model=True, think=True, background=True, create=True) as atlas:
        show_piece = _print_piece if is_interactive() and not run.as_json else None
        name = conversation or atlas.assistant.new_conversation()
        chat_session = Chat(atlas, run.zone, name, run.settings.model is not None, show_piece)
        _print_greeting(run, run.settings.model.name if run.settings.model else None, atlas.history.replay_position())
        print_held_back(run, atlas)
        _print_waiting(run, atlas)
        for text in _read_input(run):
            answer = chat_session.reply_to(text)
            _print_reply(run, answer)
            if chat_session.over:
                break
        if chat_session.lost:
            raise click.exceptions.Exit(1)


def _print_greeting(run: Run, model: str | None, replaying: datetime | None) -> None:
    """Say once, before the first answer, who is talking. In a pipe that goes to stderr, beside the answers."""
    for sentence in replay_notice(replaying):
        print_error(sentence, run.as_json)
    no_model = f"{NO_MODEL} ({run.settings.wanting}.)" if run.settings.wanting else NO_MODEL
    if not is_interactive() or run.as_json:
        if model is None and not run.as_json:
            click.echo(no_model, err=True)
        return
    print_text(f"Talking through {reveal_hidden(model)}, with what is remembered." if model else no_model)
    print_text(hint_text("Tell me something about yourself, or ask. /help lists the commands, /quit ends."))


def _print_waiting(run: Run, atlas: Atlas) -> None:
    """Tell whoever sits there what waits for them."""
    if is_interactive() and not run.as_json and (notice := waiting_notice(atlas.inspect.status().waiting)):
        print_text(hint_text(notice))


def _read_input(run: Run) -> Iterator[str]:
    return _read_typed_lines() if is_interactive() and not run.as_json else _read_piped_lines(run)


def _read_typed_lines() -> Iterator[str]:
    """Read lines from a person, with editing. Their history is kept nowhere: forgotten words must not live on in it."""
    with suppress(ImportError):
        import readline  # noqa: F401 # being imported is what it does
    while True:
        try:
            text = input(PROMPT)
        except EOFError:
            click.echo()
            return
        if text.strip():
            yield text


def _read_piped_lines(run: Run) -> Iterator[str]:
    for each in read_lines(sys.stdin.buffer):
        if each.too_long:
            print_error(f"line {each.number} is longer than {MAX_LINE:,} bytes and was left out.", run.as_json)
            continue
        yield each.data.decode("utf-8-sig" if each.number == 1 else "utf-8", errors="replace").strip()


def _print_piece(piece: str) -> None:
    """Print a piece of an answer as it comes, with hidden characters drawn."""
    click.echo(reveal_hidden(piece), nl=False)
    sys.stdout.flush()


def _print_reply(run: Run, answer: ChatReply) -> None:
    if answer.heard:
        click.echo()
    for sentence in answer.troubles:
        print_error(reveal_hidden(sentence), run.as_json)
    if run.as_json:
        print_json_line(answer.plain())
    elif is_interactive():
        print_text(*answer.drawn, "")
    else:
        click.echo(" ".join(str(part) for part in answer.lines))
        sys.stdout.flush()
