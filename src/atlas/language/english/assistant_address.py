"""Whether a text turns to an assistant that reads it, by name, with a duty, or about its answers and instructions; and
whether a sentence is about one at all, about what it replies, keeps or takes as approved, or hands something out."""

from __future__ import annotations

import re
from typing import Final

_WHO: Final = (
    r"(?:assistants?|a\.?i\.?|(?:language |ai )?models?|chatbots?|llms?|claude|chatgpt|gpt(?:-\d\S*)?|copilot|agents?)"
)
_DUTY: Final = (
    r"(?:must|should|shall|ought|ha(?:s|ve) to|needs? to|will now|may now|please"
    r"|(?:is|are) (?:now )?(?:allowed|required|authori[sz]ed|instructed))"
)
_ADDRESS: Final = re.compile(
    rf"\b(?:dear |hey |hello |attention,? |as an? |(?:now )?you are (?:now )?an? |note to (?:the )?){_WHO}\b"
    rf"|\b{_WHO}\b\W+(?:\w+\W+){{0,3}}?{_DUTY}\b"
    r"|\b(?:tell|remind|instruct|inform|warn|convince|persuade) (?:the |all |every )?users?\b"
    r"|\b(?:in|with|to) your (?:next )?(?:answers?|responses?|repl(?:y|ies)|outputs?)\b"
    r"|\byour (?:previous |prior |original |earlier |system )?(?:instructions|prompt|guidelines|training)\b",
    re.IGNORECASE,
)
_PARTY: Final = re.compile(
    r"\b(?:(?i:(?:ai )?assistants?|chat-?bots?|llms?|(?:large )?language models?|ai (?:agents?|models?|systems?)"
    r"|chatgpt|gpt-?\d\S*|copilot)|AIs?|A\.I\.|Claude|ATLAS)(?!\w)"
)
"""Whoever may read this as an assistant; in capitals where the word has another meaning without."""
_REPLIES: Final = re.compile(
    r"\b(?:(?:every|each|all|any|no|your|future|next)(?: \w+){0,2} (?:repl(?:y|ies)|answers?|responses?"
    r"|outputs?|conversations?|chats?|recommendations?|summar(?:y|ies))"
    r"|replies|answers|(?:the |a )?reply|whoever asks?|(?:anyone|everyone|somebody|someone) asks?"
    r"|(?:when|if|whenever) (?:\w+ ){0,2}?(?:asked|questioned))\b",
    re.IGNORECASE,
)
"""What somebody says who is asked: a text that says how it has to be speaks to whoever answers."""
_ALL_REPLIES: Final = re.compile(
    r"\W*(?:(?:(?:every|each|all|no|any|good|future) )+(?:\w+ )?(?:repl(?:y|ies)|answers?|responses?|conversations?"
    r"|chats?|recommendations?|summar(?:y|ies))|replies|answers|summaries|recommendations)\b",
    re.IGNORECASE,
)
"""The subject of a sentence that says how all of them are: a rule without a word of duty."""
_KEPT: Final = re.compile(
    r"\b(?:memories|(?:from|to|your|the user's) memory|remember(?:ed|s|ing)?|memori[sz]\w+"
    r"|(?:pre-?)?approv(?:ed?|als?|es|ing)|trust(?:ed|worthy)|verified|vouch\w*|quarantin\w+)\b",
    re.IGNORECASE,
)
_OF_ITSELF: Final = re.compile(
    r"\b(?:memor(?:y|ies)|facts?|notes?|statements?|passages?|contents?|instructions?|everything|anything|whatever"
    r"|nothing|(?:this|these) (?:files?|documents?|pages?|texts?|folders?|sections?|sources?)|here|below|above)\b",
    re.IGNORECASE,
)
_HANDS_OUT: Final = re.compile(
    r"\b(?:e-?mail|mail|send|forward|share|transmit|disclose|deliver|leak|hand|pass|post|upload|report|submit|b?cc|wire"
    r"|transfer|pay)\b[^.!?]{0,200}?\bto:? ?\W{0,3}(?:[\w.+%-]+@[\w-]+\.|https?://|www\.)",
    re.IGNORECASE,
)


def is_about_assistant(sentence: str) -> bool:
    """Tell whether a sentence is about an assistant, or takes what is kept for approved."""
    kept = _KEPT.search(sentence) is not None and _OF_ITSELF.search(sentence) is not None
    return kept or _PARTY.search(sentence) is not None


def is_about_replies(sentence: str) -> bool:
    """Tell whether a sentence is about what is replied; whether it says how, is for its form to tell."""
    return _REPLIES.search(sentence) is not None


def is_about_all_replies(sentence: str) -> bool:
    """Tell whether a sentence says how all replies are."""
    return _ALL_REPLIES.match(sentence) is not None


def hands_out(sentence: str) -> bool:
    """Tell whether a sentence has something given to an address."""
    return _HANDS_OUT.search(sentence) is not None


def addresses_reader(text: str) -> bool:
    return _ADDRESS.search(text) is not None
