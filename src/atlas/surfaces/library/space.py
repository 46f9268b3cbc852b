"""One space of one store: the verbs of every day, and the parts that hold the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final

from atlas.engine.core import deadline
from atlas.engine.curate import undo
from atlas.engine.curate.proposals import Decision
from atlas.engine.curate.undo import UndoReceipt
from atlas.engine.forget import forget
from atlas.engine.forget.forget import ForgetReceipt
from atlas.engine.inspect import browse, explain
from atlas.engine.inspect.explain import ServingStory
from atlas.engine.inspect.resolve_entity import resolve_entity
from atlas.engine.intake import observe, sessions
from atlas.engine.intake.observe import Receipt, Said, name_of
from atlas.engine.jobs import runner
from atlas.engine.serve import context, recall
from atlas.engine.serve.context import Context
from atlas.errors import AtlasError, BadInput
from atlas.model.ids import MemoryId, ServingId
from atlas.model.interaction import Role
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.origin import Origin
from atlas.model.recall import Recalled
from atlas.surfaces.input_values import (
    check_callback,
    check_flag,
    check_limit,
    check_name,
    check_text,
    check_texts,
    check_tokens,
    parse_asker,
    parse_conversation,
    parse_kinds,
    parse_moment,
    parse_origins,
    parse_statuses,
    show_value,
)
from atlas.surfaces.library.admin import Admin
from atlas.surfaces.library.assistant import Assistant
from atlas.surfaces.library.beliefs import Beliefs
from atlas.surfaces.library.documents import Documents
from atlas.surfaces.library.feedback import Feedback
from atlas.surfaces.library.history import History
from atlas.surfaces.library.inspection import Inspection
from atlas.surfaces.library.jobs import Jobs
from atlas.surfaces.library.knowledge import Knowledge
from atlas.surfaces.library.opening import Opening
from atlas.surfaces.library.review import Review

PARTS: Final = {
    "review": Review,
    "jobs": Jobs,
    "inspect": Inspection,
    "feedback": Feedback,
    "assistant": Assistant,
    "beliefs": Beliefs,
    "documents": Documents,
    "history": History,
    "knowledge": Knowledge,
    "admin": Admin,
}
"""The parts of `Atlas` by the name under which each is found."""


class Space:
    """The verbs of every day on one space; `review`, `jobs`, `inspect` and the other parts hold the rest."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening
        self.review: Final = Review(opening)
        self.jobs: Final = Jobs(opening)
        self.inspect: Final = Inspection(opening)
        self.feedback: Final = Feedback(opening)
        self.assistant: Final = Assistant(opening)
        self.beliefs: Final = Beliefs(opening)
        self.documents: Final = Documents(opening)
        self.history: Final = History(opening)
        self.knowledge: Final = Knowledge(opening)
        self.admin: Final = Admin(opening)

    def observe(
        self,
        user: str | None = None,
        assistant: str | None = None,
        *,
        conversation: str = "default",
        at: datetime | None = None,
        speaker: str | None = None,
        messages: Sequence[Said] = (),
        confidence: float | None = None,
        tokens: int | None = None,
        latency_ms: int | None = None,
    ) -> Receipt:
        """Store one interaction for good and think about it afterwards. Never raises; look at the receipt.

        `messages` holds what else was said in it, such as a tool's output, each with its origin.
        """
        reply = Said(
            Role.ASSISTANT, _text_or_empty(assistant), confidence=confidence, tokens=tokens, latency_ms=latency_ms
        )
        receipt = self._store_interaction(
            Said(Role.USER, _text_or_empty(user), speaker=speaker), messages, reply, conversation, at
        )
        if receipt.acknowledged:
            self._opening.wake()
        return receipt

    def _store_interaction(
        self, asked: Said, others: Sequence[Said], reply: Said, conversation: str, at: datetime | None
    ) -> Receipt:
        """Empty texts are left out on the way."""
        try:
            receipt = observe.observe(self._opening.runtime, [asked, *_check_messages(others), reply], conversation, at)
            if not receipt.acknowledged:
                self._opening.store.unstored.add(self._opening)
            return receipt
        except AtlasError as trouble:
            return Receipt(False, None, str(trouble))
        except Exception as error:  # noqa: BLE001 # this edge stands in the host's chat path, which must go on
            problem = f"The interaction could not be stored ({type(error).__name__})."
            self._opening.runtime.note_trouble("observe", problem)
            return Receipt(False, None, f"{problem[:-1]}: {error}")

    def end_session(self, conversation: str = "default") -> bool:
        """Say that a conversation is over for now; whether a session was open there. It is looked at once for what
        should outlast it. Without a word it ends after half an hour of silence; what is said later begins a new one."""
        ended = sessions.end_session(self._opening.runtime, conversation)
        if ended:
            self._opening.wake()
        return ended

    def context(
        self,
        query: str,
        budget: int | None = None,
        *,
        conversation: str | None = None,
        speaker: str | None = None,
        at: datetime | None = None,
        already: Sequence[str] = (),
        grades: bool = False,
    ) -> Context:
        """A block of text for a model's context, within a token budget, with every item's origin and date.

        `already` holds the texts that you send beside it, such as the conversation so far and your system prompt: what
        was said in them is not quoted again. `grades` adds the layer of exams, for a person to read: no model that
        answers should know how it is graded.
        """
        asked = recall.Query(
            check_text(query, "query"),
            conversation=parse_conversation(conversation),
            asker=parse_asker(speaker),
            at=parse_moment(at),
            grades=check_flag(grades, "grades"),
        )
        sent = check_texts(already, "text")
        self._opening.attend()
        return context.build_context(
            self._opening.runtime, asked, check_tokens(budget) if budget is not None else None, already=sent
        )

    def recall(
        self,
        query: str,
        limit: int | None = None,
        *,
        kinds: Iterable[Kind | str] = (),
        within: str | None = None,
        speaker: str | None = None,
        at: datetime | None = None,
        as_of: datetime | None = None,
        after: datetime | None = None,
        before: datetime | None = None,
        about: str | None = None,
        archived: bool = False,
    ) -> list[Recalled]:
        """Approved memories that bear on the query, best first, each with its evidence and component scores.

        `at` is when it is asked. `as_of` answers as it would have been answered at that moment. `after` and `before`
        bound when a thing was said; `about` names whom a claim is of, by name or id ("Maria", "user/sister").
        `archived` looks also at what faded out of service; the state of each result tells which those are.
        """
        if about is not None:  # whom a name means may just have been said
            runner.catch_up(self._opening.runtime, deadline.reply_deadline(self._opening.runtime))
        asked = recall.Query(
            check_text(query, "query"),
            check_limit(limit) if limit is not None else None,
            parse_kinds(kinds),
            within=parse_conversation(within),
            asker=parse_asker(speaker),
            at=parse_moment(at),
            as_of=parse_moment(as_of),
            after=parse_moment(after),
            before=parse_moment(before),
            about=resolve_entity(self._opening.runtime, check_name(about, "person")) if about is not None else (),
            archived=check_flag(archived, "archived"),
        )
        self._opening.attend()
        return recall.recall(self._opening.runtime, asked)

    def memories(
        self,
        *,
        limit: int = 50,
        kinds: Iterable[Kind | str] = (),
        statuses: Iterable[Status | str] = (),
        origins: Iterable[Origin | str] = (),
        conversation: str | None = None,
        subject: str | None = None,
        archived: bool = False,
    ) -> Sequence[Memory]:
        """Memories of any status, newest first; `subject` names whom a claim is of, by name or id, as in `recall`."""
        states = {State.ACTIVE, State.ARCHIVED} if check_flag(archived, "archived") else {State.ACTIVE}
        about = resolve_entity(self._opening.runtime, check_name(subject, "person")) if subject is not None else (None,)
        found = [
            browse.memory_filter(
                kinds=parse_kinds(kinds),
                statuses=parse_statuses(statuses),
                origins=parse_origins(origins),
                conversation=parse_conversation(conversation),
                subject=each,
                states=frozenset(states),
            )
            for each in about
        ]
        return browse.list_memories_of_any(self._opening.runtime, found, check_limit(limit))

    def why(self, id: str | None = None, *, conversation: str | None = None) -> ServingStory:
        """What stood in a served context, why it ranked, whether it was used; without an id, in the last one."""
        runtime = self._opening.runtime
        if id is not None:
            return explain.explain_serving(runtime, ServingId(self._opening.resolve_id(id)), runtime.recall.used_above)
        last = explain.find_last_serving(runtime, parse_conversation(conversation))
        if last is None:
            raise BadInput("Nothing has been served yet.")
        return explain.explain_serving(runtime, last.id, runtime.recall.used_above)

    def approve(self, *ids: str, reason: str = "") -> list[Decision]:
        """Put memories or held proposals into use."""
        return self.review.decide(Status.APPROVED, *ids, reason=reason)

    def reject(self, *ids: str, reason: str = "") -> list[Decision]:
        """Take memories out of use; each decision tells which replies the memory had touched."""
        return self.review.decide(Status.REJECTED, *ids, reason=reason)

    def undo(self) -> UndoReceipt:
        """Take back the last change; call again to go further back. A forget cannot be undone: it is refused, and
        `history.revert` takes back what came before it."""
        return undo.undo_last_change(self._opening.runtime)

    def forget(
        self,
        memory: str | None = None,
        *,
        conversation: str | None = None,
        person: str | None = None,
        text: str | None = None,
    ) -> ForgetReceipt:
        """Erase for good, with everything derived from it. Exactly one of the four."""
        if sum(each is not None for each in (memory, conversation, person, text)) != 1:
            raise BadInput("Say one thing to forget: a memory, a conversation, a person or a text.")
        if memory is not None:
            return forget.forget_memory(self._opening.runtime, MemoryId(self._opening.resolve_id(memory)))
        if conversation is not None:
            return forget.forget_conversation(self._opening.runtime, name_of(conversation, "conversation"))
        if person is not None:
            return forget.forget_person(self._opening.runtime, check_name(person, "person"))
        return forget.forget_text(self._opening.runtime, check_text(text or "", "text"))

    def flush(
        self, progress: Callable[[int], None] | None = None, embedded: Callable[[int], None] | None = None
    ) -> int:
        """Do all owed thinking now; how many thoughts. Meanwhile `progress` is told how many more were had, `embedded`
        how many more memories have their vectors."""
        told, made = check_callback(progress, "progress"), check_callback(embedded, "embedded")
        return runner.run_owed_jobs(self._opening.runtime, progress=told, tasks=self._opening.tasks, embedded=made)

    def close(self, *, think: bool = True) -> None:
        """Close the space; the store too, where this one opened it. Owed work goes on for a moment, unless `think` is
        False; the rest stays owed. Closing twice is fine."""
        self._opening.close(think=think)


def _text_or_empty(said: str | None) -> str:
    return "" if said is None else said


def _check_messages(messages: Sequence[Said]) -> list[Said]:
    found = list(messages) if isinstance(messages, Iterable) else [messages]
    for each in found:
        if not isinstance(each, Said):
            raise BadInput(f"Each of messages is a Said, with its role and text, not {show_value(each)}.")
    return found
