"""What in a sentence makes doubtful what was marked in it: hearsay, conditions, lies, the moment, a part."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.english.draft import Scene
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.sentences import sentence_around
from atlas.language.words import split_words
from atlas.model.claim import RELATIONS
from atlas.model.reading import Mark

_HEARSAY: Final = re.compile(
    r"\b(?:(?:told|tells|telling|says|said|writes|wrote)\s+(?:to\s+)?(?:me|us)|claims?|claimed|(?:they|he|she|who|everyone|everybody|people|nobody|no\s+one)"
    r"\s+(?:think|thinks|thought|believes?|assumes?|says?|said|told)|(?:said|says)\s+(?:that\s+)?(?:i|i['’]m|we)\b|not\s+true|untrue|lied|lying|pretend\w*|guess"
    r"|in\s+(?:the|my|a|this|our)\s+(?:story|novel|book|game|dream|play|film)|(?:i|we)['’]d\s+(?:no\s+longer|not|never)|if|unless|in\s+case|provided)\b",
    re.I,
)
"""What makes hearsay or a condition of a sentence."""
_UNTRUE: Final = re.compile(
    r"\b(?:lied|lying|lies|(?<!not\s)pretend\w*|mixed\s+up|(?:last\s+)?(?:answer|reply)\s+assumed|wrongly|mistaken(?:ly)?|misspelt|on\s+paper|on\s+(?:my|the|a)\s+(?:cv|form)"
    r"|(?:has|have|had)\s+me\s+down|keeps?\s+thinking|stage\s+name|user\s?name|two\s+truths)\b",
    re.I,
)
"""What somebody has written, said or thought that need not be so."""
_LIMITED: Final = re.compile(
    r"(?:\s+(?!who\b|which\b|that\b)[\w'’-]+){0,2}?,?\s+(?:except|unless|only\s+(?:at|for|if|in|on|when|while|with)|apart\s+from|but\s+not"
    r"|as\s+little|not\s+at\s+all|(?<!,\s)if(?!\s+(?:you|not)\b)|other\s+than)\b",
    re.I,
)
"""What stands behind a value that holds only in part."""
_FOR_NOW: Final = re.compile(
    r"\b(?:for\s+(?:now|the\s+(?:day|weekend|week|night|moment|operation|surgery|time\s+being|summer|winter)|today)|early|at\s+(?:home|work|church|school|the\s+\w+|\d|five|six|seven|eight|nine|ten)"
    r"|in\s+(?:church|the\s+(?:morning|afternoon|evening|rain|supermarket))|on\s+\w+days|together|not\s+only|only|(?<!ever\s)again)\b",
    re.I,
)
"""What makes an ending one of the moment, or of a part."""
_LASTING: Final = word_set("birthday deadline has nationality phone schedule") | RELATIONS
"""What is not over for the moment or for a place: "we no longer open on Mondays"."""
_FOR_GOOD: Final = re.compile(
    r"\b(?:quit|lost|resigned|retired|fired|sacked|laid\s+off|redundant|moved|separated|divorced|sold|since|g[ai]ven?\s+up)\b",
    re.I,
)
"""What says that an ending is none of the moment: "I lost my job at the bank"."""
_NOT_DISLIKED: Final = re.compile(
    r"(?:n['’]t|\bnot|\bno\s+longer|\bnever)\s+(?:really\s+|even\s+)?(?:hate|dislike|detest|mind|loathe)\s+\Z", re.I
)
_PLAIN_END: Final = word_set(
    """
    i i'm i've am is was are were been being be my the a an of to on for from no not longer any more anymore anyway
    never have has had do don't does doesn't did didn't isn't aren't wasn't haven't hasn't stopped stop quit came come
    off taking take took taken using use allergy allergic allergies intolerant intolerance over gone cured recovered
    finished ended since last ago it it's years months weeks days year month week completely officially thankfully
    luckily finally says said that's he he's she she's they they're his her their our we we're and but so me now
    actually disappeared healed free
    """
)
"""Words of a sentence that says nothing but that an illness, an allergy or a medicine is none (any more)."""


def is_hearsay(mark: Mark, scene: Scene) -> bool:
    """Whether an ending or a denial is what others say, hangs on a condition or is one of the moment: it is hardly so
    for that."""
    around = sentence_around(scene.own, mark.place.start, mark.place.end)
    lasting = mark.attribute in _LASTING or _FOR_GOOD.search(around)
    passing = not lasting and _FOR_NOW.search(around) is not None
    return passing or _HEARSAY.search(around) is not None


def is_qualified(mark: Mark, scene: Scene) -> bool:
    """Whether a sentence says that it need not be so, or only in part: "on paper I live in Malta", "vegan except for
    cheese"."""
    around = sentence_around(scene.own, mark.place.start, mark.place.end)
    return _UNTRUE.search(around) is not None or _LIMITED.match(scene.own, mark.place.end) is not None


def is_double_negative(mark: Mark, scene: Scene) -> bool:
    """Whether a taste is denied of which only the dislike is: "I don't hate Mondays"."""
    return mark.attribute == "likes" and _NOT_DISLIKED.search(scene.own, 0, mark.place.start) is not None


def says_only_end(mark: Mark, scene: Scene) -> bool:
    """Whether a sentence says nothing but that something is over or not so, and when."""
    around = sentence_around(scene.own, mark.place.start, mark.place.end)
    start = scene.own.rfind(around, 0, mark.place.start + len(around))
    spans = [(each.start, each.end) for each in (mark.place, mark.when) if each is not None and not each.before]
    rest = "".join(
        " " if any(begin <= start + at < end for begin, end in spans) else sign for at, sign in enumerate(around)
    )
    return all(word in _PLAIN_END for word in split_words(rest.replace("’", "'").casefold()))
