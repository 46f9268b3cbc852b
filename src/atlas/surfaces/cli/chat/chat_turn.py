"""One chat: each thing said is observed, learned from and answered.

A question is answered first and stored together with its answer, so that the answer is known as ATLAS's own words and
is not learned again (X2). Anything else is stored first, because what to say of it is what was learned from it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, Final

from atlas.errors import AtlasError, ModelTrouble
from atlas.language.registry import LANGUAGE
from atlas.language.sentences import split_sentences
from atlas.model.memory import Kind, Memory, Status
from atlas.model.origin import Origin
from atlas.model.proposal import Remember
from atlas.retrieval.uninformative import tells_nothing
from atlas.surfaces.cli.chat.chat_reply import ChatReply
from atlas.surfaces.cli.chat.learned_text import WAITING, learned_sentences, quarantine_notice
from atlas.surfaces.cli.chat.slash import name_slash_command, run_slash_command
from atlas.surfaces.cli.lookup.memory_text import address_user
from atlas.surfaces.cli.shared.output import hint_text
from atlas.surfaces.views.text import format_day, one_line, reveal_hidden

if TYPE_CHECKING:
    from atlas.engine.serve.answer import MemoryAnswer
    from atlas.model.ids import InteractionId
    from atlas.model.thinking import Judged
    from atlas.retrieval.answer import FoundFact
    from atlas.surfaces.library import Atlas

KEPT_TURNS: Final = 20
_KNOWN_OF_ME: Final = re.compile(
    r"\bwhat (?:do|did) you (?:know|remember|learn)\b.*\b(?:me|i|us)\b|\bwhat have (?:you learned|i told you)\b"
    r"|\bwho am i\b.*\bto you\b|\btell me (?:what you know )?about (?:me|myself)\b",
    re.IGNORECASE,
)
_MOST_KNOWN: Final = 20
NOT_KNOWN: Final = "I don't know that yet."
NEAREST: Final = "I have nothing certain on that. The nearest:"
DATED: Final = "As of "
NOT_STORED: Final = "I could not keep that yet."
NOTHING_NEW: Final = "Okay. I found nothing new to note in that."
CAN_DO: Final = "I remember what you tell me, and answer from it with your own words. /help lists what else there is."
BARE_COMMAND: Final = "Commands begin with a stroke: {}. /help lists them, /undo takes back the last change."
PENDING: Final = "/pending"
LESSON: Final = f"A lesson waits for you: {PENDING}"
TO_FORGET: Final = "Only /forget erases: type it alone for the last thing, or with the words to erase."
_ABLE: Final = re.compile(r"\W*(?:what (?:can|do) you do|how does (?:this|it) work)\W*", re.IGNORECASE)
_THANKS: Final = re.compile(r"\W*(?:many )?(?:thanks|thank you|thx)(?: (?:a lot|so much|very much))?\W*", re.IGNORECASE)
_GREETING: Final = re.compile(r"\W*(?:hello|hi|hey|good (?:morning|afternoon|evening))(?: there)?\W*", re.IGNORECASE)
_COURTESIES: Final = ((_THANKS, "You are welcome."), (_GREETING, "Hello."))
_LEAVES: Final = frozenset({"exit", "quit", "bye", "goodbye"})


class Chat:
    """A conversation with one person."""

    def __init__(
        self,
        atlas: Atlas,
        zone: tzinfo,
        conversation: str,
        through_model: bool,
        show_piece: Callable[[str], None] | None = None,
    ) -> None:
        """`show_piece` shows a model's answer as it comes; then it is not shown again."""
        self.atlas = atlas
        self.zone = zone
        self.conversation = conversation
        self.through_model = through_model
        self._show_piece = show_piece
        self.over = False
        self.lost = False
        """Whether anything said could not be stored."""
        self.last = ChatReply([])
        """The last answer that stands on something, for /why and /forget."""
        self._turns: deque[tuple[str, str]] = deque(maxlen=2 * KEPT_TURNS)

    def reply_to(self, text: str) -> ChatReply:
        """Answer one line. Trouble becomes the answer, and the chat goes on."""
        if text.strip(" .!").lower() in _LEAVES:
            text = "/quit"
        try:
            answer = run_slash_command(self, text) if text.startswith("/") else self._answer_line(text)
        except AtlasError as trouble:
            return ChatReply([one_line(str(trouble))])
        if answer.memories:
            self.last = answer
        return answer

    def _answer_line(self, text: str) -> ChatReply:
        if self.through_model:
            try:
                return self._through_model(text)
            except ModelTrouble as trouble:
                answer = self._from_memory(text)
                answer.troubles.insert(0, f"{trouble} Answering from memory instead.")
                return answer
        return self._from_memory(text)

    # --- through a model

    def _through_model(self, text: str) -> ChatReply:
        earlier = tuple(self._turns)
        spoken = self.atlas.assistant.answer_through_model(
            text, conversation=self.conversation, earlier=earlier, hear=self._show_piece
        )
        self._turns.extend([("user", text), ("assistant", spoken.text)])
        answer = ChatReply([reveal_hidden(spoken.text)], serving=spoken.serving, source=spoken.model)
        if spoken.serving:
            answer.memories = [memory.id for memory in self.atlas.why(spoken.serving).memories]
        noted = self._observe_turn(text, spoken.text, answer)
        unseen = [] if self._show_piece else answer.lines
        answer.rich = [*unseen, *(hint_text(each) for each in noted)]
        answer.heard = self._show_piece is not None
        return answer

    # --- from memory alone

    def _from_memory(self, text: str) -> ChatReply:
        if (meant := name_slash_command(text)) is not None and not LANGUAGE.speech.asks_to_forget(text):
            return ChatReply([BARE_COMMAND.format(meant)])
        sentences = split_sentences(text)
        questions = [each for each in sentences if LANGUAGE.question_forms.is_question(each)]
        if questions and len(questions) == len(sentences):
            return self._answer_question(text, certain=text.rstrip().endswith("?"))
        if not questions and LANGUAGE.question_forms.may_ask(text):
            return self._answer_loose_question(text)
        answer = ChatReply([])
        asked = " ".join(questions)
        known = self._reply_from_memory(asked) if asked else None  # before what is said with it
        noted = self._observe_turn(text, None, answer)
        if known is not None:
            sure = known.memories and not known.text.startswith(NEAREST)
            reply = known if sure or not noted else self._reply_from_memory(asked)
            self.atlas.observe(assistant=reply.text, conversation=self.conversation)
            reply.troubles += answer.troubles
            reply.lines = _join_noted(noted, reply.lines)
            return reply
        answer.lines = noted or [NOT_STORED if answer.troubles else _courteous_reply(text)]
        return answer

    def _answer_question(self, text: str, certain: bool) -> ChatReply:
        """Answer a question. A line that is one only by its first word may be a statement: it is answered if memory
        knows."""
        reply = self._reply_from_memory(text)
        if certain or reply.memories:
            self._observe_turn(text, reply.text, reply)
            return reply
        answer = ChatReply([])
        answer.lines = self._observe_turn(text, None, answer) or reply.lines
        return answer

    def _answer_loose_question(self, text: str) -> ChatReply:
        """Answer what may be a question or may tell something: where memory knows, with what was noted of it.

        Where something was noted it told something, and what is only near is not wanted.
        """
        reply, answer = self._reply_from_memory(text), ChatReply([])
        noted = self._observe_turn(text, reply.text if reply.memories else None, answer)
        told = [line for line in noted if not line.startswith(WAITING)]
        if not reply.memories or (told and reply.text.startswith(NEAREST)):
            answer.lines = noted or reply.lines
            return answer
        reply.lines, reply.troubles = _join_noted(noted, reply.lines), [*reply.troubles, *answer.troubles]
        return reply

    def _reply_from_memory(self, question: str) -> ChatReply:
        if _KNOWN_OF_ME.search(question):
            return self._all_known(question)
        if _ABLE.fullmatch(question):
            return ChatReply([CAN_DO])
        result: MemoryAnswer = self.atlas.assistant.answer(question, conversation=self.conversation)
        items = [each for each in result.answer.found if not _was_asked(each.memory)]
        memories: list[str] = [each.memory.id for each in items]
        if not items:
            return ChatReply([NOT_KNOWN], serving=result.serving)
        heading = [f"As it stood on {format_day(result.as_of, self.zone)}:"] if result.as_of else []
        later = result.answer.later
        memories += [each.memory.id for each in later]
        if later or result.answer.dated:
            lines = [*self._dated_lines(items), *(self._later_line(each) for each in later)]
        else:
            lines = self._sure_lines(items) if result.answer.sure else self._unsure_lines(items)
        return ChatReply([*heading, *lines], memories, result.serving)

    def _sure_lines(self, items: Sequence[FoundFact]) -> list[str]:
        """Answer with facts, each with the words it stands on; facts of one sentence stand before it together."""
        by_words: dict[str, list[str]] = {}
        for each in items:
            by_words.setdefault(self._cite_memory(each.memory, each.quote), []).append(self._tell_fact(each))
        return [f"{' '.join(known)} ({words})" for words, known in by_words.items()]

    def _dated_lines(self, items: Sequence[FoundFact]) -> list[str]:
        """Tell facts as of their day: of what moves, and where something was said later."""
        return [
            f"{DATED}{format_day(each.said_at, self.zone)}: {self._tell_fact(each)} "
            f"({self._cite_memory(each.memory, each.quote)})"
            for each in items
        ]

    def _tell_fact(self, fact: FoundFact) -> str:
        """Tell a fact; of what is not so yet, from when on it is."""
        begins = f" from {format_day(fact.begins, self.zone)} on" if fact.begins else ""
        return f"{one_line(fact.sentence).rstrip('.')}{begins}."

    def _later_line(self, said: FoundFact) -> str:
        return f"Later, on {format_day(said.said_at, self.zone)}: “{one_line(said.quote)}”"

    def _unsure_lines(self, nearest: Sequence[FoundFact]) -> list[str]:
        """Offer each sentence once, however many facts stand on it."""
        told = [(each.said_at, one_line(each.quote)) for each in nearest]
        held = [any(at == day and words in other and words != other for day, other in told) for at, words in told]
        offers = [self._tell_offer(each) for each, is_held in zip(nearest, held, strict=True) if not is_held]
        return [f"{NEAREST} {'; '.join(dict.fromkeys(offers))}."]

    def _tell_offer(self, offer: FoundFact) -> str:
        day, who = format_day(offer.said_at, self.zone), self._name_origin(offer.memory)
        return f"on {day} {who} said “{one_line(offer.quote)}”"

    def _cite_memory(self, memory: Memory, quote: str) -> str:
        who, when = self._name_origin(memory), format_day(memory.observed_at, self.zone)
        return f"{who[:1].upper()}{who[1:]} said on {when}: “{one_line(quote)}”"

    def _name_origin(self, memory: Memory) -> str:
        return "you" if memory.origin in (Origin.USER, Origin.OPERATOR) else f"the {memory.origin.value}"

    def _all_known(self, question: str) -> ChatReply:
        """ "What do you know about me?": everything approved, newest first."""
        kinds = [kind for kind in Kind if kind is not Kind.EPISODE]
        approved = self.atlas.memories(limit=_MOST_KNOWN + 1, kinds=kinds, statuses=[Status.APPROVED])
        listed = approved[:_MOST_KNOWN]
        if not listed:
            return ChatReply(["Nothing yet. Tell me something about yourself."])
        served = self.atlas.context(question, conversation=self.conversation)
        facts = "; ".join(one_line(address_user(memory)) for memory in listed)
        more = " There is more: /memories." if len(approved) > len(listed) else ""
        return ChatReply([f"{facts[:1].upper()}{facts[1:]}.{more}"], [memory.id for memory in listed], served.serving)

    # --- learning

    def _observe_turn(self, text: str, reply: str | None, answer: ChatReply) -> list[str]:
        """Store what was said, think about it, and say what was noted."""
        receipt = self.atlas.observe(text, reply, conversation=self.conversation)
        if not receipt.acknowledged or receipt.interaction is None:
            self.lost = True
            answer.troubles.append(f"That is not stored yet. {receipt.problem or ''}".strip())
            return []
        judged = [each for each in self.atlas.assistant.learned(receipt.interaction) if not _is_lesson(each)]
        if reply is None:
            answer.memories = [each.memory for each in judged if each.memory]
        noted = [
            *learned_sentences(self.atlas, judged, receipt.redacted, PENDING),
            *quarantine_notice(receipt.quarantine),
        ]
        return noted if reply is not None else [*noted, *self._lesson_notice(receipt.interaction)]

    def _lesson_notice(self, interaction: InteractionId) -> list[str]:
        """Tell of a lesson that waits and cites this interaction, which then was a correction."""
        waiting = {memory.id for memory in self.atlas.review.pending().memories if memory.kind is Kind.LESSON}
        cited = waiting and any(memory.id in waiting for memory in self.atlas.inspect.interaction(interaction).memories)
        return [LESSON] if cited else []


def _join_noted(noted: Sequence[str], reply: Sequence[str]) -> list[str]:
    """Join what was noted with an answer: what waits for a decision comes last."""
    waiting = [line for line in noted if line.startswith(WAITING)]
    return [*(line for line in noted if line not in waiting), *reply, *waiting]


def _courteous_reply(text: str) -> str:
    """Choose the reply to a line from which nothing was learned."""
    if LANGUAGE.speech.asks_to_forget(text):
        return TO_FORGET
    return next((reply for courtesy, reply in _COURTESIES if courtesy.fullmatch(text)), NOTHING_NEW)


def _is_lesson(judged: Judged) -> bool:
    """Tell whether a proposal is a lesson: lessons are told in a sentence of their own, whenever the worker draws
    them."""
    return isinstance(judged.proposal, Remember) and judged.proposal.kind is Kind.LESSON


def _was_asked(memory: Memory) -> bool:
    """Tell whether a memory is a question that was asked before, which tells nothing."""
    return memory.kind is Kind.EPISODE and tells_nothing(memory.content)
