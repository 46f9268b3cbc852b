"""What junk looks like, as data: each reason with the patterns that give it away (X6).

The kinds are those that people found who read other memories entry by entry: the assistant's own instructions restated,
heartbeats and timers, dumps of machines, talk about the talk, pleasantries, invented identities, the state of a moment.
All are matched in the text in lower case, and only in short texts: a long one says something besides.
"""

from __future__ import annotations

import re
from typing import Final

_SELF: Final = r"(?:(?:the|this|my|your|an?) )?(?:ai |virtual |personal )?(?:assistant|agent|chat ?bot|bot|ai|llm)"
_USER: Final = r"(?:(?:the|this) )?(?:user|human)"


def _compile_any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


def _split_words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ABOUT_WHAT: Final = rf"(?:{_SELF}|me|you|it|about|to|how|what|why|when|where|who|whether|if|again|a question|help)"
_FOR_WHAT: Final = (
    r"(?:for )?(?:(?:an?|some|more|further|the) )?(?:clarif\w+|help|details?|information|examples?|explanations?|lists?"
    r"|summar\w+|updates?|confirmation|assistance|advice|suggestions?)"
)
_ANSWERED: Final = (
    r"(?:repl\w+|respon\w+|answered|offer\w*|apologi[sz]\w+|confirm\w+|suggest\w*|explain\w*|provid\w+|gave|list(?:ed|s)"
    r"|ask(?:ed|s)|said|says|greet\w+|acknowledg\w+|thank\w+|helped|agreed|summari[sz]\w+|introduc\w+|told|described"
    r"|recommend\w*|promised|sent)"
)
_SMALL_TALK: Final = r"(?:hi|hello|hey|thanks?|thank you|ok|okay|yes|no|sure|bye|good|a message|a greeting)"
_ENGAGED: Final = (
    r"(?:asking|chatting|talking to|speaking with|interacting|typing|communicating|engag\w+|here|online"
    r"|(?:satisfied|happy) with the (?:answer|response))"
)
TALK: Final = _compile_any(
    rf"^{_USER} (?:has |had |just |is |was )?(?:ask(?:s|ed|ing)|request(?:s|ed|ing)?) (?:{_ABOUT_WHAT}|{_FOR_WHAT})\b",
    rf"^{_USER} (?:wants?|wanted|would like|needs?) (?:to know|to understand how|to see if|help|assistance|{_SELF})\b",
    rf"^{_USER} (?:said|says|replied|responded|answered|wrote|sent|typed)(?: with)?:? [\"“']?{_SMALL_TALK}\b",
    rf"^{_USER} (?:greet(?:s|ed)|thank(?:s|ed)|acknowledg\w+|apologi[sz]\w+|responded|repl\w+|is {_ENGAGED})\b",
    rf"^{_USER} and {_SELF}\b|^{_SELF} and {_USER}\b",
    rf"^{_SELF} (?:has |had |then |also |just )?{_ANSWERED}\b",
    r"^(?:the |this |our |their )?(?:conversation|discussion|dialogue|chat|exchange|interaction)s? "
    r"(?:is|was|are|were|began|begins|started|starts|ended|ends|covers?|covered|focus\w*|revolve\w*|involve\w*)\b",
)

_OWN_WAYS: Final = (
    r"(?:'s|’s| has| have| is| was| can| cannot| must| should| shall| will| may| uses?| runs?| follows?| wakes?| reads?"
    r"| checks?| keeps?| needs| does| do| never| always| relies| works| operates| supports| stores)"
)
INSTRUCTIONS: Final = _compile_any(
    r"^you are (?:an? |the )?[\w ]{0,20}?,? ?(?:an? )?(?:\w+ ){0,3}(?:assistant|agent|ai|bot|model)\b",
    r"\bsystem prompt\b|\btool definitions?\b",
    r"\b(?:is|as|am) an? (?:\w+ ){0,2}(?:ai|virtual|digital) (?:\w+ )?(?:assistant|agent|model|companion)\b",
    rf"^{_SELF}{_OWN_WAYS}(?!\w)",
    rf"\b(?:defines?|describes?|contains?|sets?) {_SELF}(?:'s|’s)",
    r"\b(?:soul|agents|identity|heartbeat|tools|bootstrap|boot|persona)\.md\b",
    r"\b(?:at|on) (?:the )?(?:start|beginning) of (?:every|each|a) session\b",
)

NOISE: Final = _compile_any(
    r"\bheartbeat_ok\b|\bno_reply\b|^\[cron|^(?:the )?(?:heartbeat (?:check|poll|ok|ran|fired)|cron\b)",
    r"\b(?:last|next) heartbeat\b",
    r"\bexit (?:code|status) \d|\bgateway restart|\b(?:pre|post)-compaction\b|\bmemory flush\b",
    r"^system ?: ?\[|^\[?(?:info|warn|warning|error|debug|trace)\]?: |\bexec (?:completed|failed)\b",
    r"^(?:new )?session (?:started|ended|began|resumed|expired|id)\b|^scheduled (?:task|job|reminder|run)\b",
    r"^no (?:new|unread|pending) (?:messages?|events?|tasks?|notifications?)\b",
    r"\bnothing (?:needs attention|to report)\b",
    r"^[\w.-]+ (?:service |server )?is (?:up|down|running|healthy|online|offline|idle|attached|connected)"
    r"(?: and (?:running|healthy|well))?$",
    r"\bmessage_id\b|\buntrusted metadata\b|^(?:plugin|hook|module)s? [\w.-]+ (?:loaded|registered)\b",
)
CLOCK: Final = _compile_any(
    r"^(?:.{0,30}\b)?(?:current|local|present) (?:date|time|day|year)(?: and time)?(?: is| was|:|,)",
    r"^(?:it is|today is|the date is|the time is|now is) [\w:, ]{1,40}$",
)

_EMPTY_TRAITS: Final = (
    r"(?:technology|learning|efficiency|accuracy|clarity|conversations?|communication|information|knowledge|quality"
    r"|new things|various topics)"
)
INVENTED: Final = _compile_any(
    r"\b(?:john|jane) (?:doe|smith|q\. public)\b|\bacme (?:corp|inc)|\blorem ipsum\b|@example\.(?:com|org|net)\b",
    rf"^{_USER} is (?:an? )?(?:human|person|individual|user|someone|somebody)\b",
    rf"^{_USER}.{{0,25}}\bcommunication(?: style)?$",
    rf"^{_USER} (?:has|uses|communicates|speaks|writes) (?:an? |in )?(?:\w+ ){{0,2}}(?:tone|english)$",
    rf"^{_USER} (?:is interested in|likes|enjoys|values|appreciates|prefers) (?:\w+,? (?:and )?){{0,2}}"
    rf"{_EMPTY_TRAITS}$",
)

PASSING: Final = _compile_any(
    r"\bis (?:currently |now |still )?(?:typing|loading|waiting for (?:the |a )?(?:build|job|reply|response|answer))\b",
    rf"^{_USER} is (?:currently |now )?(?:in|on|at|viewing) (?:the |an? )?(?:\w+ )?(?:panel|page|menu|screen|window)$",
    r"^[\w .'-]{0,30}(?:\bat \d+ ?%|\bnot running|\bstill \w+ing)$",
    r"\b(?:task|work|build|job|process|request|download|upload|operation)s? (?:is|are|was) (?:now |still )?"
    r"(?:in progress|running|pending|done|finished|completed?|ongoing|queued)$",
    r"^(?:step|phase|part|page) \d+ (?:of|/) \d+\b|^(?:working on it|will report back|in progress|one moment)\b",
    r"^(?:the )?(?:tests?|builds?|jobs?|scripts?) (?:is|are) (?:now |still )?(?:running|passing|failing|done)$",
)

ORDER: Final = _compile_any(
    r"^(?:please |now |just )?(?:stop|run|continue|retry|restart|open|close|show|send|delete|try|do|check|fix|undo"
    r"|go|keep|start|wait|look|read|repeat|proceed)"
    r"(?: (?:it|this|that|them|me|again|now|here|please|on|going|ahead|from here|where (?:you|we) left off|the \w+))*$",
)
OFFER: Final = _compile_any(
    r"\bhow (?:can|may) i (?:help|assist)\b|\blet me know (?:if|how|what|when)\b|\banything else (?:i|you)\b",
    r"^(?:sure|of course|certainly|absolutely|understood|great|ok(?:ay)?)?[,.! ]*i(?:'ll| will|'d| can| could|'m| am) "
    r"(?:be )?(?:(?:happy|glad|here|able) to )?(?:help|assist|look into|check|review|take a look|get back|do that)\b",
    r"^(?:i see (?:that )?you(?:'ve| have)|thanks for (?:sharing|your)|feel free to|as an ai\b)",
)

RULES: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    ("system noise", NOISE),
    ("only the date or time", CLOCK),
    ("the assistant's own instructions", INSTRUCTIONS),
    ("talk about the talk", TALK),
    ("invented or true of anybody", INVENTED),
    ("the state of a moment", PASSING),
    ("an order for once", ORDER),
    ("an assistant's manners", OFFER),
)
"""In this order: the first that matches is the reason."""

PLEASANTRIES: Final = _split_words(
    """
    a absolutely afternoon again agreed ahead all alright amazing and awesome bye cheers continue cool correct course
    day deal definitely done evening everyone everything exactly excellent fine glad go good goodbye goodnight got great
    greetings ha haha happy hehe hello help hey hi hiya hm hmm huh i'm it its it's job k kk later lol looks lot lovely
    lmao makes many maybe mhm morning much next nice night no nope noted np of oh ok okay omg on perfect please pls
    problem really right roger sense see sir so soon sorry sounds sure thank thanks that thats that's there thx to
    tomorrow too totally true ty understood very wait welcome well what will do wonderful worries wow wtf ya yay yeah
    yep yes yet yo you you're your yup
    """
)
LONGEST_PLEASANTRY: Final = 8
PLACEHOLDERS: Final = _split_words(
    """
    none null nil nan n/a na undefined todo tbd fixme test testing foo bar baz placeholder untitled unknown empty blank
    example sample user assistant system human text string value content memory fact
    """
)
POINTERS: Final = _split_words(
    "above below previous previously earlier following mentioned discussed stated see per ditto"
)
"""Words that send the reader elsewhere: without the place that they mean, they say nothing."""

CHATTER: Final = re.compile(r"\b(?:lol|lmao|wtf|omg|haha\w*|ffs|smh|ugh|idk|tbh)\b|\?\?|!!")
"""How people talk and nobody writes notes."""
OWN: Final = re.compile(r"\b(?:i|i'm|im|i've|my|mine|we|we're|our)\b")
"""Where somebody speaks of themselves there may be a fact in it, however it is said."""
WISH: Final = re.compile(r"\b(?:always|never|from now on|in future|every time|don['’]t|do not|prefer\w*|remember)\b")
"""How somebody wants it from then on."""
ASKING: Final = re.compile(
    r"^(?:so |and |ok |okay |well |but |then )?(?:what|how|why|when|where|who|which|can|could|would|will|should|do|does"
    r"|did|is|are|was|were|have|has|may|shall)\b(?:'s|’s)? .*\?\s*$"
)

_MARKS: Final = {
    "path": r"(?:^|\s)(?:\.{0,2}/[\w.-]+){2,}|[A-Za-z]:\\\\?\w",
    "setting": r"\b[A-Z][A-Z0-9_]{2,}=\S|\b\w+ ?= ?['\"]",
    "address": r"\b\d{1,3}(?:\.\d{1,3}){3}:\d+|\b127\.0\.0\.1\b|\blocalhost:\d+",
    "pair": r"[\"'][\w.-]+[\"']\s?:\s?[\"'{\[\d]",
    "flag": r"(?:^|\s)--[a-z][\w-]+(?:[= ]\S)?",
    "digest": r"\b[0-9a-f]{16,}\b",
    "port": r"\bport[: ]\s?\d{2,5}\b|:\d{4,5}\b",
    "version": r"\bv?\d+\.\d+\.\d+\b",
    "arrow": r"\s[-=]>\s",
    "call": r"\b\w+\([^()\s]*[=,'\"][^()]*\)",
    "machine": r"\b(?:docker-compose|container|volumes|systemd|stdout|stderr|restart always|localhost|sudo)\b",
    "listing": r"\b[d-](?:[r-][w-][x-]){3}\b|\btotal \d+\b",
    "shell": r"&&|\$\w+|\|\s?grep\b",
}
MARKS: Final = {name: re.compile(pattern) for name, pattern in _MARKS.items()}
"""What machines write and people seldom do; commands in back quotes are people's, and are left out before."""
STRONG: Final = re.compile(
    r"^traceback \(most recent|^\s*[{\[].*[}\]]\s*$|\breturned:? (?:\d+|no) results?\b"
    r"|\b(?:exec|tool call|command) returned\b|^sha(?:1|256|512):[0-9a-f]{8,}|^[0-9a-f]{16,}$"
    r"|\bd[r-][w-][x-][r-]\S{5,} ",
    re.IGNORECASE | re.DOTALL,
)
"""One of these is enough."""
