"""Put a tier's question to a model: rendered, budgeted, asked once, and stored before it is used (J7, J13)."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final

from atlas.curation.hygiene import redact_secrets
from atlas.engine.core.access import WriteAccess
from atlas.engine.core.constitution import uphold_constitution
from atlas.engine.core.deadline import Deadline
from atlas.engine.core.log_fields import log_fields
from atlas.engine.core.runtime import Runtime
from atlas.engine.thinking.budget import Estimate, estimate_cost, give_back, reserve_spending, settle_spending
from atlas.errors import BadInput, ModelTrouble
from atlas.model.spending import Spending, SpendingState
from atlas.model.strict import decode_strings
from atlas.model.task import Size
from atlas.model.thinking import Answer, Ask, Job, Reply
from atlas.ports.llm import Completion, Model, Turn
from atlas.reflection.prompts import read_prompt, render_prompt

CALL_LEASE: Final = timedelta(minutes=10)
"""Longer than any call takes, with all its tries."""
CHAT_TOKENS: Final = 1_000
"""The longest reply to a question that is put as a user's is."""
AT_ONCE: Final = 4
"""Questions that are out at the same time."""
MAX_REPLY: Final = 1_000_000
"""Characters; of a reply that is longer, and so of no use, no more is kept."""
WITHHELD: Final = "(a reply that held a secret)"
"""Kept in place of such a reply, so that it is not asked for again."""
FORGETS: Final = "forgets"
"""The mark that counts how often something was forgotten."""
_LOG: Final = logging.getLogger("atlas.thinking")


class Leaked(ModelTrouble):
    """A reply held a secret: nothing of it is used, and nobody asks again (J6)."""

    def __init__(self) -> None:
        super().__init__("The model's reply held a secret.")


@dataclass(slots=True)
class Asked:
    """What a job has asked so far in this run, and how long it thinks."""

    hashes: list[str] = field(default_factory=list)
    models: list[str] = field(default_factory=list)
    leaked: bool = False
    """Whether a reply held a secret."""
    forgets: int = 0
    """How often something had been forgotten when its material was read."""
    one_by_one: bool = False
    """Whether one question waits for the answer to the one before it."""
    deadline: Deadline | None = None
    """After it no model is asked any more in this run (J1); rules go on: what they have done is not stored yet."""
    duration_ms: int = 0

    @property
    def prompt_hash(self) -> str | None:
        return sha256("".join(self.hashes).encode()).hexdigest() if self.hashes else None


@dataclass(frozen=True, slots=True)
class Chat:
    """A question to the model that chats, as a user's is put to it."""

    instructions: str
    turns: tuple[Turn, ...]
    asked: str
    """What was asked, whatever of memory stood beside it: by this an answer that was paid for is known again."""


@dataclass(frozen=True, slots=True)
class _Question:
    ordinal: int
    sample: int
    system: str
    """What stands after the constitution; of a chat, the whole of it."""
    turns: tuple[Turn, ...]
    hash: str
    model: Model
    size: Size
    constitution: str
    """The hash of the one that it is asked under."""
    max_tokens: int = CHAT_TOKENS
    temperature: float | None = None
    schema: Mapping[str, Any] | None = None
    chats: bool = False

    @property
    def key(self) -> str:
        """The same words to another model, with more room, or under another constitution, are another question."""
        settings = f"{self.hash}|{self.model.name}|{self.max_tokens}|{self.temperature}"
        settings += f"|{self.constitution}"
        return sha256(settings.encode()).hexdigest()


def model_of(models: Mapping[Size, Model], size: Size) -> tuple[Size, Model]:
    """The model of this size, or the nearest there is: the smaller one first."""
    sizes = list(Size)
    at = sizes.index(size)
    for each in (size, *reversed(sizes[:at]), *sizes[at + 1 :]):
        if each in models:
            return each, models[each]
    raise ModelTrouble("No language model is configured.")


def find_larger_size(runtime: Runtime, job: Job, target: Size = Size.LARGE) -> Size | None:
    """Find the larger model of that size, or the next there is, for a job that has not asked for one yet (J12)."""
    if job.size is not None:
        return None
    sizes = list(Size)
    for size in sizes[sizes.index(target) :]:
        smaller = {runtime.models[each].name for each in sizes[: sizes.index(size)] if each in runtime.models}
        if size in runtime.models and runtime.models[size].name not in smaller:
            return size
    return None


def ask_all(runtime: Runtime, job: Job, asks: Sequence[tuple[int, Ask | Chat]], asked: Asked) -> list[Reply]:
    """The replies, in the order of the questions. What was answered before a crash is not asked again.

    What the assistant was asked is known again by its words, wherever in the job: memory may have changed since.
    """
    with runtime.reading() as reader:
        kept = reader.answers(job.id)
    stored = {(each.ordinal, each.sample, each.prompt_hash): each for each in kept}
    chatted = {each.prompt_hash: each for each in kept}
    questions = [
        [_build_chat(runtime, ordinal, ask)]
        if isinstance(ask, Chat)
        else [_build_question(runtime, job, ordinal, ask, at) for at in range(ask.samples)]
        for ordinal, ask in asks
    ]
    flat = [question for group in questions for question in group]
    stored |= {(each.ordinal, 0, each.key): chatted[each.key] for each in flat if each.chats and each.key in chatted}
    missing = [each for each in flat if (each.ordinal, each.sample, each.key) not in stored]
    asked.hashes += [each.key for each in flat]
    asked.models += [each.model.name for each in flat]
    for answer in _ask_models(runtime, job, missing, asked):
        stored[answer.ordinal, answer.sample, answer.prompt_hash] = answer
    asked.leaked |= any(stored[each.ordinal, each.sample, each.key].text == WITHHELD for each in flat)
    return [Reply(tuple(stored[each.ordinal, each.sample, each.key].text for each in group)) for group in questions]


def _build_question(runtime: Runtime, job: Job, ordinal: int, ask: Ask, sample: int) -> _Question:
    size, model = model_of(runtime.models, job.size or ask.size)
    text = runtime.prompts.get(ask.prompt)
    if text is None:
        raise BadInput(f"There is no prompt {ask.prompt!r}.")
    rendered = render_prompt(read_prompt(text), ask.values)
    return _Question(
        ordinal, sample, rendered.system, (Turn("user", rendered.user),), rendered.hash, model, size,
        _hash_law(runtime), ask.max_tokens, ask.temperature, ask.schema,
    )  # fmt: skip


def _build_chat(runtime: Runtime, ordinal: int, chat: Chat) -> _Question:
    if runtime.model is None:
        raise ModelTrouble("No language model is configured.")
    key = sha256(chat.asked.encode("utf-8", "backslashreplace")).hexdigest()
    law = _hash_law(runtime)
    return _Question(ordinal, 0, chat.instructions, chat.turns, key, runtime.model, Size.MEDIUM, law, chats=True)


def _hash_law(runtime: Runtime) -> str:
    return sha256(runtime.constitution.encode()).hexdigest()


def _ask_models(runtime: Runtime, job: Job, questions: Sequence[_Question], asked: Asked) -> list[Answer]:
    """Ask several questions at once where somebody may wait; by night one after the other, so that a crash costs one
    call. The first trouble is raised when all are back: the answers to the others are stored by then."""
    if len(questions) < 2 or asked.one_by_one:
        return [_ask_model(runtime, job, question, asked) for question in questions]
    with ThreadPoolExecutor(AT_ONCE, "atlas-ask") as threads:
        calls = [threads.submit(_ask_model, runtime, job, question, asked) for question in questions]
    return [call.result() for call in calls]


def _ask_model(runtime: Runtime, job: Job, question: _Question, asked: Asked) -> Answer:
    if asked.deadline is not None and asked.deadline.has_passed:
        raise ModelTrouble(f"The time of {job.task} thinking is over; the rest is asked later.", transient=True)
    law = uphold_constitution(runtime)
    system = question.system if question.chats else f"{law}\n\n{question.system}"
    turns = [Turn(turn.role, redact_secrets(turn.text)[0]) for turn in question.turns]
    shape = json.dumps(question.schema) if question.schema else ""
    sizes = map(runtime.context.count, (system, *(turn.text for turn in turns), shape))
    spending = _reserve_call(runtime, job, question, sum(sizes))
    try:
        completion = question.model.complete(
            system, turns, question.max_tokens, temperature=question.temperature, schema=question.schema
        )
    except ModelTrouble as trouble:
        completion = _settle_unanswered(runtime, job, question, spending, trouble)
        spending = replace(spending, problem=str(trouble))
    return _store_answer(runtime, job, question, spending, completion, asked.forgets)


def _settle_unanswered(
    runtime: Runtime, job: Job, question: _Question, spending: Spending, trouble: ModelTrouble
) -> Completion:
    """Give back the money of a call that was not charged.

    A charged answer of no use counts as an empty one, so that the tier splits or delays its interactions (J6).
    """
    _LOG.info("A model gave no answer of use.", extra=log_fields(job=job.id, task=job.task, trouble=type(trouble)))
    if not trouble.paid:
        _put_spending(runtime, give_back(spending, str(trouble)))
        raise trouble
    if trouble.transient:
        _put_spending(runtime, replace(spending, state=SpendingState.SETTLED, problem=str(trouble)))
        raise trouble
    runtime.note_trouble("think", f"Job {job.id}: {trouble}")
    return Completion("", question.model.name)


def _reserve_call(runtime: Runtime, job: Job, question: _Question, input_tokens: int) -> Spending:
    most: Estimate = estimate_cost(runtime, question.model.name, input_tokens, question.max_tokens)
    with runtime.writing() as txn:
        current = txn.job(job.id)
        if current is None or current.lease_owner != runtime.owner:
            raise ModelTrouble(f"Job {job.id} is somebody else's by now.")
        txn.put_job(replace(current, lease_until=runtime.now() + CALL_LEASE))
        return reserve_spending(runtime, txn, job, question.model, question.size, most)


def _put_spending(access: WriteAccess, spending: Spending) -> None:
    with access.writing() as txn:
        txn.put_spending(spending)


def _store_answer(
    runtime: Runtime, job: Job, question: _Question, spending: Spending, completion: Completion, forgets: int
) -> Answer:
    """Settle the spending and store the answer in one transaction.

    Half a character is written out, so that it stays one and can be found. Where something was forgotten while the
    question was out, its words may stand in the reply: the reply is not kept (X3).
    """
    text = completion.text[:MAX_REPLY].encode("utf-8", "backslashreplace").decode()
    if redact_secrets(text)[1] or redact_secrets(decode_strings(text))[1]:
        text = WITHHELD
        _LOG.info("A model's reply held a secret and was withheld.", extra=log_fields(job=job.id, task=job.task))
    answer = Answer(job.id, question.ordinal, question.sample, question.key, question.model.name, text, runtime.now())
    with runtime.writing() as txn:
        txn.put_spending(settle_spending(runtime, spending, completion))
        if txn.read_mark(FORGETS) == forgets:
            txn.put_answer(answer)
    _LOG.debug("A model answered.", extra=log_fields(job=job.id, task=job.task, size=question.size))
    return answer
