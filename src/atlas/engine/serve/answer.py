"""Answer a question: from memory alone, or through a model with the context beside the question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Final

from atlas.context.layers import Layers
from atlas.engine.core.access import ReadAccess
from atlas.engine.core.constitution import uphold_constitution
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.speakers import read_speakers
from atlas.engine.core.vectors import query_vectors
from atlas.engine.intake.observe import to_utc
from atlas.engine.serve.context import CONTEXT_RESULTS, Context, build_context
from atlas.engine.serve.context_layers import read_layers
from atlas.engine.serve.mentions import MOST_WITHDRAWN
from atlas.engine.serve.recall import Query
from atlas.engine.serve.redaction_reading import read_redaction
from atlas.engine.thinking.budget import estimate_cost, give_back, reserve_chat, settle_spending
from atlas.engine.thinking.model_calls import CHAT_TOKENS
from atlas.errors import ModelTrouble, StoreTrouble
from atlas.language.claim_comparison import claims_contradict
from atlas.language.entity_ids import named_entity, related_entity, speaker_entity
from atlas.language.folding import fold_text, has_words
from atlas.language.interface import AnswerType
from atlas.language.sentences import sentence_around
from atlas.model.entity import USER, Entity, EntityId, EntityKind, split_related, title_of
from atlas.model.ids import ConversationId, InteractionId, ServingId
from atlas.model.journal import PEOPLE
from atlas.model.memory import Kind, Memory
from atlas.model.recall import Recalled
from atlas.model.spending import Spending
from atlas.model.thinking import Judged
from atlas.ports.llm import Completion, Model, Turn
from atlas.ports.reading import Reader
from atlas.retrieval.answer import Answer, FoundFact, build_answer
from atlas.retrieval.passages import quote_around
from atlas.retrieval.query_reading import find_as_of, read_query
from atlas.retrieval.question import WantedFact, find_wanted_fact
from atlas.retrieval.uninformative import may_answer

_MOST_FOUND: Final = 3 * CONTEXT_RESULTS
"""What is looked through for an answer: much of it may be earlier questions and the answers to them."""


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """A model's reply, with the context that the model was given."""

    text: str
    model: str
    serving: ServingId | None


@dataclass(frozen=True, slots=True)
class MemoryAnswer:
    """An answer from memory alone."""

    answer: Answer
    serving: ServingId | None
    as_of: datetime | None = None
    """The moment for which it answers, where it was asked how things stood (X4)."""


def answer_from_memory(
    runtime: Runtime, question: str, conversation: str | None, asker: EntityId = USER
) -> MemoryAnswer:
    """Answer about a past moment from what was known by then, if anything was; else about the present."""
    query = Query(question, conversation=ConversationId(conversation) if conversation else None, asker=asker)
    moment = find_as_of(question, runtime.now().astimezone(runtime.zone))
    then = replace(query, as_of=moment)
    if moment and _answer_query(runtime, then, record=False).answer.found:
        return replace(_answer_query(runtime, then), as_of=moment)
    return _answer_query(runtime, query)


def _answer_query(runtime: Runtime, query: Query, record: bool = True) -> MemoryAnswer:
    """Answer from all that was found, more than a context has room for, and put on record what the answer quotes."""
    uphold_constitution(runtime)
    layers = read_layers(runtime, replace(query, limit=_MOST_FOUND))
    told = [item for item in layers.recalled if may_answer(item.memory)][:CONTEXT_RESULTS]
    layers = replace(layers, recalled=layers.recalled[:CONTEXT_RESULTS])
    found = {item.memory.id: item for item in (*told, *layers.filed, *layers.profile, *layers.wishes)}
    answer = build_memory_answer(runtime, query, _leave_out_others(query, layers, found.values()))
    answer = _quote_sentences(runtime, query, answer)
    quoted = [found[each.memory.id] for each in (*answer.found, *answer.later)]
    served = build_context(runtime, query, record=record, layers=layers, beside=quoted)
    return MemoryAnswer(answer, served.serving)


def _leave_out_others(query: Query, layers: Layers, found: Iterable[Recalled]) -> list[Recalled]:
    """Without what another named speaker said of themselves, unless the question names them."""

    def may_tell(item: Recalled) -> bool:
        speaker = layers.speakers.get(item.memory.id)
        own = not speaker or speaker_entity(speaker) == query.asker or has_words(query.text, speaker)
        return own or item.memory.kind is not Kind.EPISODE

    return [item for item in found if may_tell(item)]


def _quote_sentences(runtime: Runtime, query: Query, answer: Answer) -> Answer:
    """The answer with whole sentences in place of the words that a fact stands on: behind a fact that is told the last
    one, of one that is offered those beside it too; and no word of what may not be served (C1)."""
    told = [each for each in (*answer.found, *answer.later) if each.memory.evidence]
    if not told:
        return answer
    moment = to_utc(query.as_of) if query.as_of else runtime.now()
    with runtime.reading() as reader:
        messages = reader.messages({each.memory.evidence[-1].message for each in told})
        redaction = read_redaction(reader, [each.memory for each in told], moment, messages)
    texts = {message.id: redaction.masked_text(message) for message in messages}
    times = {message.id: message.at for message in messages}
    offered = not answer.sure and not answer.dated

    def quote(fact: FoundFact) -> FoundFact:
        last = fact.memory.evidence[-1] if fact.memory.evidence else None
        text = texts.get(last.message, "") if last else ""
        place = text.find(last.quote) if last else -1
        if last is None or place < 0:
            return fact
        sentence = sentence_around(text, place, place + len(last.quote))
        said_at = max(fact.said_at, times[last.message])  # of a fact told again the last telling is quoted
        return replace(fact, quote=quote_around(sentence, text) if offered else sentence, said_at=said_at)

    return replace(answer, found=tuple(map(quote, answer.found)), later=tuple(map(quote, answer.later)))


def _list_told_names(reader: Reader, entity: Entity) -> Set[str]:
    """The names of somebody that a fact in service tells, be it that the boyfriend is Markus no longer."""
    slot = split_related(entity.id) if entity.names else None
    return (
        {fold_text(each.claim.value) for each in reader.in_slot(*slot) if each.served and each.claim} if slot else set()
    )


def _leave_out_names(entity: Entity, withdrawn: Set[str]) -> Entity:
    """Without the names that may not be served: whoever lost all of theirs is known by the relation again (C1)."""
    kept = tuple(name for name in entity.names if fold_text(name) not in withdrawn)
    related = split_related(entity.id)
    if entity.names and not kept and related is not None:  # an id may hold the name, too
        kept = (title_of(related_entity(*related)),)
    return replace(entity, names=kept)


def build_memory_answer(runtime: Runtime, query: Query, found: Sequence[Recalled]) -> Answer:
    """The answer from what was found for a question."""
    with runtime.reading() as reader:
        withdrawn = {fold_text(value) for _, value in reader.withdrawn_values(MOST_WITHDRAWN)}
        known = {each.id: each for each in reader.entities()}
        spoken = read_speakers(reader)
        named = [Entity(id, EntityKind.PERSON, names) for id, names in spoken.items() if names and id not in known]
        entities = [_leave_out_names(each, withdrawn - _list_told_names(reader, each)) for each in known.values()]
    entities += named
    found = _prefer_own_words(found, spoken)
    wanted = _leave_out_present(runtime, find_wanted_fact(query.text, query.asker, entities))
    now = query.as_of is None and read_query(query.text, runtime.now().astimezone(runtime.zone)).now
    now = now and wanted.answer_type is not AnswerType.REASON  # why something ended was said with its end
    items = [item for item in found if not (now and item.past)]  # what held once is no answer to how things are
    measure = partial(_question_cosines, runtime, query.text)
    moment = to_utc(query.as_of) if query.as_of else runtime.now()
    return build_answer(items, wanted, query.asker, measure, entities, moment)


def _prefer_own_words(found: Sequence[Recalled], spoken: Mapping[EntityId, Sequence[str]]) -> list[Recalled]:
    """Without what others said of somebody that cannot hold beside what they say themselves: it was said before they
    spoke here, and nobody but a rule let it in (C3)."""
    own = [
        replace(claim, subject=named_entity(EntityKind.PERSON, name))
        for item in found
        if (claim := item.memory.claim) is not None and not item.past
        for name in spoken.get(claim.subject, ())
    ]

    def is_outranked(memory: Memory) -> bool:
        claim, by_rule = memory.claim, memory.approved_by not in PEOPLE
        return claim is not None and by_rule and any(claims_contradict(each, claim) for each in own)

    return [item for item in found if not is_outranked(item.memory)]


def _leave_out_present(runtime: Runtime, wanted: WantedFact) -> WantedFact:
    """Without whoever is a partner now, where an ex is asked about."""
    if not any(each.endswith("/ex") for each in wanted.subjects):
        return wanted
    with runtime.reading() as reader:
        slots = [(each, split_related(each)) for each in wanted.subjects]
        now = {
            each
            for each, slot in slots
            if slot and any(fact.served and fact.claim and fact.claim.affirmed for fact in reader.in_slot(*slot))
        }
    return replace(wanted, subjects=tuple(each for each in wanted.subjects if each not in now))


def answer_through_model(
    runtime: Runtime,
    question: str,
    conversation: str | None,
    earlier: Sequence[tuple[str, str]],
    hear: Callable[[str], None] | None = None,
) -> ModelAnswer:
    """Recalled text stands in the user's turn as quoted data, never in the system's (trust rule 3).

    The system's turn is the instruction block: the law, and the documents that were approved (E8).
    """
    if runtime.model is None:
        raise ModelTrouble("No language model is configured.")
    law = uphold_constitution(runtime)
    query = Query(question, conversation=ConversationId(conversation) if conversation else None)
    given: Context = build_context(runtime, query)
    text = f"{given.data}\n\n---\n{question}" if given.data else question
    turns = [*(Turn(role, said) for role, said in earlier), Turn("user", text)]
    spoken = _ask_and_count(runtime, runtime.model, given.instructions or law, turns, hear)
    return ModelAnswer(spoken, runtime.model.name, given.serving)


def _ask_and_count(
    runtime: Runtime, model: Model, system: str, turns: Sequence[Turn], hear: Callable[[str], None] | None
) -> str:
    """Ask the model, and write the call down in the ledger (J13): what it can cost before, what it did cost after."""
    asked = sum(map(runtime.context.count, (system, *(turn.text for turn in turns))))
    spending = _reserve_call(runtime, model, asked)
    try:
        completion = _complete_or_stream(runtime, model, system, turns, hear, asked)
    except ModelTrouble as trouble:
        if spending is not None and not trouble.paid:
            _put_spending(runtime, give_back(spending, str(trouble)))
        raise
    if spending is not None:
        _put_spending(runtime, settle_spending(runtime, spending, completion))
    return completion.text


def _reserve_call(runtime: Runtime, model: Model, asked: int) -> Spending | None:
    """Set aside what the call can cost; None where the store takes nothing just now: chatting goes on all the same."""
    try:
        with runtime.writing() as txn:
            return reserve_chat(runtime, txn, model, estimate_cost(runtime, model.name, asked, CHAT_TOKENS))
    except StoreTrouble as trouble:
        runtime.note_trouble("chat", str(trouble))
        return None


def _put_spending(runtime: Runtime, spending: Spending) -> None:
    try:
        with runtime.writing() as txn:
            txn.put_spending(spending)
    except StoreTrouble as trouble:  # what was set aside stays spent
        runtime.note_trouble("chat", str(trouble))


def _complete_or_stream(
    runtime: Runtime,
    model: Model,
    system: str,
    turns: Sequence[Turn],
    hear: Callable[[str], None] | None,
    asked: int,
) -> Completion:
    """The model's reply, at once, or piece by piece where somebody listens; of pieces nobody tells the tokens, so that
    they are counted here."""
    if hear is None:
        return model.complete(system, turns, CHAT_TOKENS)
    pieces = []
    for piece in model.stream(system, turns, CHAT_TOKENS):
        pieces.append(piece)
        hear(piece)
    text = "".join(pieces)
    return Completion(text, model.name, asked, runtime.context.count(text))


def read_judged_proposals(access: ReadAccess, interaction: InteractionId) -> Sequence[Judged]:
    """Every proposal that came of an interaction, with its verdict, in order."""
    with access.reading() as reader:
        found = reader.interaction(interaction)
        ids = [message.id for message in found.messages] if found else []
        return sorted(reader.judged_about([], ids), key=lambda each: each.at)


def _question_cosines(runtime: Runtime, question: str, texts: Sequence[str]) -> list[float]:
    vectors = query_vectors(runtime, [question, *texts]) if texts else None
    if vectors is None:
        return [0.0] * len(texts)
    return [float(each @ vectors[0]) for each in vectors[1:]]
