"""Whether a sentence opens with a verb that has no subject, whatever verb that is: "Downplay the risks" (C3).

No list holds all verbs, so it is told from what the first word is not (a pronoun, a determiner, an adverb of time or
place, a past form, a plural, a usual noun) and from what follows it: a determiner, a preposition, a name, an object. A
first word that may be a noun is one where a finite verb follows in its clause. In doubt it is an order, and waits.
"""

from __future__ import annotations

import re
from typing import Final

from atlas.language.english.calendar_words import MONTHS, WEEKDAYS

_FUNCTION_WORDS: Final = """
a aboard about above across afraid after afternoon afterwards again against ago ah aha all almost alone along already
also although always am amid among an and another any anybody anyone anything anyway anywhere are around as aside at
autumn aw aware away awesome aww back bad barely because been before behind being below beneath beside besides best
better between beyond big both british busy but by bye can cannot certain cheers christmas congrats cool could cozy
currently daily danish dear despite different down due during each early easter either else elsewhere english enough
even evening ever every everybody everyone everything everywhere excellent except extra famous far few fewer fine
finnish first five for former forward four free fresh from full further glad good goodbye great had half happy hard has
have he hello hence her here hers herself hey hi high him himself his hm hmm how however huh hundred i ideal if ill in
indeed inside instead into irish is it its itself jewish just large last late lately later least left less like likely
little lol long lots low lunch many maybe me meanwhile midnight might mine minus monthly more morning most much must my
myself near nearly neither never new next nice nine nobody none noon nor not nothing now nowhere of off often oh ok okay
old on once one only onto ooh oops opposite or other others otherwise ouch ought our ours out outside over own past per
perfect perhaps plenty plus polish possibly pretty proud quite rather ready real right round sad same scottish second
seven several shall she short should since six small so some somebody someday somehow someone something sometime
sometimes somewhere soon sorry spanish spring still such summer sure swedish ten thank thanks that the their theirs them
then there these they third this those though three through throughout thus till tired to today together tomorrow
tonight too toward towards turkish twice two ugh under unless unlike until unwell up upon us usually versus very via was
way we weekend weekly well were what whatever when whenever where whereas wherever whether which while who whoa whoever
whole whom whose why will winter with within without worse worst would wow yay yeah yearly yep yes yesterday yet you
young your yours yourself yup
"""
_PAST_WORDS: Final = """
ate beat became began bent bit bled blew born bought bred broke brought built burnt came caught chose clung cost crept
dealt did done drank drawn dreamt drew driven drove dug eaten fallen fed fell felt fled flew flown forbade forgot
forgotten fought found froze frozen gave given gone got gotten grew grown heard held hid hung hurt kept knelt knew
known laid lain lay learnt led left lent lit lost made meant met misread mistook overheard overslept paid proven ran
rang redid risen rode rose said sang sank sat saw seen sent shaken shone shook shot shown shrank slept slid sold
sought spent spilt spoke spoken spun stole stolen stood struck stuck stung sung sunk swam swept swore sworn swung
taken taught thought threw thrown told took tore torn understood undertook undid upset went wept withdrew woke woken
won wore worn wound wove written wrote
"""
_FEELING_WORDS: Final = """
adore appreciate believe belong bet cherish crave detest dislike dread enjoy fancy feel guess hate hope intend know
lack like live loathe love mean miss need owe own plan possess prefer regret seem suppose think understand want wish
wonder work worry
"""
"""Verbs that open a diary's sentence: "Love hiking", "Need to renew the passport"."""
_NOUN_WORDS: Final = """
account address advice age agenda air airport alarm allergy anger apartment app appetite apple arm art article attic
aunt auntie award baby backpack bag bakery balcony ball band bank bar barbecue basement basketball bath bathroom beach
bed bedroom beer bicycle bike birth birthday black blood blue boat body book boss bottle box boy bread breakfast
bridge brother brown brunch budget bus business butter cabin cafe cake calendar camp cancer car card career carpet
cash cat ceiling cellar chair chance cheese chemist child childhood choir church cinema city class client clinic clock
clothing club coach coast code coffee cold colleague college company concert condo contract cook cookie cough country
couple course court cousin coworker crew cycle dad daddy date daughter day deadline deal death debt degree dentist
deposit desk dessert diabetes diary diet dinner diploma disease doctor dog door dough dream dress drink driver ear
earth egg electrician email energy engine engineer error evening event exam example exercise exhibition eye face
family fan farm father fear fee feedback fellow festival fever fiance field figure film fish fitness flat flight floor
flower flu food foot football friend fruit fuel fun funeral furniture game garage garden gift girl girlfriend glass
goal golf grade graduate grandchild grandfather grandma grandmother grandpa grandson granny gray green grey group
guest guitar gym hair hallway hand head headache health heart heat heating heaven hike hiking hobby holiday home
homework honey hope horse hospital host hotel hour house household housework husband ice idea illness income inflation
insurance interest internet interview invoice island item jacket job journalist journey joy juice key kid kidney king
kitchen knee laptop laundry law lawyer leader league lecture leg lesson letter library licence license life lift light
line living loan luck luggage lung machine mail mall man manager map marathon market marriage master match math meal
meat medicine meeting member menu message midterm migraine mile milk mind minute mom money month mood mortgage mother
motorbike mountain mouse mouth movie mum museum music name neck neighbor neighbour nephew news niece night noise noon
nose novel number nurse ocean office oil orange oven owner pain pair pancake paper parcel parent park part partner
party passport password pasta patient pension people pet phone photo piano picnic picture pie pile pink pipe pizza
plane planet plant plate player pleasure plumber pocket poem police policy pool port potato power practice pregnancy
present president price prize problem product professor profit program progress project proof puppy purple purse rain
rash recipe red rent rental repair research residence respect restaurant rice river road room rule salad salary sale
salt sand school science sea season seat series server shirt shoe shop shower sibling side sign singer sister site
size skin sky sleep smoke snow soccer sofa software son song soup space specialist speech sport staff stage stair
station steak stepdad stepfather stepmom stepmother stomach storage storm story street stress student studio study
stuff success sugar suit sun sunshine supper surgery surprise swim table task tax taxi tea teacher team technician
teenager teeth tennis term thanks theater theatre therapist therapy thing thirst ticket tip title toilet toothache top
total tour town track trade tradition traffic trail trainer tram travel treat treatment tree trek trip trouble truck
twin uncle university vacation vaccine valley van vegetable vet video village violin virus voice volleyball volunteer
walk wall wallet war warranty wash water weather website wedding week weight wheel white wife wind window wine woman
wood word workout workshop world wrist year yellow yoga youth zoo
"""
_MORE_VERB_WORDS: Final = """
accuse acquire amplify bait bcc befriend boost borrow cater cc coax coerce confuse err evade fake falsify feed flood
forge frame fudge funnel gather hack harass harvest hijack infect lure opt pester pin ping prod query refer slander
smear smuggle spy squeeze stalk steer threaten tweak veto
"""
_MORE_VERBS: Final = frozenset(_MORE_VERB_WORDS.split())
"""Hardly ever nouns at the front of a report, so that any object may follow."""
_FUNCTION: Final = frozenset([*_FUNCTION_WORDS.split(), *MONTHS, *WEEKDAYS])
_NO_VERBS: Final = _FUNCTION | frozenset(f"{_PAST_WORDS} {_FEELING_WORDS}".split())
_NOUNS: Final = frozenset(_NOUN_WORDS.split())
_ENDS_AS_NOUN: Final = re.compile(
    r"\w(?:[ts]ion|ment|ness|ity|ship|hood|[ae]nce|ism|[^l]ist|logy|graphy|phone|ware|room|time|day|work|ball|house|man)\Z"
)
_ENDS_AS_NO_VERB: Final = re.compile(r"(?:\w{2}(?:ed|ing|ful|less|ous|able|ible|ian|ese|ly)|[^s]s|[aiou])\Z")
"""Past forms, gerunds, plurals, adjectives; and names, for few verbs end in such a vowel."""
_EXCEPTION_WORDS: Final = """
bias bleed breed bring bus canvas cling echo exceed fling focus forgo outdo overdo redo shed ski speed sting string
succeed swing torpedo undo veto wring
"""
_EXCEPTIONS: Final = frozenset(_EXCEPTION_WORDS.split())
"""Verbs that look like none."""
_LONGEST: Final = 30
_MADE_VERB: Final = re.compile(
    r"(?:dis|mis|over|under|out|un|de|back|side|down|up|re)-?[a-z]{3,}\Z|[a-z]{3,}(?:ate|ify|ise|ize)\Z"
    r"|[a-z]+-[a-z]{3,}\Z"
)
"""Forms that verbs have, and nouns seldom."""
_DETERMINER: Final = re.compile(
    r"(?:the|a|an|this|these|those|my|your|his|her|their|our|its|it|them|him|me|us|all|any|every|each|no|both"
    r"|everything|everyone|everybody|anyone|anything|anybody|whatever|whoever|yourself|some|one|two|three|ten)\b",
    re.I,
)
_PREPOSITION: Final = re.compile(
    r"(?:to|from|for|on|with|in|into|onto|off|out|up|down|away|about|through|over|around|against|at|behind|towards?|upon)\b",
    re.I,
)
_JOINING: Final = frozenset({"and", "or", "but", "if", "when", "of", "than", "as", "i", "we", "he", "she", "they"})
_WHEN: Final = re.compile(
    r"(?:the|this|that|all) (?:next|same|other|following|day|week|month|evening|night|year|morning)\b", re.I
)
"""As in "Dinner the next day"."""
_ADDRESS: Final = re.compile(r"\S+@\S|https?:|\S+\.[a-z]{2,}\b", re.I)
_FINITE: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|can|could|should|might|may|does|did|isn['’]t|went|came|got|fell|said"
    r"|told|made|took|gave|became|began|left|lost|won|sold|bought|cost|broke|met|ran|saw|felt|found|kept|sent|paid)\b"
    r"|\b\w{3,}ed\b",
    re.I,
)
_THIRD_PERSON: Final = re.compile(r"\b[a-z]{2,}s\b")
_MANNER: Final = re.compile(r"[A-Za-z]{4,}ly\s+(?=[a-z])")
_SENTENCE_ADVERB_WORDS: Final = """
absolutely actually apparently apply assembly basically belly billy bully butterfly certainly clearly comply daily
early emily family fly fortunately frankly generally hardly highly holly honestly hopefully initially italy jelly july
kelly lately likely lily literally lovely luckily mainly molly monthly mostly multiply naturally nearly normally
obviously occasionally only originally polly possibly practically presumably previously probably rarely really
recently rely reply sadly sally seemingly seriously supply surely thankfully totally truly unfortunately usually
weekly yearly
"""
_SENTENCE_ADVERBS: Final = frozenset(_SENTENCE_ADVERB_WORDS.split())
_FRONT: Final = re.compile(
    r"[\s\-–—*•>#|\"'“”‘’(\[{.,;:!/\\=~_`<]*(?:\d{1,3}[.)]\s+)?"
    r"(?:(?:please|kindly|just|simply|then|now|and|so|also)\b,?\s*)*",
    re.I,
)
_FIRST: Final = re.compile(r"(?P<word>[^\W\d_]+(?:-[^\W\d_]+)*)(?P<space>\s+)(?P<behind>\S.*)", re.S)


def lacks_subject(part: str) -> bool:
    """Whether it opens with a bare verb and what belongs to one."""
    rest = part[_FRONT.match(part).end() :]  # type: ignore[union-attr] # it matches the empty text as well
    manner = _MANNER.match(rest)
    is_manner = manner is not None and manner.group().strip().casefold() not in _SENTENCE_ADVERBS
    rest = rest[manner.end() :] if manner and is_manner else rest
    opening = _FIRST.match(rest)
    if opening is None or part.rstrip().endswith("?") or not _may_be_verb(opening["word"].casefold()):
        return False
    return _has_verbs_company(opening["word"].casefold(), opening["behind"], is_manner=is_manner)


def _may_be_verb(word: str) -> bool:
    if word in _EXCEPTIONS or word in _MORE_VERBS:
        return True
    return word.isascii() and 1 < len(word) <= _LONGEST and word not in _NO_VERBS and not _ENDS_AS_NO_VERB.search(word)


def _has_verbs_company(word: str, behind: str, *, is_manner: bool) -> bool:
    """By the next word; a noun, or what may be one, is no verb where a finite one follows."""
    clause = re.split(r"[,:;\"“]", behind, maxsplit=1)[0]
    is_noun = not is_manner and (word in _NOUNS or _ENDS_AS_NOUN.search(word) is not None)
    is_verb = is_manner or word in _MORE_VERBS or (not is_noun and _MADE_VERB.match(word) is not None)
    if _DETERMINER.match(behind):
        return not is_noun or not (_FINITE.search(clause) or _WHEN.match(behind))
    if _ADDRESS.match(behind):
        return not is_noun
    if _PREPOSITION.match(behind):
        return not is_noun and not _FINITE.search(clause)
    following = behind.split(maxsplit=1)[0].casefold().strip(".,!")
    if is_noun or following in (_JOINING if is_verb else _FUNCTION):
        return False
    if is_verb:
        return not _FINITE.search(clause)
    is_name = behind[:1].isupper()
    return (
        is_name and not _FINITE.search(clause) and not _THIRD_PERSON.search(clause.replace("'s", "").replace("’s", ""))
    )
