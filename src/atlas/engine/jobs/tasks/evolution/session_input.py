"""What a run of evolution reads: queued sessions, oldest first, what is approved, and a copy of the documents.

What the application noted has a run of its own, when no session waits: no question sees both (J17).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from typing import Final

from atlas.curation.amendments import edit_files
from atlas.engine.core.document_files import DocumentFiles, read_document_files
from atlas.engine.core.runtime import Runtime
from atlas.engine.thinking.job_inputs import JobInput
from atlas.engine.thinking.model_calls import find_larger_size
from atlas.engine.thinking.pins import list_pinned_ids, pin_notes, pin_only, pinned_notes
from atlas.evolution.editor import edit_with_model
from atlas.evolution.filing import file_memories
from atlas.evolution.notes import file_notes
from atlas.model.document import Document, DocumentKind
from atlas.model.document_draft import Ending
from atlas.model.document_paths import NOTES_PATH
from atlas.model.evolution import EndedSession, EvolutionInput, Standing
from atlas.model.ids import MemoryId, SessionId
from atlas.model.interaction import Message, Role
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Trust
from atlas.model.proposal import Amend
from atlas.model.signal import SignalKind
from atlas.model.task import Size, Task
from atlas.model.thinking import OPEN, Job, JobState, Proposed, Thinking, Thoughts
from atlas.model.verdict import Outcome
from atlas.ports.reading import SERVABLE, Reader

SESSIONS_A_RUN: Final = 5
NOTES_SEEN: Final = "notes_seen"
"""The mark that says up to which version the agent's notes were thought over."""
_JOBS: Final = 10_000
_STANDING: Final = 300
_MESSAGES: Final = 200
"""Of one session that a question shows."""
_FILED: Final = frozenset({Kind.PREFERENCE, Kind.RULE, Kind.LESSON})
_TOOLS_FAILED: Final = frozenset({SignalKind.TOOL_ERROR, SignalKind.TASK_FAILURE})
_FAILURES: Final = 1_000
_HELD: Final = 500
"""Held proposals that are looked at: the newest."""
_NOTES_SHOWN: Final = 100


def pin_queue(reader: Reader) -> tuple[str, ...]:
    """The oldest sessions that wait and that no other job of evolution has (E2); else notes that none has seen."""
    jobs = _list_open_jobs(reader)
    taken = {session for job in jobs for session in list_pinned_ids(job)}
    waiting = [each.id for each in reader.sessions_queued(SESSIONS_A_RUN + len(taken)) if each.id not in taken]
    return pin_only(waiting[:SESSIONS_A_RUN]) or _pin_new_notes(reader, {pinned_notes(job) for job in jobs})


def _pin_new_notes(reader: Reader, taken: Set[int | None]) -> tuple[str, ...]:
    notes = _find_notes(reader)
    if notes is None or notes.version <= reader.read_mark(NOTES_SEEN) or notes.version in taken:
        return ()
    return pin_notes(notes.version)


def count_free_sessions(reader: Reader) -> int:
    """The sessions that wait for a run; those that a job has already, a poisoned one too, make no other owed (E3)."""
    taken = {session for job in _list_open_jobs(reader) for session in list_pinned_ids(job)}
    return max(0, reader.queued_session_count() - len(taken))


def has_evolution_input(runtime: Runtime, reader: Reader) -> bool:
    """Whether a session, a note or a memory waits to be filed, or a gate is about to say whether a session does."""
    if pin_queue(reader) or any(job.task is Task.GATE for job in reader.jobs(JobState.QUEUED, _JOBS)):
        return True
    files = read_document_files(runtime, reader).files
    return file_memories(files, _read_standing(runtime, reader), runtime.evolution) is not None


def _list_open_jobs(reader: Reader) -> list[Job]:
    return [job for state in OPEN for job in reader.jobs(state, _JOBS) if job.task is Task.EVOLUTION]


def read_evolution(runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    copy = read_document_files(runtime, reader)
    sessions = tuple(_read_sessions(reader, job))
    standing = _read_standing(runtime, reader)
    before, notes = _read_notes(reader, job)
    if not sessions and not notes and _file_memories(runtime, copy.files, standing) is None:
        return None
    shown = copy if notes else _hide_notes(copy)
    trust = min([Trust.USER, *(document.trust for document in shown.documents.values())])
    larger = find_larger_size(runtime, job, Size.MEDIUM) is not None
    seen = EvolutionInput(shown.files, standing, sessions, trust, notes, before, larger)
    messages = tuple(dict.fromkeys(message for session in sessions for message in session.messages))
    return JobInput(
        lambda: _think(runtime, seen),
        messages,
        standing.memories,
        trust,
        bool(runtime.models),
        edition=reader.documents_edition(),
    )


def _think(runtime: Runtime, seen: EvolutionInput) -> Thinking:
    """What rules file, and, with a model and sessions to learn from, what it writes beside that."""
    with_model = bool(runtime.models) and bool(seen.sessions or seen.notes)
    filed = _file_memories(runtime, seen.files, seen.standing)
    ruled = _propose_filing(seen, filed, None if with_model else _file_notes(runtime, seen))
    if not with_model:
        yield from ()
        return ruled
    after = edit_files(seen.files, filed.edits) if filed else None
    made = yield from edit_with_model(replace(seen, files=after or seen.files), runtime.evolution)
    return replace(made, proposals=(*ruled.proposals, *made.proposals))


def _file_memories(runtime: Runtime, files: Mapping[str, str], standing: Standing) -> Amend | None:
    """What rules file: nothing where a model is there and is to write alone."""
    if runtime.models and not runtime.evolution.rules_first:
        return None
    return file_memories(files, standing, runtime.evolution)


def _file_notes(runtime: Runtime, seen: EvolutionInput) -> Amend | None:
    return file_notes(seen.files, seen.notes, seen.noted_before, runtime.evolution)


def _propose_filing(seen: EvolutionInput, filed: Amend | None, noted: Amend | None) -> Thoughts:
    """What is filed from approved memories stands by their approval; what comes of notes is as trusted as they are."""
    made = [(amend, trust) for amend, trust in ((filed, Trust.USER), (noted, seen.trust)) if amend]
    said = {"thinker": "rules", "status": (Ending.OK if made else Ending.SKIP).value, "sessions": len(seen.sessions)}
    if made:
        said["reason"] = " ".join(amend.reason for amend, _ in made)
    return Thoughts(tuple(Proposed(amend, trust) for amend, trust in made), said)


# --- what it may see


def _read_sessions(reader: Reader, job: Job) -> Iterator[EndedSession]:
    for id in map(SessionId, list_pinned_ids(job)):
        session = reader.session(id)
        if session is not None and session.evolved_at is None:
            yield EndedSession(id, session.gate_reason or "", tuple(_read_own_words(reader, id)))


def _read_own_words(reader: Reader, session: SessionId) -> Iterator[Message]:
    """The users' own messages: all that a model is shown to learn from (J17)."""
    for _, interaction in reader.session_interactions(session, 0, _MESSAGES):
        for message in interaction.messages:
            if message.role is Role.USER and message.origin.trust >= Trust.USER:
                yield message


def _read_standing(runtime: Runtime, reader: Reader) -> Standing:
    """What is approved and in service now, and belongs into documents; the newest first."""
    where = replace(SERVABLE, kinds=_FILED, valid_at=runtime.now())
    memories = tuple(reader.newest_memories(where, _STANDING))
    lessons = [memory for memory in memories if memory.kind is Kind.LESSON]
    recovery = frozenset(_find_recovery(reader, lessons)) if lessons else frozenset()
    held = reader.judged_with(Outcome.HELD, _HELD)
    amends = [(each.proposal, each.decided_by is None) for each in held if isinstance(each.proposal, Amend)]
    return Standing(
        memories,
        recovery,
        frozenset(source for amend, _ in amends for source in amend.sources),
        frozenset(edit for amend, waits in amends if waits for edit in amend.edits),
    )


def _find_recovery(reader: Reader, lessons: list[Memory]) -> Iterator[MemoryId]:
    """Lessons on what a tool or a task failed at."""
    failed = (each for each in reader.failures(_FAILURES) if each.signal in _TOOLS_FAILED)
    messages = {message for failure in failed for message in (failure.asked, failure.told) if message}
    for memory in lessons:
        if any(item.message in messages for item in memory.evidence):
            yield memory.id


def _find_notes(reader: Reader) -> Document | None:
    return next((each for each in reader.documents() if each.kind is DocumentKind.NOTES), None)


def _read_notes(reader: Reader, job: Job) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The agent's notes that a job has seen before, and those that are new to it: a version for each line (J17)."""
    version, notes = pinned_notes(job), _find_notes(reader)
    if version is None or notes is None:
        return (), ()
    lines = tuple(notes.text.splitlines())
    new = min(notes.version - reader.read_mark(NOTES_SEEN), _NOTES_SHOWN, len(lines))
    return lines[: len(lines) - new], lines[len(lines) - new :]


def _hide_notes(copy: DocumentFiles) -> DocumentFiles:
    """The copy without the agent's notes: what saw words that are no user's could not be approved (J17)."""
    files = {path: text for path, text in copy.files.items() if path != NOTES_PATH}
    return DocumentFiles(files, {path: each for path, each in copy.documents.items() if path in files})
