"""What the gate reads of a session: signals, wishes that were learned, and of the words what a model may see (J17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from atlas.engine.core.containment import hide_quarantined
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.signals import detect_signals
from atlas.engine.jobs.tasks.lightweight.exchange_input import open_exchange_job
from atlas.engine.thinking.job_inputs import JobInput
from atlas.engine.thinking.pins import pinned_sessions
from atlas.evolution.gate import SHOWN, GateInput, gate_by_rules, gate_with_model
from atlas.model.ids import SessionId
from atlas.model.interaction import Interaction, Message, Role, Session
from atlas.model.memory import Memory, State, Status
from atlas.model.origin import Trust, find_lowest_trust
from atlas.model.signal import Signal
from atlas.model.thinking import Job, Thinking
from atlas.ports.reading import Reader

MOST_TOKENS: Final = 4_000
"""Of all messages that the question shows."""
_PAGE: Final = 200
_SPOKEN: Final = frozenset({Role.USER, Role.ASSISTANT})
_LEARNED: Final = frozenset({Status.APPROVED, Status.NEEDS_REVIEW})


def plan_gate(runtime: Runtime, job: Job, _watch: object) -> JobInput | None:
    """What one job of the gate may see; None where its session was forgotten.

    Signals are looked for first in all that was said: a session may have ended just now.
    """
    detect_signals(runtime)
    with runtime.reading() as reader:
        return _read_session(runtime, hide_quarantined(reader), job)


def _read_session(runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    session = next((found for id in pinned_sessions(job) if (found := reader.session(id))), None)
    if session is None or session.gate is not None:
        return None
    seen = _read_gate_input(runtime, reader, session)

    def start_thinking() -> Thinking:
        return gate_with_model(seen) if runtime.models else gate_by_rules(seen)

    lowest = find_lowest_trust(message.origin.trust for message in seen.messages) if seen.messages else Trust.USER
    return JobInput(start_thinking, seen.messages, trust=lowest, by_model=bool(runtime.models))


def _read_gate_input(runtime: Runtime, reader: Reader, session: Session) -> GateInput:
    least = Trust.USER if reader.find_tainted([session.conversation]) else Trust.ASSISTANT
    signals: list[Signal] = []
    shown: list[Message] = []
    tokens, has_wish, is_unread = 0, False, False
    for page in _read_pages(reader, session.id):
        signals += reader.signals_seen_in(each.id for each in page)
        has_wish = has_wish or _holds_wish(reader, page)
        is_unread = is_unread or any(open_exchange_job(reader, each.id) for each in page)
        said = [message for each in page for message in each.messages if _may_see(message, least)]
        tokens += sum(runtime.context.count(message.text[:SHOWN]) for message in said)
        shown += said if tokens <= MOST_TOKENS else ()
    return GateInput(tuple(signals), has_wish, is_unread, tuple(shown), tokens > MOST_TOKENS)


def _read_pages(reader: Reader, session: SessionId) -> Iterator[list[Interaction]]:
    after = 0
    while page := reader.session_interactions(session, after, _PAGE):
        after = page[-1][0]
        yield [interaction for _, interaction in page]


def _may_see(message: Message, least: Trust) -> bool:
    return message.role in _SPOKEN and message.origin.trust >= least


def _holds_wish(reader: Reader, page: Sequence[Interaction]) -> bool:
    """Tell whether a user's message in it was learned from what stands in every context from then on (C12)."""
    said = [message.id for each in page for message in each.messages if _may_see(message, Trust.USER)]
    return any(_is_learned_wish(memory) for memory in reader.find_citing(said))


def _is_learned_wish(memory: Memory) -> bool:
    stands = memory.state is State.ACTIVE and memory.status in _LEARNED
    return memory.is_wish and stands and memory.trust >= Trust.USER
