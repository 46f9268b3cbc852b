"""The closed classes of English: the words that hold sentences together."""

from __future__ import annotations

from typing import Final

from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.negation import CUT_NEGATIONS, NEGATIONS, NEGATIVE_ADVERBS, SOFT_NEGATIONS

PRONOUNS: Final = word_set(
    """
    i we you he she it they me us him her them myself ourselves yourself himself herself itself themselves this
    that these those there everyone everybody someone somebody anyone anybody nobody noone nothing everything
    something anything one mine ours yours hers theirs who y'all ya u
    """
)
SECOND_PERSON: Final = word_set("you your yours yourself u")
POSSESSIVES: Final = word_set("my our your his her their its")
ARTICLES: Final = word_set("a an the")
DETERMINERS: Final = ARTICLES | word_set(
    """
    this that these those some any no every each both all another either neither several many few much more most
    such half enough plenty lots
    """
)
PREPOSITIONS: Final = word_set(
    """
    in on at to for with from of by about into onto over under after before between behind near outside inside
    around through during without within against towards toward upon off across along among as like since until
    till than despite except per via beyond beside besides past throughout up down out
    """
)
COORDINATORS: Final = word_set("and but or so yet nor & plus then")
SUBORDINATORS: Final = word_set(
    """
    because cause cuz since although though tho while whereas when whenever where wherever after before until
    till as if unless that which who whom whose than once lest whether how why what
    """
)
QUESTION_WORDS: Final = word_set(
    """
    what which who whom whose where when why how what's where's who's how's when's
    """
)
BE: Final = word_set("am is are was were be been being 'm 're 's m ain't r")
HAVE: Final = word_set("have has had 've having 's 'd")
DO: Final = word_set("do does did")
MODALS: Final = word_set(
    """
    will would can could may might must shall should ought 'll 'd gonna wo ca sha
    """
)
AUXILIARIES: Final = (BE | HAVE | DO | MODALS) - word_set("having being")
VERB_ADVERBS: Final = (
    NEGATIVE_ADVERBS
    | SOFT_NEGATIONS
    | CUT_NEGATIONS
    | word_set(
        """
    also always already actually absolutely basically currently certainly constantly definitely deeply
    especially even eventually ever finally first fully generally genuinely gradually honestly hopefully
    immediately initially just kinda lately literally mainly mostly nearly normally now nowadays occasionally
    often only originally personally pretty previously primarily probably quickly quite randomly rarely really
    recently regularly seriously simply slowly sometimes soon sorta still strongly successfully suddenly super
    then today together totally truly typically usually very almost maybe perhaps obviously clearly particularly
    officially proudly happily luckily thankfully unfortunately sadly more most too so all both once since
    casually secretly basically half long last rather well greatly fondly longer
    """
    )
)

FILLERS: Final = word_set(
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

NUMBER_WORDS: Final = word_set(
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
    | word_set(
        """
    having being own same other bit lot lots stuff thing things way kind sort going get got let
    """
    )
)
"""Words that carry no fact by themselves."""
