"""What in a sentence makes doubtful what was marked in it: hearsay, conditions, lies, the moment, a part."""

from __future__ import annotations

import re
from typing import Final

from atlas.language.english.calendar_words import MONTH, WEEKDAY
from atlas.language.english.draft import Scene
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.wishes import depends_on_case
from atlas.language.sentences import sentence_around
from atlas.language.words import split_words
from atlas.model.claim import RELATIONS
from atlas.model.reading import Mark, Operation

_HEARSAY: Final = re.compile(
    r"\b(?:(?:told|tells|telling|says|said|writes|wrote)\s+(?:to\s+)?(?:me|us)|claims?|claimed|(?:they|he|she|who|everyone|everybody|people|nobody|no\s+one)"
    r"\s+(?:think|thinks|thought|believes?|assumes?|says?|said|told)|(?:said|says)\s+(?:that\s+)?(?:i|i['’]m|we)\b|not\s+true|untrue|lied|lying|pretend\w*|guess"
    r"|in\s+(?:the|my|a|this|our)\s+(?:story|novel|book|game|dream|play|film)|(?:i|we)['’]d\s+(?:no\s+longer|not|never)|if|unless|in\s+case|provided)\b",
    re.I,
)
"""What makes hearsay or a condition of a sentence."""
_UNTRUE: Final = re.compile(
    r"\b(?:had\s+an?\s+(?:\w+\s+)?(?:nightmare|dream)|lied|lying|lies|(?<!not\s)pretend\w*|mixed\s+up|(?:last\s+)?(?:answer|reply)\s+assumed|wrongly|mistaken(?:ly)?|misspelt|on\s+paper|on\s+(?:my|the|a)\s+(?:cv|form)"
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
_WISHED: Final = re.compile(
    r"\b(?:wants?|wanted|tempted|threaten\w*|jok(?:e|ed|ing)|dream\w*|nightmare|saying|hop(?:e|ing)|consider(?:ing|ed)?|might"
    r"|(?:thinking|thought)\s+(?:of|about)|(?:['’]d|would)\s+(?:love|like|rather))\b",
    re.I,
)
"""Before an ending: that somebody wishes, fears or says it, and not that it came."""
_OF_THE_DAY: Final = re.compile(
    r"\b(?:my|the|our|this)\s+(?:shift|meeting|call|class|lesson|visit|tour|break|rehearsal)\b|\bon\s+(?:my|the)\s+way\b"
    r"|\bleft\s+(?:me|us|him|her|them)\s+(?:a|an|the|my|his|her|some|two|three|\d)\b|\bsplit\s+(?:the|a|our)\b",
    re.I,
)
"""What makes an ending one of the day, or none at all: "Paul left me the keys"."""
_OF_OTHERS: Final = re.compile(
    r"\b(?:fired|sacked|laid\s+off|let\s+go(?:\s+of)?|dismissed)\s+(?:my|our|his|her|their|the)\s+(?!job\b)", re.I
)
"""Whose job has ended: "Bosch fired my boss"."""
_TESTED: Final = re.compile(
    r"\b(?:screened|tested|checked|scanned|examined)\s+(?:(?:me|him|her|us|them)\s+)?for\b|\bruled\s+out\b|\btested\s+negative\b|\bmisdiagnos\w*"
    r"|\bI['’]?m\s+an?\s+Cancer\b",
    re.I,
)
"""What tells of a test, and of no illness yet."""
_CALLED_ELSE: Final = re.compile(
    r"\bcall\s+(?:my|the|our|him|her|his|their)\b|\b(?:ex|boss|teacher|mother|mum|mom|dad|father|they|he|she|everyone|people)\s+(?:used\s+to\s+)?calls?(?:ed)?\s+me\b"
    r"|\bsign(?:s|ed)?\b",
    re.I,
)
"""What tells how somebody else is called, or by whom one was."""
_CALLED_FROM: Final = re.compile(r"\b(?:calls?|called|texts?|rang|ring|message)\s+(?:me\s+)?(?:from|the|a|my)\b", re.I)
"""Whose number it is that rang, or is to be rung."""
_TO_SOMETHING: Final = re.compile(r"\s+(?:to|with)\s+(?:the|this|that|my\s+(?:job|work)|it)\b", re.I)
_TOLD_OTHERS: Final = re.compile(
    r"\b(?:tell|telling|tells)\s+(?:her|him|them|people|every(?:one|body)|anyone)\s+(?:that\s+)?(?:i|we)\b", re.I
)
_LASTING: Final = word_set("birthday deadline has nationality phone schedule")
"""What is not over for the moment or for a place: "we no longer open on Mondays"."""
_LAPSE: Final = re.compile(
    r"\b(?:have|has|had)(?:n['’]t|\s+not)\b[^.!?]{0,60}\bsince\b(?![^.!?]{0,30}\b(?:years?|decade|childhood|school|college|university|kid|teens?)\b)"
    r"|\bfor\s+(?:an?\s+(?:few|couple|while|bit|week|month)|(?:two|three|four|some|\d+)\s+(?:hours?|days?|nights?|weeks?|months?)|this|lent|ramadan|the\s+(?:weekend|week|summer|winter|holidays))\b"
    r"|\bbefore\s+(?:the|my|an?)\s+(?:scan|test|exam|operation|surgery|trip|appointment|race|procedure|flight|match|show)\b|\bon\s+weekends?\b|\bin\s+an?\s+(?:hour|minute|moment|bit)\b|\bin\s+my\s+dreams\b",
    re.I,
)
"""What makes a lapse of an ending: "I haven't taken it since Friday"."""
_NO_LONGER: Final = re.compile(r"\b(?:no\s+longer|any\s?more|for\s+good)\b", re.I)
_PARTED: Final = re.compile(
    r"\b(?:died|dead|death|passed|buried|funeral|put\s+(?:her|him|it|them)?\s*(?:down|to\s+sleep)|cancer|divorc\w*|separated|split|broke\s+up|broken\s+up|ex"
    r"|retired|resigned|fired|sacked|replaced|finished|ended|over|no\s+longer|any\s?more|used\s+to|former|late|was|were)\b",
    re.I,
)
"""What says that somebody is gone for good."""
_SOMEWHERE: Final = re.compile(
    r"\bsold\s+(?:my|our)\s+[\w-]+\s+(?:an?|the|my|some|on)\b"
    r"|\b(?:lost|left|sold|gone|gave\s+up)\b.{0,40}?\b(?:at|in|on|for|until|till|up|by|with)\b"
    rf"(?!\s+(?:(?:(?:19|20)\d\d|spring|summer|autumn|winter)\b|(?:{MONTH}|{WEEKDAY})(?!\w)))",
    re.I,
)
"""Where somebody was lost, or with what one was left: "I lost Tim at the fair"."""
_ALL_BUT_ONE: Final = re.compile(
    r"\b(?:every(?:one|body)|all|they\s+all|the\s+rest)\b.{0,40}?\b(?:but|except(?:\s+for)?)\s+(?:me|us|myself)\b", re.I
)
"""What is so of everybody else."""
_FOR_GOOD: Final = re.compile(
    r"\b(?:quit|lost|resigned|retired|fired|sacked|laid\s+off|redundant|moved|separated|divorced|sold|since|g[ai]ven?\s+up)\b",
    re.I,
)
"""What says that an ending is none of the moment: "I lost my job at the bank"."""
_JOB_LOST: Final = re.compile(
    r"\b(?:laid\s+off|let\s+go|(?:made\s+)?redundant|sacked|fired|retired|resigned|out\s+of\s+work"
    r"|(?:lost|left|quit|leaving|quitting)\s+(?:his|her|their|the)\s+(?:job|post|work))\b",
    re.I,
)
_GONE: Final = re.compile(
    r"\b(?:died|dead|death|passed\s+away|buried|funeral|divorc\w*|separated|split|broke\s+up|broken\s+up|ex)\b", re.I
)
_OF_WORK: Final = word_set("boss colleague coach mentor client tenant teacher therapist doctor dentist vet landlord")
"""Relations that a job makes, and ends."""
_JOB_WORDS: Final = word_set(
    """
    a job my his her their the laid off let go made redundant sacked fired retired resigned work post lost left quit got
    """
)
_TASTES: Final = frozenset(
    ["likes", "prefers", "answer_rule", "answer_tone", "answer_format", "answer_length", "does", "wants"]
)
_HATED: Final = re.compile(
    r"\b(?:hate|hated|dislike|detest|loathe|sick\s+of|can(?:['’]?t|not)\s+stand|do(?:n['’]t|\s+not)\s+(?:really\s+)?like)\s+"
    r"(?:my|our|the|working|living|being)\b[^.!?,;]{0,40}\Z",
    re.I,
)
_WHEREABOUTS: Final = frozenset(["lives_in", "works_at", "works_as", "marital_status"])
_WHILE: Final = re.compile(
    r"\s+for\s+(?:the\s+(?:weekend|week|night|summer|winter|season|holidays)|an?\s+(?:few|couple|week|weekend|month|night|while)|two|three|four|some|\d+)\b",
    re.I,
)
_BEHIND: Final = 60
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


def is_doubtful_end(mark: Mark, scene: Scene) -> bool:
    """Whether an ending or a denial is what others say, hangs on a condition, is a lapse or one of the moment, or tells
    only where somebody was lost: it is hardly so for that."""
    around = sentence_around(scene.own, mark.place.start, mark.place.end)
    begun = around[: max(0, around.find(mark.place.text))]
    if _OF_THE_DAY.search(around) or _WISHED.search(begun):
        return True
    if mark.subject is None and mark.attribute in _WHEREABOUTS and _OF_OTHERS.search(around):
        return True
    if mark.attribute in RELATIONS and _SOMEWHERE.search(around) and not _PARTED.search(around):
        return True
    if mark.attribute not in _LASTING:
        for_now = None if _FOR_GOOD.search(around) else _FOR_NOW.search(around)
        lapse = None if _NO_LONGER.search(around) else _LAPSE.search(around)
        if for_now or lapse:
            return True
    return _HEARSAY.search(around) is not None


def is_end_of_job(mark: Mark, relation: str, scene: Scene) -> bool:
    """Whether what is taken for the end of a relation is that of somebody's job: "Rob got laid off" parts no couple."""
    if relation not in RELATIONS or relation in _OF_WORK:
        return False
    around = sentence_around(scene.own, mark.place.start, mark.place.end)
    return _JOB_LOST.search(around) is not None and _GONE.search(around) is None


def tells_job_loss(mark: Mark) -> bool:
    """Whether what happened is that somebody has their job no more: "was *made redundant*"."""
    return mark.attribute == "did" and _JOB_LOST.search(mark.place.text) is not None


def names_no_employer(mark: Mark) -> bool:
    """Whether a job is over of which only that is said: "quit my *job*", "got *laid off*"."""
    of_job = mark.attribute in ("works_at", "works_as") or tells_job_loss(mark)
    return of_job and all(word in _JOB_WORDS for word in split_words(mark.place.text.casefold()))


def is_stay(mark: Mark, scene: Scene) -> bool:
    """Whether somebody begins to live or to work somewhere for a while only: "moved to Lisbon for the weekend"."""
    behind = scene.own[mark.place.end : mark.place.end + _BEHIND]
    return mark.attribute in _WHEREABOUTS and _WHILE.match(behind) is not None


def is_qualified(mark: Mark, scene: Scene) -> bool:
    """Whether a sentence says that it need not be so, or only in part: "on paper I live in Malta", "vegan except for
    cheese"."""
    around = sentence_around(scene.own, mark.place.start, mark.place.end)
    if (_UNTRUE.search(around) or _ALL_BUT_ONE.search(around)) is not None:
        return True
    return _LIMITED.match(scene.own, mark.place.end) is not None or _is_of_else(mark, around, scene)


def _is_of_else(mark: Mark, around: str, scene: Scene) -> bool:
    """Whether the sentence lacks what such a value is told with: a test is no illness, a call no number of one's own, a
    word in small letters no town of somebody who writes capitals."""
    if mark.attribute.startswith("answer_") and mark.attribute != "answer_rule":
        return depends_on_case(around)
    if mark.attribute == "has_condition":
        return _TESTED.search(around) is not None
    if mark.attribute == "form_of_address":
        return _CALLED_ELSE.search(around) is not None
    if mark.attribute == "phone":
        return _CALLED_FROM.search(around) is not None
    if mark.attribute == "marital_status":
        told_others = _TOLD_OTHERS.search(around)
        return (told_others or _TO_SOMETHING.match(scene.own, mark.place.end)) is not None
    if mark.attribute in ("lives_in", "name") and mark.operation in (Operation.HOLDS, Operation.BEGINS):
        written_small = mark.place.text.islower() and " " not in mark.place.text
        return written_small and scene.own.lstrip()[:1].isupper() and mark.place.start > 0
    return False


def is_double_negative(mark: Mark, scene: Scene) -> bool:
    """Whether a taste is denied of which only the dislike is: "I don't hate Mondays"."""
    return mark.attribute == "likes" and _NOT_DISLIKED.search(scene.own, 0, mark.place.start) is not None


def is_dislike(mark: Mark, scene: Scene) -> bool:
    """Whether what is denied is only disliked: "I hate my job at Acme" is no "does not work at Acme"."""
    return mark.attribute not in _TASTES and _HATED.search(scene.own, 0, mark.place.start) is not None


def says_only_end(mark: Mark, scene: Scene) -> bool:
    """Whether a sentence says nothing but that something is over or not so, and when."""
    around = sentence_around(scene.own, mark.place.start, mark.place.end)
    start = scene.own.rfind(around, 0, mark.place.start + len(around))
    spans = [(each.start, each.end) for each in (mark.place, mark.when) if each is not None and not each.before]
    rest = "".join(
        " " if any(begin <= start + at < end for begin, end in spans) else sign for at, sign in enumerate(around)
    )
    return all(word in _PLAIN_END for word in split_words(rest.replace("’", "'").casefold()))
