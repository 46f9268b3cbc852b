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
from atlas.model.memory import Kind, Memory, Status
from atlas.model.origin import Origin
from atlas.model.proposal import Remember
from atlas.retrieval.question import is_question
from atlas.surfaces.cli.chat import learned_text as learned
from atlas.surfaces.cli.chat import slash
from atlas.surfaces.cli.chat.chat_reply import ChatReply
from atlas.surfaces.cli.lookup.memory_text import to_you
from atlas.surfaces.cli.shared.output import hint_text
from atlas.surfaces.views.memory import evidence_sentences
from atlas.surfaces.views.text import format_day, one_line, reveal_hidden, split_sentences

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
NOTHING: Final = "I don't know that yet."
LOST: Final = "I could not keep that yet."
HEARD: Final = "Okay. I found nothing new to note in that."
CAN_DO: Final = "I remember what you tell me, and answer from it with your own words. /help lists what else there is."
LESSON: Final = "A lesson waits for you: /pending"
TO_FORGET: Final = "Only /forget erases: type it alone for the last thing, or with the words to erase."
_WISHES_TO_FORGET: Final = re.compile(r"\W*(?:please\W+)?(?:forget|erase|delete)\b(?! to\b)", re.IGNORECASE)
_ABLE: Final = re.compile(r"\W*(?:what (?:can|do) you do|how does (?:this|it) work)\W*", re.IGNORECASE)
_THANKS: Final = re.compile(r"\W*(?:many )?(?:thanks|thank you|thx)(?: (?:a lot|so much|very much))?\W*", re.IGNORECASE)
_GREETING: Final = re.compile(r"\W*(?:hello|hi|hey|good (?:morning|afternoon|evening))(?: there)?\W*", re.IGNORECASE)
_COURTESIES: Final = ((_THANKS, "You are welcome."), (_GREETING, "Hello."))
_LEAVES: Final = frozenset({"exit", "quit", "bye", "goodbye"})


class Talk:
    """A conversation with one person."""

    def __init__(
        self,
        atlas: Atlas,
        zone: tzinfo,
        conversation: str,
        through_model: bool,
        hear: Callable[[str], None] | None = None,
    ) -> None:
        """`hear` shows a model's answer as it comes; then it is not shown again."""
        self.atlas = atlas
        self.zone = zone
        self.conversation = conversation
        self.through_model = through_model
        self._hear = hear
        self.over = False
        self.lost = False
        """Whether anything said could not be stored."""
        self.last = ChatReply([])
        """The last answer that stands on something, for /why and /forget."""
        self._turns: deque[tuple[str, str]] = deque(maxlen=2 * KEPT_TURNS)

    def hear(self, text: str) -> ChatReply:
        """The answer to one line. Trouble with it is said, and the chat goes on."""
        if text.strip(" .!").lower() in _LEAVES:
            text = "/quit"
        try:
            answer = slash.obey(self, text) if text.startswith("/") else self._answer(text)
        except AtlasError as trouble:
            return ChatReply([one_line(str(trouble))])
        if answer.memories:
            self.last = answer
        return answer

    def _answer(self, text: str) -> ChatReply:
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
            text, conversation=self.conversation, earlier=earlier, hear=self._hear
        )
        self._turns.extend([("user", text), ("assistant", spoken.text)])
        answer = ChatReply([reveal_hidden(spoken.text)], serving=spoken.serving, source=spoken.model)
        if spoken.serving:
            answer.memories = [memory.id for memory in self.atlas.why(spoken.serving).memories]
        noted = self._observe(text, spoken.text, answer)
        shown = [] if self._hear else answer.lines
        answer.rich = [*shown, *(hint_text(each) for each in noted)]
        answer.heard = self._hear is not None
        return answer

    # --- from memory alone

    def _from_memory(self, text: str) -> ChatReply:
        said = split_sentences(text)
        asked = [each for each in said if is_question(each)]
        if asked and len(asked) == len(said):
            return self._question(text, certain=text.rstrip().endswith("?"))
        answer = ChatReply([])
        noted = self._observe(text, None, answer)
        if asked:
            reply = self._reply(" ".join(asked))
            self.atlas.observe(assistant=reply.text, conversation=self.conversation)
            reply.troubles += answer.troubles
            reply.lines = [*noted, *reply.lines]
            return reply
        answer.lines = noted or [LOST if answer.troubles else _fitting(text)]
        return answer

    def _question(self, text: str, certain: bool) -> ChatReply:
        """What looks like a question only by its first word may be a statement: it is answered if that can be done."""
        reply = self._reply(text)
        if certain or reply.memories:
            self._observe(text, reply.text, reply)
            return reply
        answer = ChatReply([])
        answer.lines = self._observe(text, None, answer) or reply.lines
        return answer

    def _reply(self, question: str) -> ChatReply:
        if _KNOWN_OF_ME.search(question):
            return self._all_known(question)
        if _ABLE.fullmatch(question):
            return ChatReply([CAN_DO])
        found: MemoryAnswer = self.atlas.assistant.answer(question, conversation=self.conversation)
        items = [each for each in found.answer.found if not _was_asked(each.memory)]
        memories: list[str] = [each.memory.id for each in items]
        if not items:
            return ChatReply([NOTHING], serving=found.serving)
        then = [f"As it stood on {format_day(found.as_of, self.zone)}:"] if found.as_of else []
        told = self._sure(items) if found.answer.sure else [self._unsure(items[0])]
        return ChatReply([*then, *told], memories, found.serving)

    def _sure(self, items: Sequence[FoundFact]) -> list[str]:
        """What is known, each with the words it stands on; what one sentence said stands before it together."""
        by_words: dict[str, list[str]] = {}
        for each in items:
            sentence = f"{one_line(each.sentence).rstrip('.')}."
            by_words.setdefault(self._said(each.memory, each.quote), []).append(sentence)
        return [f"{' '.join(known)} ({words})" for words, known in by_words.items()]

    def _unsure(self, found: FoundFact) -> str:
        quote, who = self._quote(found.memory, found.quote), self._who(found.memory)
        when = format_day(found.said_at, self.zone)
        return f"I have nothing certain on that; the nearest thing {who} said is “{quote}” ({when})."

    def _said(self, memory: Memory, quote: str) -> str:
        who, when = self._who(memory), format_day(memory.observed_at, self.zone)
        return f"{who[:1].upper()}{who[1:]} said on {when}: “{self._quote(memory, quote)}”"

    def _quote(self, memory: Memory, quote: str) -> str:
        """The last sentence it stands on, word for word."""
        found = [sentence for sentence, _ in evidence_sentences(memory, self.atlas.inspect.show(memory.id).messages)]
        return one_line(found[-1] if found else quote)

    def _who(self, memory: Memory) -> str:
        return "you" if memory.origin in (Origin.USER, Origin.OPERATOR) else f"the {memory.origin.value}"

    def _all_known(self, question: str) -> ChatReply:
        """ "What do you know about me?": everything approved, newest first."""
        kinds = [kind for kind in Kind if kind is not Kind.EPISODE]
        found = self.atlas.memories(limit=_MOST_KNOWN + 1, kinds=kinds, statuses=[Status.APPROVED])
        known = found[:_MOST_KNOWN]
        if not known:
            return ChatReply(["Nothing yet. Tell me something about yourself."])
        served = self.atlas.context(question, conversation=self.conversation)
        facts = "; ".join(one_line(to_you(memory)) for memory in known)
        more = " There is more: /memories." if len(found) > len(known) else ""
        return ChatReply([f"{facts[:1].upper()}{facts[1:]}.{more}"], [memory.id for memory in known], served.serving)

    # --- learning

    def _observe(self, text: str, reply: str | None, answer: ChatReply) -> list[str]:
        """Store what was said, think about it, and say what was noted."""
        receipt = self.atlas.observe(text, reply, conversation=self.conversation)
        if not receipt.acknowledged or receipt.interaction is None:
            self.lost = True
            answer.troubles.append(f"That is not stored yet. {receipt.problem or ''}".strip())
            return []
        found = [each for each in self.atlas.assistant.learned(receipt.interaction) if not _is_lesson(each)]
        if reply is None:
            answer.memories = [each.memory for each in found if each.memory]
        noted = learned.sentences(self.atlas, found, receipt.redacted)
        return noted if reply is not None else [*noted, *self._lessons(receipt.interaction)]

    def _lessons(self, interaction: InteractionId) -> list[str]:
        """Whether a lesson waits that cites what was just said: that was a correction. The rules take a moment."""
        waiting = {memory.id for memory in self.atlas.review.pending().memories if memory.kind is Kind.LESSON}
        cited = waiting and any(memory.id in waiting for memory in self.atlas.inspect.interaction(interaction).memories)
        return [LESSON] if cited else []


def _fitting(text: str) -> str:
    """What to say where nothing was learned."""
    if _WISHES_TO_FORGET.match(text):
        return TO_FORGET
    return next((reply for courtesy, reply in _COURTESIES if courtesy.fullmatch(text)), HEARD)


def _is_lesson(judged: Judged) -> bool:
    """Said in a sentence of its own, whether the worker had the time to draw it already or not."""
    return isinstance(judged.proposal, Remember) and judged.proposal.kind is Kind.LESSON


def _was_asked(memory: Memory) -> bool:
    """A question that was asked before tells nothing."""
    return memory.kind is Kind.EPISODE and is_question(memory.content)
