"""What an exam asks: of past corrections, approved facts and approved knowledge a few, others each time (C10)."""

from __future__ import annotations

from itertools import islice
from typing import Final

from atlas.engine.core.runtime import Runtime
from atlas.engine.jobs.tasks.replay.past_questions import choose_corrected, read_exam_questions
from atlas.engine.thinking.job_inputs import JobInput
from atlas.engine.thinking.schedule import BY_HAND
from atlas.model.examination import Question
from atlas.model.memory import Kind
from atlas.model.origin import Trust
from atlas.model.thinking import Job, Thinking
from atlas.ports.reading import MemoryFilter, Reader

_CORRECTED: Final = 2
"""Of five questions so many come from corrections, where there are any."""
_SAID: Final = MemoryFilter(kinds=frozenset({Kind.EPISODE}))


def has_questions(runtime: Runtime, reader: Reader) -> bool:
    """Whether anything is known that can be asked for, and something was said since the last exam."""
    last = next(iter(reader.exams(1)), None)
    said = next(iter(reader.newest_memories(_SAID, 1)), None)
    if said is None or (last is not None and said.created_at <= last.at):
        return False
    return next(read_exam_questions(reader, runtime.now(), ""), None) is not None


def read_exam(runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    """None where nothing is known yet, or the clock owes one and one was taken since anything was said.

    What it keeps holds nobody's words.
    """
    if job.trigger != BY_HAND and not has_questions(runtime, reader):
        return None
    questions = _choose_questions(runtime, reader, job.id)
    if not questions:
        return None
    from atlas.examination.exam import take_exam  # needed by thinking alone

    def start_thinking() -> Thinking:
        return take_exam(questions, bool(runtime.models), runtime.bearing_words())

    return JobInput(start_thinking, (), trust=Trust.USER, by_model=bool(runtime.models))


def _choose_questions(runtime: Runtime, reader: Reader, seed: str) -> list[Question]:
    most, now = runtime.examination.exam_questions, runtime.now()
    chosen = {each.text: each for each in choose_corrected(reader, now, min(_CORRECTED, most), seed)}
    others = (each for each in read_exam_questions(reader, now, seed) if each.text not in chosen)
    return [*chosen.values(), *islice(others, most - len(chosen))]
