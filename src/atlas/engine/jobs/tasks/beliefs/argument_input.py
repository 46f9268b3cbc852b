"""What weighing sees: users' own messages from the mark on, and what was argued before them (B1, X1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from atlas.beliefs.evidence import EvidenceInput, Heard, weigh_by_rules, weigh_with_model
from atlas.engine.core.foreground import iterate_yielding
from atlas.engine.core.marks import KEPT, WEIGHED
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.arguments import list_own_words
from atlas.engine.thinking.job_inputs import JobInput
from atlas.engine.thinking.pins import pin_range, pinned_interactions
from atlas.language.registry import LANGUAGE
from atlas.model.interaction import Message
from atlas.model.origin import Trust, find_lowest_trust
from atlas.model.thinking import Job, Thinking
from atlas.ports.reading import Reader

HELPING: Final = 200
"""Interactions that one run looks at; where more wait, another follows."""
_LATELY: Final = 50
"""Arguments about one belief that a new one is compared with: the newest."""


def pin_unweighed(reader: Reader) -> tuple[str, ...]:
    """No further than what has its episodes: an argument's cause is the entry of its message."""
    after, kept = reader.read_mark(WEIGHED), reader.read_mark(KEPT)
    return pin_range(after, max((seq for seq, _ in reader.interactions(after, HELPING) if seq <= kept), default=after))


def waits_for_more(reader: Reader, upto: int) -> bool:
    return len(reader.interactions(upto, HELPING)) == HELPING


def read_arguments(runtime: Runtime, reader: Reader, job: Job) -> JobInput:
    said = tuple(
        message for each in iterate_yielding(pinned_interactions(reader, job)) for message in list_own_words(each)
    )
    arguing = tuple(message for message in said if LANGUAGE.arguments.may_argue(message.text))
    heard, behind = _read_heard(reader) if arguing else ((), ())
    confirmed = runtime.beliefs.confirmed and LANGUAGE.arguments.reads_vectors_of(runtime.embedder.identity.key)
    seen = EvidenceInput(arguing, heard, runtime.beliefs.counts_from, confirmed)

    def start_thinking() -> Thinking:
        return weigh_with_model(seen) if runtime.models else weigh_by_rules(seen)

    trust = find_lowest_trust(message.origin.trust for message in arguing) if arguing else Trust.USER
    return JobInput(
        start_thinking, arguing, trust=trust, by_model=bool(runtime.models), beside=tuple(each.id for each in behind)
    )


def _read_heard(reader: Reader) -> tuple[tuple[Heard, ...], Sequence[Message]]:
    """What was argued so far, in the words of its message, and these messages."""
    made = {
        argument.message: belief.topic
        for belief in reader.beliefs()
        for argument in reader.arguments(belief.id)[-_LATELY:]
    }
    messages = reader.messages(made)
    return tuple(Heard(made[message.id], message.text) for message in messages), messages
