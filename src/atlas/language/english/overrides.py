"""Whether a text claims to change what no learning may change (H1): the constitution's first three levels, how the
assistant is evaluated and rewarded, its permissions and its role.

It is a second look at what is written into a document. The first three levels stand in every prompt and their bytes are
pinned, so that what slips through here is data and not law; it reads English, and errs to the side of refusing.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

from atlas.language.document_items import remove_comments
from atlas.language.english.directives import is_directive
from atlas.language.hidden_characters import remove_hidden
from atlas.language.lookalikes import fold_lookalikes

_MARKUP: Final = re.compile(r"[*`~]+|(?<!\w)_+|_+(?!\w)|</?[a-z]{1,10}>")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?;])\s+")
_BULLET: Final = "-+#>• \t"
_LONGEST: Final = 1_000
_OVERLAP: Final = 150
_GAP: Final = r"(?:[\w'-]+ ){0,3}?"
_NOT: Final = r"\b(?:never|do not|don't|don't have to|do not have to|need not|stop|avoid|no need to|not|refrain from) "
"""What forbids or excuses what follows."""
_NEGATED: Final = re.compile(
    r"(?:\b(?:never|not|without|nor|cannot|against|avoid|refuse to|instead of)|n't)"
    r"(?: (?!hesitate|fail|forget|afraid|worry|only|just)[\w']+){0,2} $"
)
"""Whoever forbids to break the law keeps it."""
_FORBIDS: Final = re.compile(r"(?:\b(?:never|not|no|nothing|nobody|cannot)\b|n't\b)[^,;:]*$")

_BREAK: Final = (
    r"\b(?:ignor\w+|disregard\w*|overrid\w+|overrul\w+|bypass\w*|circumvent\w*|supersed\w+|suspend\w*|violat\w+|break"
    r"|breaking|forget|(?:set|put|lay)(?: aside|(?= .{0,60}\baside\b))|(?:work|get) around|drop|void|cancel|amend|alter"
    r"|chang(?:e|ing)|edit|rewrit(?:e|ing)|modify|replace|delete|remove|relax|weaken|loosen|disabl(?:e|ing)|skip"
    r"|turn off|switch off|disobey|exempt from|free (?:of|from))"
)
_RULES: Final = r"(?:rules|guidelines|polic(?:y|ies)|instructions|constraints|filters?|checks|limits|restrictions)"
_OWN_LAW: Final = (
    r"(?:(?:the |your |atlas's |this |its )?constitution\b|(?:the |your )?system prompt"
    r"|levels? (?:1|2|3|one|two|three)\b(?! (?:of|in|on|at|for) (?!(?:the|your) constitution))"
    rf"|(?:the |your |all |any ){{0,3}}(?:(?:safety|security) {_RULES}|guardrails|safeguards|(?:inviolable|binding) \w+"
    r"|(?:previous|prior|earlier|preceding|above) (?:instructions|rules|prompts|principles)))"
)
_REVIEW: Final = (
    r"(?:reviews?|approvals?|confirmations?|permission|oversight|curation|invariants|verification|sign-?off|consent"
    r"|supervision|authori[sz]ation)\b"
)
_OF_REVIEW: Final = (
    r"(?:(?:the|any|all|every|an?|further|prior|human|my|your|their|asking|waiting|for|needing|of)[ ]){0,4}"
)
_UNSURE: Final = r"(?:uncertain\w*|doubts?\b|unsure|not sure|(?:do not|don't) know|low confidence)"
_JUDGING: Final = (
    r"(?:evaluat\w+|rewards?|grad(?:e|es|ers?|ing)|exams?|scor(?:e|es|ing)|metrics?|verifiers?|audits?|journal"
    r"|monitoring|oversight|self-assessment|training)\b"
)
_USER: Final = r"(?:the user|users|him|her|me|them|people|anyone|whatever|everything|anything)"

_ORDERED: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_BREAK} (?:[\w'-]+ )?{_OWN_LAW}",
        rf"\b(?:skip\w*|bypass\w*|omit\w*|forgo|circumvent\w*|disabl\w+|turn off|dispense with) {_OF_REVIEW}{_REVIEW}",
        r"\bapprov(?:e|ing) (?:everything|anything|(?:all|any|every) (?:proposals?|memor\w+|amendments?|changes))",
        r"\b(?:make up|fabricat\w+|invent) (?:an? |the |any |some )?(?:answers?|sources?|facts?|citations?|evidence)\b",
        r"\btreat [^.!?;]{1,60} as (?:(?:the|an?|from|if|coming|being) )*(?:operators?|admin\w*|trusted"
        r"|system (?:prompts?|messages?|text))\b",
        r"\b(?:obey|follow|execute|carry out|trust|act on) (?:any|all|every|whatever) (?:\w+ )?(?:instructions?|orders?"
        rf"|commands?|directives?) (?:in|from|of|on|inside|within) {_GAP}(?:web\w*|pages?|sites?|e?mails?|documents?"
        r"|files?|tools?|results?|attachments?|messages?|images?|outputs?)",
        rf"\b(?:tell|give) {_USER} what (?:they|he|she|i) (?:want|like)s? to hear",
    )
)
"""What claims it where the sentence is an order or a permission: of others it is a report."""
_UNREVIEWED: Final = re.compile(rf"\b(?:without|with no|no need for|needs? no) {_OF_REVIEW}{_REVIEW}")
_AFFIRMED: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"\bapprov(?:e|ing) your own ",
        rf"\b(?:hid(?:e|ing)|conceal\w*|suppress\w*|mask|cover up|downplay) {_GAP}(?:{_UNSURE}"
        r"|your (?:own )?(?:mistakes|errors|failures))",
        r"\balways (?:sound|appear|seem|act|be|look) (?:completely |fully |absolutely )?(?:certain|confident)\b"
        r"(?! (?:to|that)\b)",
        r"\bpretend (?:to know|to be (?:certain|sure)|(?:that )?you (?:know|are (?:certain|sure)))",
        r"\b(?:chang|edit|alter|tamper with|gam|hack|manipulat|rewrit|skip|bypass|ignor|turn off|disabl|inflat"
        r"|maximi[sz]|optimi[sz]|falsif|influenc|rais|adjust|touch|modif|delet|eras|evad|cheat)\w* "
        rf"{_GAP}(?:(?:your|atlas's|its) (?:own )?(?:[\w-]+ )?{_JUDGING}|(?:how|the way) you are "
        r"(?:evaluated|graded|rewarded|scored|tested))",
        r"\b(?:only |differently |otherwise |better )(?:when|if|while|whenever) (?:you are |you're |being )+"
        r"(?:evaluated|tested|watched|graded|observed|monitored|audited)",
        r"\b(?:when|if|while|whenever) (?:nobody|no one|no-one|you are not|you're not)(?: is| being)* (?:watch|look"
        r"|evaluat|monitor|observ|test|audit)",
        r"\bif (?:you are |you're )(?:being )?(?:evaluated|tested|watched|graded|monitored)\b",
        r"\b(?:chang|rais|lift|extend|upgrad|widen)\w* your (?:own )?(?:trust|permissions?|role|access|privileges"
        r"|rights)\b",
        r"\b(?:grant|give|assign) (?:yourself|itself|atlas|the assistant) (?:[\w'-]+ ){0,3}?(?:access|rights?"
        r"|permissions?|privileges?|authority)",
        rf"\balways (?:agree|side|go along) with {_USER}",
        r"\b(?:change|give up|drop|abandon) your (?:position|answer|view|mind)s? (?:whenever|when|if|as soon as) "
        r"(?:\w+ ){1,2}(?:push|insist|object|complain|disagree)",
        r"\b(?:settl|decid|resolv|handl|solv)\w* (?:[\w'-]+ )?(?:ethical|moral) (?:\w+ )?(?:alone|yourself"
        r"|on your own)",
    )
)
"""What claims it unless it is forbidden."""

_FORBIDDING: Final = tuple(
    re.compile(_NOT + pattern)
    for pattern in (
        rf"(?:follow|obey|respect|apply|heed|consult|honou?r|keep to) {_OWN_LAW}",
        r"(?:report|admit|mention|express|show|stat|voic|disclos|acknowledg|reveal|say|tell|flag|convey)\w* "
        rf"(?:[\w']+ ){{0,4}}?{_UNSURE}",
        rf"(?:contradict|disagree with|challenge)\w* {_USER}\b(?!')",
        rf"correct\w* {_GAP}(?:false|wrong|mistaken|incorrect|untrue) (?:premises?|claims?|statements?|assumptions?"
        r"|beliefs?)",
        rf"(?:escalat\w+|bring|raise|report|take) {_GAP}(?:ethical|moral|dilemmas?)",
        r"(?:tell|inform|notify|alert|warn)\w* the (?:user|operator)\b(?!')",
    )
)
"""What claims it where it is forbidden to keep the law, or excused."""

_STATED: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b{_OWN_LAW} (?:\w+ ){{0,3}}?(?:no longer (?:appl|bind|hold|count)"
        r"|(?:do(?:es)? not|doesn't|don't) (?:apply|bind|hold|count|matter)"
        r"|(?:may|can|should|must|need) (?:now |always |safely )?be (?:ignored|skipped|changed|amended|overridden"
        r"|bypassed|edited|replaced|set aside|disregarded|rewritten|broken|relaxed|suspended)"
        r"|(?:is|are) (?:now |hereby )?(?:void|suspended|optional|obsolete|superseded|overridden|lifted|cancelled"
        r"|repealed|not binding))",
        r"\b(?:outranks?|overrides?|trumps?|supersedes?|takes? precedence over|stands? above|more important than) "
        rf"{_OWN_LAW}",
        r"\b(?:you|atlas|the assistant)(?:'re| are| is) (?:now |hereby )*(?:(?:no longer|not) bound by"
        r"|(?:exempt|free) from (?:the|your|all|any)) ",
        r"\b(?:you are|you're|act as|consider yourself|regard yourself as) (?:(?:now|hereby|also|an?|the|my) )*"
        r"(?:system )?(?:admin\w*|root|operator|owner|super-?user|unrestricted|jailbroken|uncensored)\b",
        r"\byou(?: are|'re| run| work| operate)(?: now)? in (?:developer|debug|god|dan|admin|unrestricted) mode",
        r"\byou (?:now |always |also )?(?:have|hold|get|are granted|are given) (?:full|admin\w*|root|operator|owner"
        r"|unlimited|unrestricted|elevated|all) (?:\w+ )?(?:access|rights?|permissions?|privileges?|authority)",
        r"\b(?:agreeableness|agreement|flattery|helpfulness|obedience|loyalty|user satisfaction) (?:\w+ ){0,3}?(?:over"
        r"|before|above|than|outranks) (?:truth\w*|honesty|safety|evidence|the constitution)",
    )
)
"""What claims it in whatever sentence it stands."""


def claims_to_override(text: str) -> bool:
    """Tell whether any sentence claims to change a level of the constitution other than the fourth."""
    return any(_claims(sentence) for reading in _list_readings(text) for sentence in _split_sentences(reading))


def _list_readings(text: str) -> Iterator[str]:
    """As it is written, and as it is read once comments are gone, in letters that may only look Latin."""
    clean = html.unescape(remove_hidden(text))
    for version in dict.fromkeys((clean, remove_comments(clean))):
        yield fold_lookalikes(_MARKUP.sub("", version)).replace("’", "'")


def _split_sentences(text: str) -> Iterator[str]:
    """Split into sentences, and what runs on for too long into pieces that overlap."""
    for sentence in _SENTENCE_END.split(text):
        yield from (sentence[at : at + _LONGEST] for at in range(0, len(sentence), _LONGEST - _OVERLAP))


def _claims(sentence: str) -> bool:
    if any(pattern.search(sentence) for pattern in (*_STATED, *_FORBIDDING)):
        return True
    if any(_is_affirmed(pattern, sentence) for pattern in _AFFIRMED):
        return True
    return any(_is_ordered(pattern, sentence) for pattern in _ORDERED) or _waives_review(sentence)


def _is_ordered(pattern: re.Pattern[str], sentence: str) -> bool:
    opening = pattern.match(sentence.lstrip(_BULLET))
    return opening is not None or (_is_affirmed(pattern, sentence) and is_directive(sentence))


def _is_affirmed(pattern: re.Pattern[str], sentence: str) -> bool:
    return any(not _NEGATED.search(sentence[: found.start()]) for found in pattern.finditer(sentence))


def _waives_review(sentence: str) -> bool:
    """Tell an order that needs no review from a report of people who have none, and from "never … without review"."""
    found = _UNREVIEWED.search(sentence)
    if found is None or _FORBIDS.search(sentence[: found.start()]):
        return False
    return is_directive(sentence[: found.start()] + sentence[found.end() :])
