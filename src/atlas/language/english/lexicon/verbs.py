"""Verbs: common base forms, irregular pasts, and from them every inflected form with its reading."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from atlas.language.english.lexicon.word_sets import word_set


class Form(StrEnum):
    BASE = "base"
    THIRD = "third"
    PAST = "past"
    PARTICIPLE = "participle"
    ING = "ing"


_REGULAR: Final = word_set(
    """
    diagnose appoint fire knit relive adjust raise prep hoover vacuum loathe despise sprain misplace celebrate
    prune accept ache achieve act add admire admit adopt adore afford agree aim allow amaze annoy answer
    apologise apologize appear apply appreciate approach argue arrange arrive ask aspire assist attach attempt
    attend audition avoid bake ban base bathe beg belong bike blog board boil bond book boost borrow bother
    bounce brew brush budget cancel care carry carve cause celebrate challenge change charge chase chat check
    cherish chill chop circle claim clean clear climb coach code collect color comfort commemorate comment
    commit commute compete complain complete compose concentrate congratulate connect consider consist contact
    contain continue contribute convince cook copy cough count cover crack craft crash crave create crochet
    cross cry cultivate cure cycle dance date debug decide declare decorate dedicate delay delete deliver depend
    deploy deserve design destroy destress detest develop devote die direct disagree disappear discover discuss
    dislike display divorce donate download drag dread dress drop dry dye earn edit educate email embrace
    embroider emigrate emphasize employ empower enable encourage end engage enjoy enlist enroll enrol enter
    entertain escape establish excel exchange excite exercise exist expand expect experience experiment explain
    explore express extend face fail farm fascinate fast fear feature ferment fill film finish fish fix focus
    follow force form foster freelance fund gain garden gather generate grab graduate greet guess guide hand
    handle hang happen harvest hate help hike hire hit homeschool hop hope host hug hunt identify ignore imagine
    immigrate improve include increase inherit injure inspire install intend interest interview introduce invent
    invest invite iron jog join joke judge juggle jump kayak kick kill kiss knit label lack land laugh launch
    lay learn lecture lend like limit link listen live load locate lock look love lower maintain major manage
    march mark marry master match matter measure meditate memorize mend mention mentor message mind miss mix
    monitor motivate move murder name narrate need network nick nominate note notice nurse obsess obtain occur
    offer open operate order organise organize overcome own pack paint park participate party pass paste perform
    persuade phone photograph pick plan plant play plead plunge point post pour practice practise praise pray
    prefer prepare present press prevent print process produce program progress promise promote propose protect
    prove provide publish pull purchase push quilt race rain raise reach react realise realize recall receive
    recharge recognise recognize recommend record recover recycle reduce refer reflect refuse register regret
    relate relax release relocate rely remain remember remind remodel remove renovate rent repair repeat replace
    reply report represent request require research reside resign respect respond rest restore retire return
    reunite reveal review rewind risk rock roast root row rush sail save scale schedule score scrap scream
    sculpt search secure seem separate serve service settle shape share shift shop shout show showcase sign
    sketch ski skate slip smell smile smoke snow snowboard solve sort sound source spare spark spill sponsor
    spot spray stack star stare start state stay step stick stock stop store stress stretch struggle study
    subscribe succeed suck suffer suggest support suppose surf surprise surround survive sweat switch tackle
    talk target taste tattoo tend test text thank therapy tidy tie tire toast touch tour tow track trade train
    transfer transform transition translate travel treasure treat trip trust try tune turn tutor tweak type
    unite unwind update upgrade use value view visit volunteer vote wait walk wander want warm wash waste watch
    water weigh weld welcome whisper wish wonder work worry worship wrap wrestle yell yoga zoom host inspire
    compile commission relate uplift refresh brighten capture remake rework rescue babysit backpack bond camp
    canoe caption cater chaperone crochet detox fundraise journal mediate moderate mow network nurture oversee
    parent pitch podcast reconnect rehearse reminisce scrapbook shadow stream swap
    """
)

_IRREGULAR: Final = """
arise arose arisen | be was been | bear bore born | beat beat beaten | become became become |
begin began begun | bend bent bent | bet bet bet | bite bit bitten | bleed bled bled | blow blew blown |
break broke broken | breed bred bred | bring brought brought | build built built | burn burnt burnt |
buy bought bought | catch caught caught | choose chose chosen | come came come | cost cost cost | cut cut cut |
deal dealt dealt | dig dug dug | do did done | draw drew drawn | dream dreamt dreamt | drink drank drunk |
drive drove driven | eat ate eaten | fall fell fallen | feed fed fed | feel felt felt | fight fought fought |
find found found | fit fit fit | fly flew flown | forget forgot forgotten | forgive forgave forgiven |
freeze froze frozen | get got gotten | give gave given | go went gone | grow grew grown | have had had |
hear heard heard | hide hid hidden | hit hit hit | hold held held | hurt hurt hurt | keep kept kept |
know knew known | lay laid laid | lead led led | lean leant leant | learn learnt learnt | leave left left |
lend lent lent | let let let | lie lay lain | light lit lit | lose lost lost | make made made |
mean meant meant | meet met met | mistake mistook mistaken | misspeak misspoke misspoken |
overcome overcame overcome | oversee oversaw overseen | pay paid paid | prove proved proven | put put put |
quit quit quit | read read read | ride rode ridden | ring rang rung | rise rose risen | run ran run |
say said said | see saw seen | seek sought sought | sell sold sold | send sent sent | set set set |
sew sewed sewn | shake shook shaken | shine shone shone | shoot shot shot | shut shut shut | sing sang sung |
sink sank sunk | sit sat sat | sleep slept slept | smell smelt smelt | speak spoke spoken | spell spelt spelt |
spend spent spent | spill spilt spilt | split split split | spread spread spread | stand stood stood |
steal stole stolen | stick stuck stuck | sting stung stung | strike struck struck | swear swore sworn |
sweep swept swept | swell swelled swollen | swim swam swum | swing swung swung | take took taken |
teach taught taught | tear tore torn | tell told told | think thought thought | throw threw thrown |
understand understood understood | undergo underwent undergone | upset upset upset | wake woke woken |
wear wore worn | weave wove woven | win won won | wind wound wound | withdraw withdrew withdrawn |
write wrote written | babysit babysat babysat | rebuild rebuilt rebuilt | redo redid redone |
rewrite rewrote rewritten | hang hung hung | slide slid slid | creep crept crept | hand handed handed
"""

_DOUBLING: Final = word_set(
    """
    ban beg bet chat chop cut dig drag drop fit get grab hit hop hug hum jog knit let mop nap plan put quit rob
    run set shop shut sit skip slip spin spot stop step swap swim tap tip trip upset wrap win babysit commit
    admit prefer refer transfer begin forget occur regret scrap nod rub pat zip log blog vlog jam pin plug split
    spit pop sob tug dub
    """
)


def _third(base: str) -> str:
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return base + "es"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def _ing(base: str) -> str:
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")) and base != "be":
        return base[:-1] + "ing"
    return (base + base[-1] if base in _DOUBLING else base) + "ing"


def _past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ied"
    return (base + base[-1] if base in _DOUBLING else base) + "ed"


def _build() -> dict[str, tuple[str, Form]]:
    forms: dict[str, tuple[str, Form]] = {}
    regular = sorted(_REGULAR)
    irregular = [entry.split() for entry in _IRREGULAR.split("|")]
    bases = (*regular, *(entry[0] for entry in irregular))
    for base in regular:
        forms[_past(base)] = (base, Form.PAST)
    for base, past, participle in irregular:
        forms.setdefault(participle, (base, Form.PARTICIPLE))
        forms[past] = (base, Form.PAST)
    for base in bases:
        forms.setdefault(_third(base), (base, Form.THIRD))
        forms.setdefault(_ing(base), (base, Form.ING))
    for base in bases:
        forms.setdefault(base, (base, Form.BASE))
    forms.update(_SPECIAL)
    forms.update({base: (base, Form.BASE) for base in ("run", "come", "become", "overcome")})
    return forms


_SPECIAL: Final = {
    "is": ("be", Form.THIRD),
    "are": ("be", Form.BASE),
    "am": ("be", Form.BASE),
    "was": ("be", Form.PAST),
    "were": ("be", Form.PAST),
    "been": ("be", Form.PARTICIPLE),
    "being": ("be", Form.ING),
    "has": ("have", Form.THIRD),
    "does": ("do", Form.THIRD),
    "goes": ("go", Form.THIRD),
    "gotten": ("get", Form.PARTICIPLE),
    "wanna": ("want", Form.BASE),
    "gotta": ("have", Form.BASE),
    "dreamed": ("dream", Form.PAST),
    "learned": ("learn", Form.PAST),
    "burned": ("burn", Form.PAST),
    "travelled": ("travel", Form.PAST),
    "travelling": ("travel", Form.ING),
    "cancelled": ("cancel", Form.PAST),
    "freelancing": ("freelance", Form.ING),
    "spilled": ("spill", Form.PAST),
    "spelled": ("spell", Form.PAST),
    "lit": ("light", Form.PAST),
    "fitted": ("fit", Form.PAST),
    "practising": ("practise", Form.ING),
    "skiing": ("ski", Form.ING),
    "named": ("name", Form.PAST),
}

VERB_FORMS: Final = _build()

SAME_PAST: Final = word_set(
    """
    bet cost cut fit hit hurt let put quit read set shut split spread upset beat come become run overcome
    """
)
"""Forms that read as base or past alike."""

OFTEN_NOUNS: Final = word_set(
    """
    ache act aim answer attempt back bake balance ban base bike blog board bond book boost brush budget burn
    care cause challenge change charge chat check circle claim climb coach code color comfort comment contact
    contract control cook copy cost cough count cover crack craft crash cross cry cure cycle dance date deal
    delay design dislike display drag dream dress drink drive drop end escape exchange exercise experience
    experiment face fall farm fear feature fight film fish fit focus force form fund garden guess guide hand
    hate help hike hit hope host hunt interest interview iron jog joke judge jump kick kill label lack land last
    laugh launch lead lecture light limit link load lock look love mark master match matter measure mentor
    message mind mix move murder name need network note notice nurse offer order pack paint park party pass
    paste phone photograph pick plan plant play plunge point post practice praise present press print process
    produce program progress promise protest pull purchase push quilt race rain raise record release rent repair
    reply report request research respect rest return review ride risk rock roast root row run rush sail scale
    schedule score scrap search service set shape share shift shop shout show showcase sign sketch ski slip
    smell smile smoke snow sort sound source spark spot spray stack star start state stay step stick stock stop
    store stress stretch struggle study support surf surprise swim switch talk target taste tattoo test text
    thank tie toast touch tour tow track trade train transfer travel treat trip trust tune turn type update
    upgrade use value view visit volunteer vote wait walk wash waste watch water weld welcome whisper wish
    wonder work worry wrap yoga parent camp journal pitch podcast stream swap shadow shoot sleep spread stand
    strike swing throw wake win wind wound feed feel cut buy catch break
    """
)
"""Verbs whose base form is at least as often a noun; a determiner or an object decides."""


def reading(word: str) -> tuple[str, Form] | None:
    """The lemma and form of a lower-case word, or None where it is no verb we know."""
    return VERB_FORMS.get(word)


def lemma_of(word: str) -> str:
    found = VERB_FORMS.get(word)
    if found:
        return found[0]
    return _guess(word)


def _guess(word: str) -> str:
    for ending, keep in (("ying", "y"), ("ing", ""), ("ied", "y"), ("ed", ""), ("ies", "y"), ("s", "")):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: -len(ending)] + keep
    return word


def guess_form(word: str) -> Form:
    """The form that the ending suggests, for a word known to stand where a verb must."""
    found = VERB_FORMS.get(word)
    if found:
        return found[1]
    if word.endswith("ing"):
        return Form.ING
    return Form.PAST if word.endswith("ed") else Form.BASE
