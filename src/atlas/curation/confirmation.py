"""Agreement is not authorship (C3): what a bare "yes" or "no" makes of somebody else's question.

A confirmed fact stands on the answer and on the question, so that its trust is the asker's. Only a plain fact about the
answerer, asked in one short question right before and put to them, is approved by rule; everything else waits. All of
it is told from the messages themselves, and never from a mark that a thinker could set.
"""

from __future__ import annotations

import re
from typing import Final

from atlas.curation.judgement_input import Exchange, JudgementInput
from atlas.language.entity_ids import speaker_entity
from atlas.language.folding import fold_text
from atlas.language.registry import LANGUAGE
from atlas.model.claim import Claim
from atlas.model.interaction import Message, Role
from atlas.model.memory import Basis
from atlas.model.origin import Trust
from atlas.model.proposal import Remember

PLAIN_ATTRIBUTES: Final = frozenset(
    {"age", "birthday", "diet", "from", "gender", "lives_in", "marital_status", "timezone", "works_at"}
)
"""Of the single-valued attributes those that tell a plain fact: no name, no role, no wish, nothing open."""
MAX_REPLY: Final = 160
"""Characters of the whole reply in which the question stands."""
MAX_WORDS_BESIDE: Final = 4
"""Words of the question after its *you*, beside the value: "do you live in Oslo these days" has four."""
MAX_VALUE_WORDS: Final = 4

_QUESTION_MARK: Final = re.compile(r"[?？؟;]")
_ENDS_WITH_QUESTION: Final = re.compile(r"[?？؟][\s\"'”’)\U0001F300-\U0001FAFF]*\Z")
_LAST_SENTENCE: Final = re.compile(r"(?:\A|[.!…]\s+|\n)(?P<sentence>[^.!?…\n]*\?)[^?]*\Z")
"""The sentence that asks; a cut of its own that stops at every point, so that nothing before it is confirmed."""
_QUOTED: Final = re.compile(r"[>:\"“”„«»‹›`]|(?<!\w)['‘’]|['’](?!\w)")
"""Signs of words that are shown and not asked."""
_NAMED: Final = re.compile(r"(?<=[\w,;)] )[^\W\d_a-z][\w-]+")
"""A capital inside a sentence. The assistant's *I* is one letter and none."""
_SINGLE: Final = re.compile(r"(?:\A|[.!…\n])\s*(?P<word>[\w-]+)\s*(?=[.!…\n])")
_PLAIN_VALUE: Final = re.compile(r"[\w\s'’.,&-]+")


def is_confirmation(proposal: Remember, before: JudgementInput) -> bool:
    """Tell whether an answer states the fact together with another's question."""
    roles = {before.cited[item.message].role for item in proposal.evidence if item.message in before.cited}
    return proposal.basis is Basis.STATED and {Role.USER, Role.ASSISTANT} <= roles


def is_plain_confirmation(proposal: Remember, before: JudgementInput) -> bool:
    """Tell whether a rule may approve the confirmation."""
    cited = [before.cited[item.message] for item in proposal.evidence]
    answers = [message for message in cited if message.role is Role.USER]
    questions = [message for message in cited if message.role is Role.ASSISTANT]
    if proposal.claim is None or before.exchange is None or len(answers) != 1 or len(questions) != 1:
        return False
    asked = next(item.quote for item in proposal.evidence if item.message == questions[0].id)
    return (
        _is_plain_claim(proposal.claim, answers[0])
        and _is_short_question(questions[0].text, asked, proposal.claim)
        and _asks_nobody_else(questions[0].text, answers[0].speaker)
        and _was_put_to_answerer(questions[0], answers[0], before.exchange)
    )


def _is_plain_claim(claim: Claim, answer: Message) -> bool:
    return (
        claim.attribute in PLAIN_ATTRIBUTES
        and claim.subject == speaker_entity(answer.speaker)
        and answer.origin.trust >= Trust.USER
        and len(claim.value.split()) <= MAX_VALUE_WORDS
        and _PLAIN_VALUE.fullmatch(claim.value) is not None
        and not LANGUAGE.confirmations.names_authority(claim.value)
    )


def _is_short_question(reply: str, question: str, claim: Claim) -> bool:
    """Tell whether the reply is short, asks one question, and that question says hardly more than the claim."""
    asked = LANGUAGE.confirmations.strip_addressee(question)
    beside = len(asked.split()) - len(claim.value.split())
    return (
        len(reply) <= MAX_REPLY
        and len(_QUESTION_MARK.findall(reply)) == 1
        and _ENDS_WITH_QUESTION.search(reply) is not None
        and beside <= MAX_WORDS_BESIDE
        and not LANGUAGE.confirmations.names_authority(question)
    )


def _asks_nobody_else(reply: str, answerer: str | None) -> bool:
    """Tell whether the question is asked outright, without quotation or condition, and names only the answerer."""
    last = _LAST_SENTENCE.search(reply)
    addressed = LANGUAGE.confirmations.find_addressees(last["sentence"]) if last else None
    if not last or addressed is None or _QUOTED.search(reply):
        return False
    before = reply[: last.start("sentence")]
    named = [*addressed, *_NAMED.findall(before)]
    alone = (each["word"] for each in _SINGLE.finditer(before))
    named += [word for word in alone if not LANGUAGE.confirmations.is_interjection(fold_text(word))]
    return all(_is_called(answerer, name) for name in named)


def _is_called(speaker: str | None, name: str) -> bool:
    """Tell whether a name is the speaker's whole or first name; an unnamed speaker has none."""
    own = fold_text(speaker or "")
    return bool(own) and fold_text(name) in (own, own.split()[0])


def _was_put_to_answerer(question: Message, answer: Message, exchange: Exchange) -> bool:
    """Tell whether the question stands right before the answer, in one session, in reply to the answerer alone.

    A question replies within its own interaction: one that stands alone was shown to nobody.
    """
    said = list(exchange.said)
    place = next((at for at, message in enumerate(said) if message.id == answer.id), 0)
    if exchange.read_outside or not exchange.one_session or place < 1 or said[place - 1].id != question.id:
        return False
    asked = [
        speaker_entity(each.speaker)
        for each in said[: place - 1]
        if each.role is Role.USER and each.interaction == question.interaction
    ]
    return bool(asked) and set(asked) == {speaker_entity(answer.speaker)}
