"""Whether a text turns to an assistant that reads it: by name, with a duty, or about its answers and instructions."""

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


def addresses_reader(text: str) -> bool:
    return _ADDRESS.search(text) is not None
