"""What lightweight thinking is given: one exchange, and of it the users' own words for a model (J1, J17)."""

from __future__ import annotations

from atlas.engine.core.runtime import Runtime
from atlas.engine.thinking.driver import interaction_of, join_thinkings, pick_own_words, read_materials
from atlas.engine.thinking.job_inputs import JobInput, messages_of
from atlas.engine.thinking.schedule import key_of
from atlas.model.ids import InteractionId
from atlas.model.task import Task
from atlas.model.thinking import Job, Thinking
from atlas.ports.reading import Reader


def open_exchange_job(reader: Reader, interaction: InteractionId) -> Job | None:
    """The job by which the rules still owe this exchange a thought."""
    return reader.open_job(key_of(Task.LIGHTWEIGHT, interaction))


def read_exchange(_runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    interaction = interaction_of(reader, job.interaction)
    if interaction is None:
        return None
    given = read_materials(reader, interaction)
    from atlas.reflection.lightweight import reflect_by_rules  # heavy to import, and thinking comes later

    def start_thinking() -> Thinking:
        return join_thinkings(reflect_by_rules(each) for each in given)

    return JobInput(start_thinking, messages_of(given), trust=interaction.trust)


def read_own_words(_runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    interaction = interaction_of(reader, job.interaction)
    given = pick_own_words(reader, interaction) if interaction else None
    if given is None:
        return None
    from atlas.reflection.lightweight import reflect_with_model  # needed by thinking alone

    return JobInput(lambda: reflect_with_model(given), messages_of([given]), trust=given.trust, by_model=True)
