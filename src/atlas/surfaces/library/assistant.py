"""Answering out of memory, and what a model asks of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from atlas.curation.constitution import extract_binding_levels
from atlas.engine.core import deadline
from atlas.engine.intake.observe import name_of
from atlas.engine.jobs import runner
from atlas.engine.jobs.registry import LESSONS
from atlas.engine.serve import answer, context, model_requests, recall
from atlas.engine.serve.answer import MemoryAnswer, ModelAnswer
from atlas.engine.serve.model_requests import RememberReceipt
from atlas.model.ids import InteractionId, MemoryId
from atlas.model.memory import Kind
from atlas.model.recall import Recalled
from atlas.model.thinking import Judged
from atlas.surfaces.input_values import (
    check_callback,
    check_id,
    check_limit,
    check_pairs,
    check_text,
    parse_asker,
    parse_conversation,
    parse_kind,
)
from atlas.surfaces.library.opening import Opening

LEARNING_S: Final = 15.0
"""How long at most somebody waits to be told what was learned, and which lesson waits: the first message loads the
reader, which takes half a second, and more on a busy machine."""


class Assistant:
    """Answering out of memory, and what a model asks of it."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening

    def answer(self, question: str, *, conversation: str | None = None, speaker: str | None = None) -> MemoryAnswer:
        """An answer from memory alone: sentences, quotes and dates."""
        asked, here = check_text(question, "question"), parse_conversation(conversation)
        self._opening.attend()
        return answer.answer_from_memory(self._opening.runtime, asked, here, parse_asker(speaker))

    def answer_through_model(
        self,
        question: str,
        *,
        conversation: str | None = None,
        earlier: Sequence[tuple[str, str]] = (),
        hear: Callable[[str], None] | None = None,
    ) -> ModelAnswer:
        """A model's answer with the context beside the question; needs `with_model=True` and a configured model.

        `hear` is given the answer piece by piece, as it comes.
        """
        asked, here = check_text(question, "question"), parse_conversation(conversation)
        before = [(check_text(one, "question"), check_text(other, "answer")) for one, other in check_pairs(earlier)]
        self._opening.attend()
        return answer.answer_through_model(self._opening.runtime, asked, here, before, check_callback(hear, "hear"))

    def recall(
        self, query: str, limit: int | None = None, *, written: Callable[[Sequence[Recalled]], str] | None = None
    ) -> list[Recalled]:
        """For whoever hands the result to a model: the same search, which then stands on record, as a context does.

        The record says how many tokens that was: of what `written` makes of the result, or of its lines in a context.
        """
        wanted = check_limit(limit) if limit is not None else None
        asked = recall.Query(check_text(query, "query"), wanted)
        self._opening.attend()
        return model_requests.recall_for_model(self._opening.runtime, asked, check_callback(written, "written"))

    def learned(self, interaction: InteractionId) -> Sequence[Judged]:
        """What came of an interaction, which is thought about now, and not all else that is owed: each proposal with
        its verdict."""
        about = InteractionId(check_id(interaction))
        until = deadline.deadline_after(self._opening.runtime, max(LEARNING_S, self._opening.runtime.recall.catch_up_s))
        runner.think_about(self._opening.runtime, about, until)
        if LESSONS & self._opening.tasks and not self._opening.runtime.models:
            runner.draw_lessons(self._opening.runtime, until)
        return answer.read_judged_proposals(self._opening.runtime, about)

    def propose_memory(self, text: str, *, kind: Kind | str = "fact", conversation: str = "model") -> RememberReceipt:
        """For whoever passes on what a model asks to be remembered: it waits for a person, whatever the policy.

        The text is taken in as something that the assistant said in this conversation, and is its own evidence.
        """
        said, of = check_text(text, "text"), parse_kind(kind)
        wished = model_requests.propose_memory(self._opening.runtime, said, of, name_of(conversation, "conversation"))
        self._opening.wake()
        return wished

    def propose_forget(self, memory: str, reason: str = "") -> Judged:
        """For whoever passes on what a model asks to be forgotten: nothing goes until a person says `forget`."""
        return model_requests.propose_forgetting(
            self._opening.runtime, MemoryId(self._opening.resolve_id(memory)), check_text(reason, "reason")
        )

    def new_conversation(self, name: str = "chat") -> str:
        """A conversation's name that nobody has had yet: `chat-2026-11-15-4kq9zt`."""
        runtime = self._opening.runtime
        today = runtime.now().astimezone(runtime.zone).date()
        return f"{name_of(name, 'conversation')}-{today}-{runtime.interaction_id()[-6:]}"

    def learned_instructions(self, speaker: str | None = None) -> str:
        """What was learned of how to answer, as a block for a system prompt: approved wishes and rules, and the lines
        of approved documents; empty where there are none. What stands in it is on record, as in a context."""
        return context.build_learned_instructions(self._opening.runtime, parse_asker(speaker))

    def positions(self, question: str = "") -> str:
        """The assistant's own positions on what is asked about, or the surest ones, as quoted data for a context; empty
        where there is none. What stands in it is on record, as in a context."""
        asked = recall.Query(check_text(question, "question"))
        return context.build_positions(self._opening.runtime, asked)

    @property
    def constitution_tokens(self) -> int:
        """What the constitution takes of a context's budget; the rest of it is for what is remembered."""
        return self._opening.runtime.context.count(extract_binding_levels(self._opening.runtime.constitution))
