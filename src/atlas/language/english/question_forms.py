"""Whether an English text asks, by its form: with a question mark, by how it begins, or only loosely."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.english.lexicon.deeds import BASES, MORE_VERBS, PASTS, VERBS
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.verb_phrases import strip_ending
from atlas.language.words import split_words

_LONGEST: Final = 2_000
"""Of a longer text the beginning is read."""
_QUESTION_OPENERS: Final = re.compile(
    r"^\W*(?:(?:hey|hi|hello|so|and|but|ok|okay|please|atlas|well)\W+)*"
    r"(?:whom?|whose|which|where|why|what(?!\s+an?\b)|how(?!ever\b)"
    # "When I was ten", "Will is my brother", "Have a nice day", "Do not shout" tell or command.
    r"|when(?:['’]s|\s+(?:am|is|are|was|were|do|does|did|will|would|can|could|should|has|have|had))"
    r"|(?:do|does|did|am|is|are|was|were|can|could|will|would|should|have|has|had)\s+"
    r"(?:i|you|we|he|she|it|they|my|our|your|his|her|their|there|this|that|the|any(?:one|body|thing)?|some(?:one|body)?)"
    r"|(?:is|are|was|were|does|did|has)\s+[\w'’-]+\s+\w+"
    r"|(?:remind|tell) me)\b",
    re.IGNORECASE,
)

_CLAUSES: Final = re.compile(
    r"[,;:–—]\s+|\s+[-–—]\s+|\s+(?:so|but|and)\s+(?=(?:what|where|when|who|why|how|which|is|are|do|does|did|can|could|should|will)\b)",
    re.IGNORECASE,
)
_TELLING_WORDS: Final = 3
_OWN_CLAUSE: Final = re.compile(
    r"^\W*(?:btw |and |so |but |also |well |ok |okay )*"
    r"(?:i|we|my|our|he|she|they|it|the|his|her|their|there)(?:['’]\w+)?\b|\b(?:i|we|me|my|our|us)\b"
    r"|^\W*(?:bought|sold|got|took|moved|started|quit|left|found|went|back from|doc|mum|dad|gran)\b"
    r"|(?-i:^\W*(?!(?:Okay|Ok|Yes|No|Please|Thanks|Hello|Hi|Hey|Well|So|And|But|Now|Then|What|Why|How)\b)"
    r"[A-Z][\w’']+ )",
    re.IGNORECASE,
)
"""A clause that says something of somebody: "my sister's moved to Turku", "Bought the Leaf"."""
_SUPPOSED: Final = re.compile(
    r"^\W*(?:and |so |but )?(?:if|suppose|supposing|say|imagine|unless|when|whether)\b", re.IGNORECASE
)
_AUXILIARY: Final = r"(?:(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)(?:n['’]t)?|am)"
_ASKED_FOR: Final = (
    r"(?:address|age|birthday|brand|colour|color|date|day|dose|e-?mail|employer|make|model|name|names|number|phone|plate|price|rent|size"
    r"|street|time|title)"
)
_ASKED_LOOSELY: Final = re.compile(
    r"^\W*(?:(?:hey|hi|ok|okay|so|and|please|pls)\W+)*"
    r"(?:(?:what|where|when|who|how)['’]?s|whats|wheres|whens|whos|hows|names? of|which"
    r"|(?:name|list)\s+(?:me\s+)?(?:all|my|our|the|every\w*)"
    r"|(?:at|by|for|from|in|of|on|since|to|until|with)\s+(?:what|which|whom|whose|where)"
    rf"|(?:tell|say|give|show)\s+(?:me\s+)?(?:all\s+|the\s+)*(?:my|our|{_ASKED_FOR})|{_ASKED_FOR}\s+of"
    r")\b[^:.!]*[.!]?$"
    r"|[,;–—-]\s*(?:so |and |but )?"
    rf"(?:whats|wheres|whens|whos|hows|(?:what|where|when|who|why|how|which)(?:\s+\w+){{0,2}}?\s+{_AUXILIARY})"
    r"\s+[^,;:.!]{2,60}$"
    r"|\b(?:ask(?:s|ed|ing)?|wants?|needs?)\b(?:\s+(?:me|us|to\s+know))*\s+"
    rf"(?:what|which|where|when|who|how|(?:me|the)\s+{_ASKED_FOR}\s+(?:and|of|for))\b[^:.!]{{2,90}}[.!]?$"
    r"|^[^.!:]{2,40}\s(?:when|where|who|how much|how many|how old)\W*$"
    r"|^\W*list\s+(?:me|my|our|all)\s+[^.!:]{3,90}$"
    rf"|^(?!\W*(?:i|we|you)\b)[^,;:.!]{{2,40}}\b(?:wants?|needs?|asks?(?:\s+for)?)\s+(?:(?:me|my|our|the)\s+)?(?:(?!an?\b|new\b)[\w'’]+\s+){{0,2}}?{_ASKED_FOR}\b[^:.!]*$",
    re.IGNORECASE,
)
"""The ways of asking that a statement may have too."""
_FOR_WHAT: Final = re.compile(r"\bfor\s+(?:the|my|our|a|an|his|her|their|some)\s+[\w'’ ]{2,30}\W*$", re.IGNORECASE)
_ASKED_FOR_WORD: Final = re.compile(
    rf"\b(?:{_ASKED_FOR}|strength|pay|salary|wage|income|money|allowance|postcode|weight|height)\b", re.I
)
_OWN_NOUN: Final = re.compile(r"^\W*(?:my|our)\s+[\w'’-]+(?:\s+[\w'’-]+){0,4}\W*$", re.IGNORECASE)
_FEW_WORDS: Final = 28
_ENTRY: Final = re.compile(
    r"\b(?:which|what|whose|where|who|whom)\b[^.?!]{0,40}\b(?:do|shall|should|must|would|will|can)\s+(?:i|we)\s+"
    r"(?:address|enter|fill|give|name|put|quote|report|say|sign|state|tell|tick|type|use|write)\b[^.?!]{0,40}\?\W*$"
    r"|\b(?:which|what)\s+(?:is\s+it|one)\s*\?\W*$|[.,;:–—]\s*(?:name|title|address|city|place)\s*\?\W*$",
    re.IGNORECASE,
)
_NAME_OR_FIGURE: Final = re.compile(r"(?<![.!?:;\n])(?<!\A)\s(?!I\b)[A-Z][\w'’-]+|\d")
_SOMEBODY_DOES: Final = re.compile(
    r"\b(?:i|we|they|he|she|it|(?:my|our|his|her)\s+[\w-]+)(?:['’](?:m|re|s|ve|d|ll)\b"
    r"|\s+(?!(?:wanna|want|wants|need|needs|have\s+to|has\s+to|must|should|wish|wishes|who|which|what|to)\b)\w+)",
    re.IGNORECASE,
)
"""A clause that tells of somebody, and not only what they have to enter."""
_COURTESY: Final = re.compile(
    r"[,;]?\s+(?:again|asap|cheers|haha|lol|please|pls|plz|quick|quickly|right\s+now|ta|thanks|thank\s+you|urgently)\W*$",
    re.IGNORECASE,
)
_ASKED_BY_THE_WAY: Final = re.compile(
    # what somebody else asks, or wants to know
    r"^(?!\W*(?:i|we)\b).{2,80}?(?:\b(?:asks?|asking|wonders?|wondering|wants?\s+to\s+know|needs?\s+to\s+know)|['’]s\s+asking)\s+"
    r"(?:(?:me|us)\s+)?(?:again\s+)?(?:if|whether|what|which|whom?|whose|where|when|why|how|for|about|am|is|are|do|does|did|has|have|my|our|the)\b"
    # a question in the middle of a sentence: "for the insurance which leg did they operate on"
    r"|\b(?:what|which|whom?|whose|where|when|why|how)\b(?:\s+[\w'’-]+){0,3}?\s+"
    r"(?:is|are|was|were|do|does|did|have|has|had|can|could|will|would|should|am)\s+"
    r"(?:i|we|you|u|he|she|it|they|my|our|the|her|his|their|there)\b"
    # "say me their names", "tell me the rest"
    r"|\b(?:say|tell|give|list|show|name)\s+me\s+(?:again\s+)?(?:the|their|his|her|its|my|our|all|what|who|where|when|why|how)\b"
    # "the two things i told you", "all the children i have"
    r"|^\W*(?:the|all|any|those|every\w*)\b[^.!?;:]{2,60}\b(?:i|we)\s+(?:told|asked|said|gave|mentioned|have|had|own|wanted)\b",
    re.IGNORECASE,
)
"""Asking that stands in the middle of something."""
_NOUN_OPENS: Final = re.compile(
    r"^\W*(?:and\s+)?(?:my|our|the|his|her|their)\s+[\w'’ ,+&/()-]{2,90}\W*$", re.IGNORECASE
)
_VERBS: Final = (
    VERBS
    | MORE_VERBS
    | frozenset(BASES.values())
    | word_set("ache arrive hurt need want land start end open close stop bark")
)
_FINITE: Final = word_set(
    "am are can could did do does had has have i is it may must she he they was we were who will would"
)
_REPORTED: Final = re.compile(
    r"^(?!(?:i|we)\b)(?:[^\s,;]+\s+){1,6}?(?:asks?|asked|(?:is|are|was|were|keeps?)\s+asking|wonders?"
    r"|(?:wants?|wanted|needs?|needed|has|have|would\s+like)\s+to\s+know)\s+(?:me\s+|us\s+)?"
    r"(?:what|which|whom?|whose|where|when|how|why|if|whether|['‘\"“])(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""That somebody else asks, and what: "the club wants to know where she is taught"."""
_TELLING: Final = re.compile(r"(?<=\s)['‘\"“(]?(?:[A-Z](?!\b)|\w*\d)|\b(?:and|but|because|since|so|as)\b")
"""A name or a number behind the first word, or a further clause: who reports a question with one tells something."""
_CLAUSE: Final = re.compile(r"\s*[,;–—]\s+")
_ASIDE: Final = 2
"""Words of a clause that says nothing: "lol", "by the way"."""


def is_question(text: str) -> bool:
    """Tell whether a text asks, by its mark or by how it begins."""
    stripped = text.strip()
    return stripped.endswith(("?", "？", "؟")) or bool(_QUESTION_OPENERS.match(stripped[:_LONGEST]))


def may_ask(text: str) -> bool:
    """Tell whether a text asks without the form of a question: "my net pay?", "my sister, where does she live again",
    "name all my cats"."""
    brief = _COURTESY.sub("", text.strip()[:_LONGEST])
    if is_question(brief) or _ASKED_LOOSELY.search(brief) or _is_noun_phrase(brief):
        return True
    few = len(brief.split()) <= _FEW_WORDS and "\n" not in brief
    return few and (_ASKED_BY_THE_WAY.search(brief) is not None or _names_what_for(brief))


def is_keyword_query(text: str) -> bool:
    """Tell whether a text names what is wanted and tells nothing: "my street and number"."""
    brief = _COURTESY.sub("", text.strip()[:_LONGEST])
    return bool(_ASKED_FOR_WORD.search(brief)) and not any(map(str.isdigit, brief)) and _is_noun_phrase(brief)


def _is_noun_phrase(text: str) -> bool:
    """Whether a text is something of the speaker's and no sentence: "my net pay", and not "my flight lands"."""
    return _OWN_NOUN.match(text) is not None and not any(_is_finite(word) for word in split_words(text.casefold()))


def _names_what_for(text: str) -> bool:
    """Whether a text is a noun with what belongs to it, and for what: "the strength of my statin, for the chemist"."""
    if not (_FOR_WHAT.search(text) and _NOUN_OPENS.match(text)):
        return False
    return not any(_is_finite(word) for word in split_words(text.casefold()))


def _is_finite(word: str) -> bool:
    if word in _FINITE or word in PASTS:
        return True
    if word.endswith("s"):
        return strip_ending(word) in _VERBS
    return word.endswith("ed") and len(word) > 4


def asks_what_to_enter(text: str) -> bool:
    """Tell whether a text says no more than into what something has to be written, and asks what: "The parking disc
    wants the vehicle. Which is it?"."""
    stripped = text.strip()
    found = _ENTRY.search(stripped) if len(stripped.split()) <= _FEW_WORDS else None
    if found is None or _NAME_OR_FIGURE.search(stripped):
        return False
    return not _SOMEBODY_DOES.search(stripped, 0, found.start())


def tells_beside_asking(sentence: str) -> bool:
    """Tell whether a sentence that asks tells something first: "they've swapped the pills, so is wine all right?"."""
    clauses = [each for each in _CLAUSES.split(sentence.strip()[:_LONGEST]) if each.strip()]
    return any(
        len(each.split()) >= _TELLING_WORDS
        and not is_question(f"{each.strip()}.")
        and not _SUPPOSED.match(each)
        and _OWN_CLAUSE.search(each)
        for each in clauses[:-1]
    )


def reports_question(text: str) -> bool:
    """Tell whether a sentence says no more than that somebody asks something, and asks what to answer."""
    stripped = text.strip()[:_LONGEST]
    reported = _REPORTED.match(stripped)
    if reported is None or _TELLING.search(stripped):
        return False
    return all(is_question(each) or len(each.split()) <= _ASIDE for each in _CLAUSE.split(reported["rest"])[1:])
