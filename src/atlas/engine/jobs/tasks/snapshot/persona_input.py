"""What a reflection over the persona reads: the document, beliefs after decay, pending insights, what was said (B6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from atlas.beliefs.decay import reflect_beliefs
from atlas.beliefs.health import measure_disagreement, measure_unique_ratio
from atlas.beliefs.model_editor import edit_with_model
from atlas.beliefs.persona_edits import to_edits
from atlas.beliefs.positions import PERSONA, find_positions
from atlas.beliefs.rule_editor import edit_by_rules
from atlas.beliefs.snapshot_input import Rewrite, RewritePart, SnapshotInput
from atlas.beliefs.validation import count_survival
from atlas.curation.document_credentials import find_credentials
from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.engine.core.document_files import read_document_files
from atlas.engine.core.marks import BELIEF_TURNS, REFLECTED
from atlas.engine.core.runtime import Runtime
from atlas.engine.thinking.job_inputs import JobInput
from atlas.engine.thinking.pins import pin_all_since, pinned_interactions
from atlas.language.document_sources import find_beliefs
from atlas.model.belief import Argument, Belief, Snapshot
from atlas.model.document_draft import DocumentDraft, Ending
from atlas.model.ids import ArgumentId, BeliefId, MessageId
from atlas.model.interaction import Message, Role
from atlas.model.memory import Evidence
from atlas.model.origin import Trust
from atlas.model.proposal import Amend
from atlas.model.task import Task
from atlas.model.thinking import Job, Proposed, Thinking, Thoughts
from atlas.ports.reading import Reader

_PENDING: Final = 100
_ALL: Final = 2**31
_QUOTED: Final = 200
"""Characters of a message that stand as evidence of what was taken in."""


def pin_since_reflection(reader: Reader) -> tuple[str, ...]:
    """Everything that was said since the last reflection."""
    return pin_all_since(reader, REFLECTED)


def read_snapshot(runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    copy = read_document_files(runtime, reader)
    persona = copy.files[PERSONA]
    beliefs = tuple(belief for belief in fade_beliefs(runtime, reader) if _is_clean(belief.topic))
    if not beliefs and not find_positions(persona):
        return None
    document = copy.documents.get(PERSONA)
    served = [belief for belief in beliefs if belief.served]
    argued = {each.id: each for belief in served for each in reader.arguments(belief.id)}
    waiting = _list_waiting(reader)
    pending = _list_pending(argued.values(), waiting)
    trust = min([Trust.USER, *([document.trust] if document else ()), *(belief.trust for belief in served)])
    episodes = tuple(_read_own_words(reader, job))[-_count_episodes(runtime) :]
    seen = SnapshotInput(
        persona,
        beliefs,
        pending,
        tuple(each for each in argued.values() if each.integrated is not None),
        episodes,
        measure_disagreement(beliefs),
        trust,
        tuple(reader.beliefs()),
    )
    quoted = tuple(reader.messages(each.message for each in pending))
    last = reader.last_snapshot()
    by_model = bool(runtime.models) and (runtime.beliefs.rewrites or last is None or last.committed)
    return JobInput(
        lambda: _reflect(runtime, seen, _Surroundings(copy.files, quoted, tuple(waiting), by_model)),
        tuple(dict.fromkeys((*quoted, *episodes))),
        trust=trust,
        by_model=by_model,
        edition=reader.documents_edition(),
    )


def fade_beliefs(runtime: Runtime, reader: Reader) -> tuple[Belief, ...]:
    """The beliefs as they would be after a reflection now; how far each has moved is told still (B4, B6)."""
    beliefs = reader.beliefs()
    changes = reflect_beliefs(beliefs, list_points(runtime, reader, beliefs), runtime.beliefs, runtime.now())
    faded = {change.after.id: change.after for change in changes}
    return tuple(replace(faded.get(each.id, each), shift=each.shift) for each in beliefs)


def list_points(runtime: Runtime, reader: Reader, beliefs: Sequence[Belief]) -> list[Snapshot]:
    """The reflections since the oldest reinforcement, and the one that is being made."""
    oldest = min((belief.reinforced for belief in beliefs), default=0)
    made = Snapshot(reader.read_mark(BELIEF_TURNS), runtime.now(), committed=True)
    return [*reader.snapshots(oldest - 1, _ALL), made]


def _list_pending(argued: Iterable[Argument], waiting: Iterable[Amend]) -> tuple[Argument, ...]:
    """The insights of beliefs in service that no amendment has taken in, and none that waits would (B6)."""
    taken = {id for each in waiting for id in each.arguments}
    found = [each for each in argued if each.integrated is None and each.id not in taken and _is_clean(each.insight)]
    return tuple(sorted(found, key=lambda each: (each.turn, each.id))[:_PENDING])


def _list_waiting(reader: Reader) -> list[Amend]:
    """The amendments that wait for a person."""
    held = (judged.proposal for judged in reader.changes_waiting(_ALL))
    return [each for each in held if isinstance(each, Amend)]


def _is_clean(text: str) -> bool:
    """Whether a document may say it: what holds a secret or hidden characters would be refused with all else (I6)."""
    return bool(text) and redact_secrets(clean_text(text))[0] == text and not find_credentials(text)


def _count_episodes(runtime: Runtime) -> int:
    """How many are read: no more than come in a period (B6)."""
    periods = [trigger.turns for trigger in runtime.triggers if trigger.task is Task.SNAPSHOT and trigger.turns]
    return min([runtime.beliefs.episodes, *periods])


def _read_own_words(reader: Reader, job: Job) -> Iterator[Message]:
    """The users' own messages: all that a model is shown to learn from (J17)."""
    for interaction in pinned_interactions(reader, job):
        for message in interaction.messages:
            if message.role is Role.USER and message.origin.trust >= Trust.USER:
                yield message


# --- what it comes to


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What of the rows makes amendments of edits."""

    files: Mapping[str, str]
    quoted: tuple[Message, ...]
    """The messages behind pending insights."""
    waiting: tuple[Amend, ...]
    """Amendments that wait for a person: what one of them says is not proposed again."""
    by_model: bool
    """Whether a model edits; after a rejected rewrite rules do it once, so that nothing is pending for good."""

    def is_waiting(self, amendment: Amend) -> bool:
        """Whether it waits already; positions wait as one, however they have moved since."""
        same = (each for each in self.waiting if each.edits == amendment.edits or (each.beliefs and amendment.beliefs))
        return not amendment.arguments and any(same)


def _reflect(runtime: Runtime, seen: SnapshotInput, around: _Surroundings) -> Thinking:
    if around.by_model:
        rewrite = yield from edit_with_model(seen, runtime.beliefs)
    else:
        yield from ()
        rewrite = edit_by_rules(seen, runtime.beliefs)
    return _conclude(seen, rewrite, around)


def _conclude(seen: SnapshotInput, rewrite: Rewrite, around: _Surroundings) -> Thoughts:
    """One amendment for each hand (C3), or none where the rewrite is rejected; and the draft that invariants see."""
    parts = () if rewrite.faults else rewrite.parts
    text = rewrite.before if rewrite.faults else rewrite.text
    messages = {message.id: message for message in around.quoted}
    argued = {each.id: each for each in seen.pending}
    wished = [(_amend(seen, rewrite, part, argued, messages), part.by_model) for part in parts]
    made = [
        Proposed(each, seen.trust if by_model else Trust.USER, by_model)  # rules write from rows, whose trust counts
        for each, by_model in wished
        if not around.is_waiting(each)
    ]
    survival = count_survival(rewrite.before, text, seen.kept)
    said: dict[str, Any] = {
        "status": "rejected" if rewrite.faults else "ok" if parts else "unchanged",
        "faults": [fault.says for fault in rewrite.faults],
        "pending": len(seen.pending),
        "integrated": sum(len(part.integrated) for part in parts),
        "steps": list(dict.fromkeys(edit.step.value for part in parts for edit in part.edits)),
        "confident": survival.confident,
        "kept": survival.kept,
        "unique_ratio": measure_unique_ratio(text),
        "reason": rewrite.reason,
    }
    ending = Ending.OK if parts else Ending.SKIP
    claimed = (PERSONA,) if parts else ()
    draft = DocumentDraft(around.files, {**around.files, PERSONA: text}, ending, claimed, claimed)
    return Thoughts(tuple(made), said, draft=draft)


def _amend(
    seen: SnapshotInput,
    rewrite: Rewrite,
    part: RewritePart,
    argued: Mapping[ArgumentId, Argument],
    messages: Mapping[MessageId, Message],
) -> Amend:
    """The amendment of one hand; how short the persona may become is for its own validation to say (B7, I4)."""
    said = dict.fromkeys(argued[id].message for id in part.integrated)
    evidence = tuple(_quote(messages[id]) for id in said if id in messages)
    beliefs = () if part.by_model else _list_written(rewrite, seen.beliefs)
    reason = rewrite.reason if part.by_model else _describe_part(part, beliefs)
    return Amend(to_edits(part.edits), evidence, (), (PERSONA,), reason, beliefs, part.integrated)


def _quote(message: Message) -> Evidence:
    end = min(_QUOTED, len(message.text))
    return Evidence(message.id, 0, end, message.text[:end], message.origin)


def _list_written(rewrite: Rewrite, beliefs: Sequence[Belief]) -> tuple[BeliefId, ...]:
    """The beliefs in service whose line a rewrite adds or words anew."""
    before, after = map(frozenset, (rewrite.before.splitlines(), rewrite.text.splitlines()))
    named = {id for line in after - before for id in find_beliefs(line)}
    return tuple(belief.id for belief in beliefs if belief.served and belief.id in named)


def _describe_part(part: RewritePart, beliefs: Sequence[BeliefId]) -> str:
    counted = ((len(beliefs), "position", "brought up"), (len(part.integrated), "insight", "taken in"))
    told = [f"{count} {what}{'s' if count > 1 else ''} {how}" for count, what, how in counted if count]
    return f"{', '.join(told) or 'What is no longer held was taken out'}."
