"""The end of a session (E1): by half an hour of silence, by the application's word, or by a host's event.

A session ends, and owes its gate, in one transaction: so each is gated once, whichever process ends it and whatever
that process is killed at. A conversation that goes on after it begins a new one.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from atlas.engine.core.replay_mark import is_held_by_replay
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.observe import name_of, store_backlog
from atlas.engine.thinking.schedule import owe_for_session
from atlas.model.ids import ConversationId
from atlas.model.interaction import Gate, Session
from atlas.ports.writing import Writer

LONG_AGO: Final = timedelta(days=7)
"""What ended before that is a history: it is over, and nobody is asked about it."""
HISTORY: Final = "It is a history that was brought in."
BATCH: Final = 200
"""Sessions that end in one transaction: whoever talks meanwhile does not wait long for their turn to write."""


def end_session(runtime: Runtime, conversation: str) -> bool:
    """End the session of a conversation because somebody says so; whether there was one to end."""
    name = ConversationId(name_of(conversation, "conversation"))
    store_backlog(runtime)
    with runtime.writing() as txn:
        session = txn.last_session(name)
        if session is None or session.ended_at is not None:
            return False
        _end_session(runtime, txn, session)
    return True


def end_idle_sessions(runtime: Runtime) -> int:
    """End the sessions in which nothing was said for half an hour; how many. Nothing is written where none rests."""
    ended = 0
    while count := _end_idle_batch(runtime):
        ended += count
        runtime.checkpoint()
    return ended


def _end_idle_batch(runtime: Runtime) -> int:
    before = runtime.now() - runtime.sessions.idle
    with runtime.reading() as reader:
        if not reader.sessions_idle(before, 1):
            return 0
    with runtime.writing() as txn:
        if is_held_by_replay(runtime, txn):
            return 0
        idle = txn.sessions_idle(before, BATCH)
        for session in idle:
            _end_session(runtime, txn, session)
    return len(idle)


def _end_session(runtime: Runtime, txn: Writer, session: Session) -> None:
    """End an open session and owe its gate; one of long ago is passed over, unless its own clock runs."""
    now = runtime.now()
    ended = replace(session, ended_at=min(now, session.last_at + runtime.sessions.idle))
    if now - session.last_at > LONG_AGO and not runtime.replaying:
        txn.put_session(replace(ended, gate=Gate.SKIPPED, gate_reason=HISTORY))
        return
    txn.put_session(ended)
    owe_for_session(runtime, txn, session.id)
