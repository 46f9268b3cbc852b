"""Follow a conversation that is held elsewhere, by its transcript: what is new in it is taken in, each turn once.

It is an import that goes on (`import_history.py`): a message is named by where it stands in the transcript, so that
reading it again, or importing it later, adds nothing, and what was forgotten does not come back from a file that still
has it.

The difference is whose word it is. Whoever sets up a hook has the host tell what is typed there: what the user said has
the origin `user`, replies `assistant`, what tools gave back `tool` (X1). What claims to be the system's is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.sessions import end_session
from atlas.engine.transfer.import_batches import ImportReport, ImportWriter, make_batches
from atlas.engine.transfer.imported_turns import TurnConverter
from atlas.model.history import Conversation, Format, Item, Turn
from atlas.model.ids import ConversationId
from atlas.model.interaction import Role

TOOL_CHARACTERS: Final = 2_000
"""Of what a tool gave back: an agent reads whole files, and those are no memories."""
TOOL_OUTPUTS: Final = 20
"""After one question, the first."""
_FOLLOWED: Final = frozenset({Role.USER, Role.ASSISTANT, Role.TOOL})


def follow_transcript(runtime: Runtime, items: Iterable[Item], format: Format, *, ended: bool = False) -> ImportReport:  # noqa: A002
    """Store what is new in a transcript; the last question waits for its reply, unless the conversation has ended.

    Then its session ends too (E1), also where all of it was here already: whoever was killed before that goes on here.
    """
    done = ImportReport(format)
    bearer, door = TurnConverter(format, vouch=True, now=runtime.now()), ImportWriter(runtime, done, live=True)
    followed: set[ConversationId] = set()
    for batch in make_batches(bearer.convert_conversation(item) for item in _followed_conversations(items, ended)):
        door.store_batch(batch)
        followed |= {each.message.conversation for piece in batch for each in piece.messages}
    for conversation in sorted(followed) if ended else ():
        end_session(runtime, conversation)
    return done


def _followed_conversations(items: Iterable[Item], ended: bool) -> Iterator[Conversation]:
    """The conversations to store; a long transcript comes in pieces, of which only the last can end with a question."""
    for item, is_last in _mark_last(item for item in items if isinstance(item, Conversation)):
        turns = list(_bound_tool_outputs(turn for turn in item.turns if turn.role in _FOLLOWED))
        if is_last and not ended:
            turns = _drop_unanswered(turns)
        if turns:
            yield replace(item, turns=tuple(turns))


def _mark_last(found: Iterator[Conversation]) -> Iterator[tuple[Conversation, bool]]:
    """Each conversation with whether it is the last; one is held back, and no more."""
    held = next(found, None)
    while held is not None:
        following = next(found, None)
        yield held, following is None
        held = following


def _drop_unanswered(turns: list[Turn]) -> list[Turn]:
    """The turns up to the last reply: an agent may say that it is done before its last words are in the file."""
    asked = [at for at, turn in enumerate(turns) if turn.role is Role.USER]
    is_open = bool(turns) and turns[-1].role is not Role.ASSISTANT
    return turns[: _question_start(turns, asked[-1])] if is_open and asked else turns


def _question_start(turns: list[Turn], at: int) -> int:
    """The place of the first message of a question in several messages."""
    while at and turns[at - 1].role is Role.USER:
        at -= 1
    return at


def _bound_tool_outputs(turns: Iterable[Turn]) -> Iterator[Turn]:
    given = 0
    for turn in turns:
        given = 0 if turn.role is Role.USER else given + (turn.role is Role.TOOL)
        if turn.role is not Role.TOOL:
            yield turn
        elif given <= TOOL_OUTPUTS:
            yield replace(turn, text=turn.text[:TOOL_CHARACTERS])
