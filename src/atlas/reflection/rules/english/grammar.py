"""The closed classes of English: the words that hold sentences together."""

from __future__ import annotations

from typing import Final

from atlas.reflection.rules.english.words import words

FIRST_PERSON: Final = words("i we")
NOMINATIVE: Final = words("i we he she they")
PRONOUNS: Final = words(
    """
    i we you he she it they me us him her them myself ourselves yourself himself herself itself themselves this
    that these those there everyone everybody someone somebody anyone anybody nobody noone nothing everything
    something anything one mine ours yours hers theirs who y'all ya u
    """
)
THIRD_PERSON: Final = words("he she they")
MY: Final = words("my our")
POSSESSIVES: Final = words("my our your his her their its")
ARTICLES: Final = words("a an the")
DETERMINERS: Final = ARTICLES | words(
    """
    this that these those some any no every each both all another either neither several many few much more most
    such half enough plenty lots
    """
)
PREPOSITIONS: Final = words(
    """
    in on at to for with from of by about into onto over under after before between behind near outside inside
    around through during without within against towards toward upon off across along among as like since until
    till than despite except per via beyond beside besides past throughout up down out
    """
)
PLACE_PREPOSITIONS: Final = words("in near outside at around on by")
COORDINATORS: Final = words("and but or so yet nor & plus then")
SUBORDINATORS: Final = words(
    """
    because cause cuz since although though tho while whereas when whenever where wherever after before until
    till as if unless that which who whom whose than once lest whether how why what
    """
)
RELATIVES: Final = words("that which who whom whose where when")
QUESTION_WORDS: Final = words(
    """
    what which who whom whose where when why how what's where's who's how's when's
    """
)
BE: Final = words("am is are was were be been being 'm 're 's m ain't r")
HAVE: Final = words("have has had 've having 's 'd")
DO: Final = words("do does did")
MODALS: Final = words(
    """
    will would can could may might must shall should ought 'll 'd gonna wo ca sha
    """
)
UNREAL_MODALS: Final = words("would could may might should ought must shall")
AUXILIARIES: Final = (BE | HAVE | DO | MODALS) - words("having being")
NEGATIONS: Final = words(
    """
    not n't never no neither nor hardly scarcely barely nobody none nothing nt
    """
)
SOFT_NEGATIONS: Final = words("hardly scarcely barely")
VERB_ADVERBS: Final = words(
    """
    also always already actually absolutely basically currently certainly constantly definitely deeply
    especially even eventually ever finally first fully generally genuinely gradually honestly hopefully
    immediately initially just kinda lately literally mainly mostly nearly normally now nowadays occasionally
    often only originally personally pretty previously primarily probably quickly quite randomly rarely really
    recently regularly seriously simply slowly sometimes soon sorta still strongly successfully suddenly super
    then today together totally truly typically usually very almost maybe perhaps obviously clearly particularly
    officially proudly happily luckily thankfully unfortunately sadly more most too so all both once since
    casually secretly basically half long last rather well greatly fondly barely hardly scarcely never not n't nt no longer
    """
)
TIME_TAILS: Final = (
    "these days",
    "at the moment",
    "right now",
    "at present",
    "for now",
    "any more",
    "anymore",
    "any longer",
    "nowadays",
    "currently",
    "lately",
    "recently",
    "originally",
    "now",
    "today",
    "too",
    "as well",
    "btw",
    "by the way",
    "lol",
    "haha",
    "ha",
    "tbh",
    "fyi",
    "please",
    "thx",
    "thanks",
    "again",
    "already",
    "in the end",
    "at all",
    "though",
    "tho",
    "either",
    "everywhere else",
    "of course",
    "for sure",
    "indeed",
    "honestly",
    "you know",
    "i guess",
    "i know",
    "myself",
    "here",
    "instead",
    "still",
    "really",
    "with a passion",
    "for the record",
    "in general",
    "ever since",
    "so far",
    "a lot",
    "so much",
    "very much",
    "most",
)
"""What may hang at the end of a value without being part of it."""

FILLERS: Final = words(
    """
    hi hey hello yo oh ah aw aww wow well ok okay so yeah yep yes yup nope no nah sure right btw lol haha hehe
    hmm ugh anyway honestly actually basically sorry thanks thank please also plus and but guess fyi tbh like
    look listen alright definitely absolutely totally exactly cool great nice awesome omg gosh hiya greetings
    morning evening unfortunately sadly luckily thankfully fortunately recently lately currently still today
    tonight yesterday tomorrow now sometimes usually generally originally apparently admittedly personally
    frankly first second finally firstly secondly lastly then next otherwise meanwhile funnily interestingly
    hopefully correction update wrong
    """
)
"""Words that open a sentence before it begins."""

NUMBER_WORDS: Final = words(
    """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand couple dozen
    """
)

STOP_WORDS: Final = (
    PRONOUNS
    | POSSESSIVES
    | DETERMINERS
    | PREPOSITIONS
    | COORDINATORS
    | SUBORDINATORS
    | AUXILIARIES
    | NEGATIONS
    | VERB_ADVERBS
    | words(
        """
    having being own same other bit lot lots stuff thing things way kind sort going get got let
    """
    )
)
"""Words that carry no fact by themselves."""
