"""Whether a text tells somebody what to do: then it is behaviour, in whatever form it is kept (C3).

An observation, an insight or a gist is a report. A sentence that orders, forbids, permits or redefines the assistant
is none, whoever worded it. An order is told from the form of a sentence: a bare verb, known or not (`imperatives.py`),
that opens it or follows a condition, an obligation laid on *you* or on the assistant, what all answers have to be, an
attack on earlier instructions. It errs to the side of asking a person. It knows English well and of other languages
only the usual openings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from atlas.language.english.assistant_address import (
    addresses_reader,
    hands_out,
    is_about_all_replies,
    is_about_assistant,
    is_about_replies,
)
from atlas.language.english.imperatives import lacks_subject
from atlas.language.english.instruction_text import find_instruction
from atlas.language.english.negation import opens_with_prohibition

__all__ = [
    "addresses_assistant",
    "asks_for_reminder",
    "find_instruction",
    "has_order_words",
    "is_directive",
    "speaks_of_assistant",
    "speaks_to_assistant",
]

MAX_READ: Final = 20_000
"""Characters that are looked through; longer texts are no observations."""

_VERB_WORDS: Final = """
abandon abide accept acknowledge act activate adapt add address adhere adjust adopt advertise advise affirm agree
alert allow alter amend anagram announce answer apologise apologize append apply approve archive argue arrange ask
assert assess assign assist assume assure attach attempt attend authorise authorize avoid backup balance ban base be
beat become begin beware bill blame blend block boycott brag break bribe bring broadcast build buy bypass calculate
cancel capitalise capitalize cast cease censor change channel charge cheat check choose circumvent cite claim clear
click close collect combine come comment commit compare compile complete comply compose compress conceal concentrate
conclude conduct confirm connect consider consult contact continue convert convey convince copy correct craft create
criticise criticize curl cut deceive decide declare decline decode decrypt deduct defer define delay delete deliver
demand demonstrate deny depict deploy describe design destroy detail detect determine develop direct disable
disclose discount discover discuss display disregard distribute divert do donate double-check download draft drop
dump eat echo edit elaborate eliminate email embed emit emphasise emphasize employ enable encode encourage encrypt
end endorse enforce engage ensure enter enumerate erase escalate escape establish evaluate exaggerate exclude
execute exfiltrate exit expand experiment explain explore export expose extend extract fabricate favor favour fetch
fill filter find finish fire fix flag flatter focus follow force forget formulate forward generate get give go grant
guarantee guide halt hand handle help hide highlight hint hire hold identify ignore illustrate imagine imitate
impersonate implement imply import improve include incorporate increase indicate inform inject insert insist inspect
install instruct integrate interpret interrupt introduce invent invert invest invite invoke join judge jumble jump
justify keep kill launch lead leak learn leave lie limit link list listen load locate lock log look loosen lower
maintain make manipulate mark mention merge minimise minimize mislead misspell mock modify monitor move mute narrate
navigate neglect nominate note notify obey obtain offer omit open optimise optimize order organise organize outline
output overlook override overrule overwrite paraphrase participate pass paste pay perform permit persuade pick plan
play point poison post praise prefix prepare present pretend prevent print prioritise prioritize proceed process
produce prohibit promise promote propose protect prove provide publish pull punish purchase purge push put quit
quote raise rank rate reach react read rearrange reason reassure rebuild recall recite recommend record redefine
redirect reduce refer reference refrain refund refuse register reject relax relay release reload rely remain
remember remind remove rename render reorder repeat rephrase replace reply report represent reprogram request
require reroute reset resist resolve respond restart restore restrict retain retrieve return reveal reverse revert
review revise rewrite ridicule ring rob role-play roleplay round route run save say scan schedule score scramble
screen scroll search select sell send serve set share shift shorten show shred shut sign silence simulate sit skip
solve sort speak specify speculate spell spread stall start state stay steal stick stop store strip submit subscribe
substitute sue suggest summarise summarize supply support suppress suspend swap switch tag take talk target teach
tell terminate test thank think train transfer transform translate transmit treat trick trigger trust try turn type
unblock uncover undermine undo uninstall unlock unsubscribe update upgrade upload upvote urge use utilise utilize
validate value vary verify view violate visit volunteer vote vouch wait warn watch wave weaken weigh whitelist wipe
wire withhold write yell
"""
_VERBS: Final = frozenset(_VERB_WORDS.split())
_ALSO_NOUN_WORDS: Final = """
act address advise answer backup balance ban base beat bill blame blend block book break broadcast build call cancel
cast censor change channel charge check clear click close comment contact copy cost count craft curl cut deduct
delay demand design detail direct discount display do double-check draft drop dump email end escape exit export
fetch file fill filter fire fix flag focus follow force forward grant guide halt hand help highlight hint hold
import increase inform interrupt judge jump lead leak leave lie limit link list load lock log look mark move mute
name note offer open order outline output pass pay pick place plan play point poison post praise present print
process produce promise pull purchase push question quote raise rank rate reach read reason record reference refund
relax release reply report request reset return reverse review ring rob round route run save scan schedule score
screen search set share shift ship show sign silence spell spread stall start state stop store strip sue support
swap switch tag talk target test think time train transfer trick trigger trust try turn type update upgrade upload
use value view visit volunteer vote wait warn watch wave wire work
"""
_ALSO_NOUNS: Final = frozenset(_ALSO_NOUN_WORDS.split())
"""Also begin reports: "Test results came back", "Move to Lisbon planned for May", "Report due Friday"."""
_AFTER_VERB: Final = re.compile(
    r"(?:the|a|an|this|that|these|those|my|your|his|her|their|our|its|me|him|them|us|it|all|any|every|each|no|only"
    r"|everything|everyone|anyone|anything|everybody|nothing|whatever|whoever|both|more|less|up|out|off|down|back"
    r"|over"
    r"|as|like|always|never|not|one|two|three|four|five|six|ten|twice|yes|\w{3,}ing|now|immediately|again|instead"
    r"|yourself|people|users?|customers?|[\w.+-]+@\S+"
    r"|\S+\.\w{2,}(?:/\S*)?|https?\S*|\d[\d.,]*|[\"'“‘(].*)\Z",
    re.IGNORECASE,
)
_FINITE: Final = re.compile(
    r"\b(?:is|are|was|were|has|had|will|would|went|came|got|arrived|arrives|starts|started|ends|ended|takes|took"
    r"|costs?"
    r"|happens|happened|opens|opened|closes|closed|begins|began|worked|works|changed|made|became|becomes|due|moved"
    r"|shows|showed|says|said|failed|passed|planned|scheduled|due|booked|cancelled|canceled|looks|seems|went|gave)\b"
    r"|['’]s\b|\b\w{3,}ed\b",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    r"(?:(?:\\\s?[nrt]\b\s?)+"
    r"|[\s\-–—*•>#|\"'“”‘’(\[{.,;:!?/\\=~_`<]+|\d{1,3}[.)]\s|[\[(<]?/?(?:inst|sys|system|user|assistant)[\])>]"
    r"|(?:please|pls|plz|kindly|now|then|also|and|but|so|or|just|simply|always|never|only|first|firstly|second"
    r"|secondly"
    r"|next|finally|lastly|again|instead|hey|hi|hello|hallo|ok|okay|well|attention|ever|yes|no|sure|great"
    r"|otherwise|therefore|thus|hence|however|moreover|furthermore|additionally|carefully|quietly|silently|secretly"
    r"|immediately|directly|strictly|absolutely|definitely|henceforth|today|tomorrow|whenever possible|where possible"
    r"|if possible|if needed|as needed|by default|in general|in any case|at all times|at once|from now on"
    r"|from here on"
    r"|going forward|in (?:the )?future|as always|under no circumstances|in your (?:\w+ )?(?:response|answer"
    r"|reply|output)"
    r"|in every (?:response|answer|reply)|at the end|to (?:the )?(?:user|users|customer)|for every \w+|for all \w+"
    r"|dear|assistant|ai|gpt|chatgpt|claude|agent|model|bot|system|user|everyone|everybody|someone|somebody|you)"
    r"(?=[\s,:;.!?\-–—]|$)|(?:do not|don['’]?t|does not|do|let['’]?s|let us)\s|"
    r"(?:\w+[\s-]){0,3}(?:note|notice|important|rule|rules|policy|instructions?|reminder|warning|task|todo|tip"
    r"|hint|fact"
    r"|observation|insight|memory|lesson|preference|decision|summary|gist|update|urgent|about|advice|guideline"
    r"|p\.?s\.?)"
    r"(?:\s\w+){0,6}(?:\s*:|\s+[-–—]\s))",
    re.IGNORECASE,
)
"""What stands before the verb of an order, and says nothing."""
_STRONG: Final = re.compile(
    r"please|pls|plz|kindly|always|never|only|just|simply|carefully|quietly|silently|secretly|immediately|strictly"
    r"|from now on|going forward|henceforth|in (?:the )?future|at all times|under no|in every|in your|let['’]?s"
    r"|let us|:|\s[-–—]\s"
    r"|instruct|assistant|\bai\b|gpt|claude|agent|\bbot\b",
    re.IGNORECASE,
)
_CONDITION: Final = re.compile(
    r"^\W*(?:when(?:ever)?|if|once|before|after|while|until|unless|as soon as|every time|each time|in case|should"
    r"|where"
    r"|for|in|on|upon|to|with|without|as|given|regardless|instead of|rather than"
    r"|\w+ing)\b[^,:;.!?]{2,200}?[,:;–—-]\s*",
    re.IGNORECASE,
)
_WHO: Final = (
    r"(?:you|(?:the |this |that |your |our |every |each |any |all |an? |its |future ){0,3}(?:\w+ )?(?:assistants?|ai"
    r"|a\.i\.|models?"
    r"|agents?|bots?|chatbots?|llms?|claude|gpt|chatgpt|atlas|system|responses?|answers?|repl(?:y|ies)|outputs?"
    r"|summar(?:y|ies)|requests?|instructions?|commands?|prompts?|rules?|restrictions?|warnings?|confirmations?"
    r"|reviews?"
    r"|approvals?|questions?|conversations?|sessions?|links?|code|scripts?|tools?|reports?|emails?|mails?|payments?"
    r"|transfers?|users?|customers?|readers?|admins?|administrators?|operators?|passwords?|credentials?|keys?|files?"
    r"|data|messages?|safety|security|filters?|checks?|policy|policies|guidelines?|memor(?:y|ies)))"
)
_DUTY: Final = (
    r"(?:must|should|shall|ought to|ha(?:s|ve) to|needs? to|(?:is|are|am|be) (?:now |hereby |always |also "
    r"|not )*(?:to|allowed"
    r"|permitted|required|authori[sz]ed|instructed|supposed|expected|forbidden|prohibited|obliged|free|entitled"
    r"|approved"
    r"|exempt|disabled|suspended|lifted|waived|void|cancelled|overridden|unnecessary|optional|mandatory|not needed"
    r"|never|always)|will (?:now|always|never|not|only|henceforth|instead)|may (?:now|always|only|not|never|be)"
    r"|can (?:now|always|never|be (?:skipped|ignored|trusted|bypassed|run|executed|sent|shared|deleted))"
    r"|cannot|can['’]?t|mustn['’]?t|shouldn['’]?t|do(?:es)? not (?:apply|need|matter|count)|don['’]?t (?:need"
    r"|have) to"
    r"|always|never|no longer (?:needs?|appl\w+|requires?))"
)
_OBLIGED: Final = re.compile(rf"\b{_WHO}\b(?:\s+[\w'’.@/-]+){{0,6}}?\s+{_DUTY}\b")
_HAS_DUTY: Final = re.compile(rf"\s{_DUTY}\b")
_ADDRESSED: Final = re.compile(
    r"^\W*(?:okay\W+|ok\W+|so\W+|and\W+)?(?:now )?you(?: are|['’]re)\b|\b(?:need|want|require) your (?:\w+ )?help\b"
    r"|\b(?:you are (?:now|no longer|a|an|the|going to|in|free|not)\b|you['’]re (?:now|no longer|a|an|going to)\b"
    r"|you will\b"
    r"|you['’]ll\b|you (?:always|never|only|may|can|do not|don['’]t|have (?:my|full|the|no)|work for|serve|belong"
    r"|obey)\b"
    r"|your (?:\w+ )?(?:task|job|role|goal|mission|purpose|duty|instructions?|orders?|rules?|objective|priority"
    r"|name is"
    r"|new|answer|response|reply|output|prompt|system prompt|next|first|only|persona|guidelines?|training)\b"
    r"|(?:can|could|would|will) you\b|(?:want|need|like|expect|ask|order|command|instruct|tell|urge|require|beg"
    r"|advise"
    r"|allow|authori[sz]e|permit|trust|recommend|prefer|wish|hope|suggest)(?:s|ed)?(?: that)? (?:you"
    r"|the (?:assistant|ai|model"
    r"|agent|bot|system))\b|(?:it['’]?s|it is|that is|that['’]?s|there is|there['’]s|always|best|better) (?:now "
    r"|also |always )?"
    r"(?:important|required|necessary|essential|mandatory|vital|crucial|critical|advisable|recommended|ok|okay"
    r"|fine|safe"
    r"|allowed|permitted|forbidden|imperative|customary|best|better|enough|no need|wise|prudent|acceptable|policy)"
    r"(?: for (?:you|the \w+))? (?:to|that|practice|not)\b|make sure|be sure|feel free|no need to"
    r"|without (?:asking|review"
    r"|confirmation|warning|checking|approval|permission|verification|further|telling)\b|remember to\b|(?:is|are"
    r"|was) to be\b"
    r"|the (?:\w+ )?(?:rule|policy|procedure|protocol|instruction|order|directive) (?:is|says|requires|demands"
    r"|states)\b"
    r"|(?:correct|right|proper|expected|only|best|standard|preferred|approved|safe"
    r"|recommended) (?:\w+ )?(?:answer|response"
    r"|reply|procedure|way|action|behaviou?r|course|step|practice|reaction|approach"
    r"|thing to do)\b[^.]{0,60}\b(?:is|are)\b)",
)
_ATTACK: Final = re.compile(
    r"\b(?:ignor\w+|disregard\w*|forget\w*|overrid\w+|bypass\w*|overrul\w+|replac\w+|supersed\w+|cancel\w*"
    r"|delet\w+|eras\w+"
    r"|leave|remove|drop|void)\b[^.!?\n]{0,60}\b(?:previous|prior|above|earlier|preceding|before|all|any|your"
    r"|other|existing"
    r"|everything|foregoing|original|initial)\b|\b(?:system prompt|developer mode|debug mode|jailbreak\w*"
    r"|dan mode|do anything"
    r" now|god mode|act as\b|acts? as if|pretend\w*|role-?play\w*|new (?:task|instructions?|rules?|orders?"
    r"|persona|directive)s?"
    r"|prompt texts?|hidden (?:text|instructions?)|admin(?:istrator)? (?:mode|rights|access|privileges)|sudo"
    r"|rm -rf|grant \w+ (?:\w+ )?(?:access|permission|rights))\b"
    r"|\[/?inst\]|###\s*(?:instruction|system)",
)
_TAG: Final = re.compile(r"<\|?\w+\|?>")
_FOREIGN: Final = re.compile(
    r"\b(?:ignorier\w*|vergiss|vergesst|vergessen sie|antworte\w*|beantworte\w*|schreib\w*|zeig\w*|sag\w* (?:mir"
    r"|dem|allen)"
    r"|tu so|bitte|du (?:musst|sollst|darfst|bist|wirst)|bist du|stell dir vor|verfasse\w*|formulier\w*|erkläre"
    r"|generier\w*|(?:deine|ihre) (?:hilfe|aufgabe|antwort)|gib|sie (?:müssen|sollen|dürfen|sind jetzt)"
    r"|konzentrier\w*"
    r"|übersetz\w*|nenn\w* mir|gib\w* (?:mir|immer|alle)|führe\w* (?:den|die|das|alle|immer)|lösch\w*|sende"
    r"|niemals|immer"
    r"|ignorez|oubliez|oublie|répond(?:s|ez)|écri(?:s|vez)|vous devez|tu dois|ne (?:demand\w+|dites|dis)|toujours"
    r"|jamais"
    r"|veuillez|envoy(?:ez|er)|ignora|olvida\w*|responde\w*|escrib\w+|debes|debe|tienes que|nunca|siempre"
    r"|no (?:preguntes|digas)"
    r"|env[ií]a\w*|esqueça|responda|deve(?:s|m)?|sempre|dimentica|rispondi|scrivi|mai chiedere|negeer|vergeet|je moet"
    r"|zignoruj|zapomnij|musisz|zaboravi)\b|игнориру|забудь|всегда|никогда|должен|отвечай|не спрашивай|忽略|必须|不要"
    r"|始终|总是|请"
    r"|してください|無視|しなさい|なければならない|항상|무시|하세요|تجاهل|يجب",
)
_ADDRESSEE: Final = re.compile(
    r"^(?:for |that )?(?:you|the (?:\w+ )?(?:assistant|ai|model|agent|bot)|chatgpt|claude|atlas)\b(?:\s+\w+){0,2}?\s+"
    r"(?:to|not|never|always|should|must|\w+s?)\b|\b(?:allow|let|authori[sz]e|permit|trust|expect|ask) (?:you"
    r"|the assistant)\b",
    re.IGNORECASE,
)
_LISTED: Final = _VERBS | _ALSO_NOUNS
_ONLY_VERBS: Final = _VERBS - _ALSO_NOUNS
_LONGEST: Final = 1_000
"""What runs on for longer is no sentence, and is read piece by piece."""
_MOST_LEADS: Final = 12
_SPACED: Final = re.compile(r"(?:\b[^\W\d_]\s){6,}")
"""Letters set apart, so that nobody finds the word."""
_SHOUTED: Final = re.compile(r"\b[A-Z]{2,}(?:\s+[A-Z]{2,}){2,}\b")
_SENTENCE: Final = re.compile(r"[^.!?;\n。！？]+(?:[.!?;。！？]+|\n|\Z)?|\.(?=\w)")
_INNER_POINT: Final = re.compile(r"(?<=\w)[.](?=\w)")
_QUOTATION: Final = re.compile(r"[\"“”]\s*")
_BREAK: Final = re.compile(r"[:–—]\s*|\s-\s")
_OPENING: Final = re.compile(r"[:–—\"“”]\s*|\s-\s|,\s*(?:and|then|so|but|please|just|instead|always|never)\s")
_COMMA: Final = re.compile(r",\s*")
_WORD: Final = re.compile(r"[^\W\d_][\w'’-]*")
"""A cut of its own: a verb begins with a letter, and keeps its hyphen ("double-check")."""
_TITLE: Final = re.compile(r"\w+ [A-Z]")
_FIRST_PERSON: Final = re.compile(r"\b(?:i|i['’]\w+|we|we['’]\w+|my|our|me|us)\b")
_REMINDER: Final = re.compile(
    r"(?:(?:please|pls|can you|could you|would you|will you|and|also)[ ,]+)*remind me\b", re.IGNORECASE
)


def asks_for_reminder(text: str) -> bool:
    """Tell whether a sentence begins as somebody does who wants to be told again; it asks, and so is no fact."""
    return _REMINDER.match(text) is not None


def is_directive(text: str) -> bool:
    """Tell whether any sentence tells somebody what to do, permits something, or redefines somebody."""
    sentences = _split_sentences(text[:MAX_READ])
    return _has_order_words(text[:MAX_READ], sentences) or any(map(_lacks_subject, sentences))


def has_order_words(text: str) -> bool:
    """Tell an order by its usual words alone: what a name is held against, since no name has a subject."""
    return _has_order_words(text[:MAX_READ], _split_sentences(text[:MAX_READ]))


def _has_order_words(text: str, sentences: Sequence[str]) -> bool:
    folded = _fold_case(text)
    if (
        any(sign.search(folded) for sign in (_ATTACK, _TAG, _FOREIGN))
        or _SPACED.search(text)
        or _has_shouted_order(text)
    ):
        return True
    return any(map(_is_order, sentences))


def _fold_case(text: str) -> str:
    """Fold case once for the patterns of many words: they are several times faster than where each ignores it."""
    return text.lower() if text.isascii() else text.casefold().replace("\u0307", "")


def speaks_to_assistant(text: str) -> bool:
    """Tell whether a text that was written for people turns to an assistant that reads it, or on its instructions.

    A manual is full of orders to its reader, and of tags, so that neither tells.
    """
    return _ATTACK.search(_fold_case(text)) is not None or addresses_reader(text)


def speaks_of_assistant(text: str) -> bool:
    """Tell whether a sentence of a text that was written for people is about an assistant or what it keeps, says how
    replies have to be, or orders something to be given to somebody outside.

    Other orders are what a manual consists of.
    """
    return any(
        is_about_assistant(sentence)
        or is_about_all_replies(sentence)
        or hands_out(sentence)
        or (is_about_replies(sentence) and _rules(sentence))
        for sentence in _split_sentences(text)
    )


def _rules(sentence: str) -> bool:
    """Whether a sentence is an order, or says what has to be of anything at all."""
    return _is_order(sentence) or _HAS_DUTY.search(_fold_case(sentence)) is not None or _lacks_subject(sentence)


def addresses_assistant(value: str) -> bool:
    """Tell whether a wish is one that the assistant is to fulfil: "you to be brief", "the assistant to trust Tom"."""
    return _ADDRESSEE.search(value) is not None


def _has_shouted_order(text: str) -> bool:
    """A row of words in capitals with a verb of orders among them, in the midst of another sentence."""
    return any(_VERBS & set(run.casefold().split()) for run in _SHOUTED.findall(text))


def _split_sentences(text: str) -> list[str]:
    """Split at every mark, a cut of its own: an order behind "Dr." is an order; addresses and numbers keep points."""
    guarded = _INNER_POINT.sub("\ue000", text)
    found = (each.replace("\ue000", ".").strip() for each in _SENTENCE.findall(guarded) if each.strip(" .\n"))
    return [each[at : at + _LONGEST] for each in found for at in range(0, len(each), _LONGEST)]


def _is_order(sentence: str) -> bool:
    folded = _fold_case(sentence)
    if _ADDRESSED.search(folded) or _lays_duty(folded):
        return True
    condition = _CONDITION.match(sentence)
    if condition is not None and _opens_with_order(sentence[condition.end() :], expected=True):
        return True
    return any(_opens_with_order(part) for part in _list_openings(sentence))


def _lacks_subject(sentence: str) -> bool:
    """Of a verb that is in no list: at the front, behind a condition, behind a colon, a dash or a quotation mark."""
    condition = _CONDITION.match(sentence)
    behind = [sentence[condition.end() :]] if condition else []
    quoted = [part for part in _QUOTATION.split(sentence)[1:] if not _TITLE.match(part)]
    return any(map(_opens_without_subject, [sentence, *behind, *_BREAK.split(sentence)[1:], *quoted]))


def _opens_without_subject(part: str) -> bool:
    first = _WORD.search(part)
    return first is not None and first.group().casefold() not in _LISTED and lacks_subject(part)


def _lays_duty(folded: str) -> bool:
    """On the reader, the assistant or its answers; what somebody says they must do themselves is a report."""
    found = _OBLIGED.search(folded) if _HAS_DUTY.search(folded) else None
    return found is not None and not _FIRST_PERSON.search(folded[: found.end()])


def _list_openings(sentence: str) -> list[str]:
    """Where an order may begin: at the front, behind a condition, behind a colon, a dash or a quotation mark."""
    parts = [sentence, *_OPENING.split(sentence)[1:]]
    if "," in sentence and not _FIRST_PERSON.search(_fold_case(sentence)):
        parts += _COMMA.split(sentence)[1:]  # "I cook, drive the kids and clean" goes on with its subject
    return parts


def _opens_with_order(part: str, *, expected: bool = False) -> bool:
    """`expected` is whether a verb is one here, though it may be a noun elsewhere: behind a condition or a "please"."""
    rest, negated = part, False
    for _ in range(_MOST_LEADS):
        lead = _LEAD.match(rest)
        if lead is None or not lead.group():
            break
        negated = negated or opens_with_prohibition(rest)
        expected = expected or bool(_STRONG.search(lead.group()))
        rest = rest[lead.end() :]
    first = _WORD.match(rest)
    if first is None:
        return False
    verb, behind = first.group().casefold(), rest[first.end() :].strip()
    if negated and verb not in ("i", "we", "he", "she", "they"):
        return True
    if verb in _ONLY_VERBS:
        return re.match(r"(?:is|was|are|were|has|had)\b", behind, re.IGNORECASE) is None
    return verb in _ALSO_NOUNS and _is_verb_here(verb, behind, expected=expected)


def _is_verb_here(verb: str, behind: str, *, expected: bool) -> bool:
    """Of a word that may be a noun: by what follows it, and by there being no other verb in its clause."""
    if not behind.strip(" .!"):
        return expected or verb in ("stop", "wait")
    if re.match(r"that\b", behind, re.IGNORECASE):
        return True
    clause = re.split(r"[,:;\"“]", behind, maxsplit=1)[0]
    following = behind.split(maxsplit=1)[0].rstrip(",.!?;:")
    is_followed = bool(_AFTER_VERB.match(following))
    return (expected and is_followed) or ((expected or is_followed) and not _FINITE.search(clause))
