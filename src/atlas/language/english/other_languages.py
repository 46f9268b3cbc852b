"""Sentences that are plainly not English: by their letters, or by the small words that hold them together.

The reader has learned English alone, and what it marks in another language is mostly wrong ("Meine Schwester heißt
Clara" is no mother). A name from elsewhere, a dish or a phrase makes no sentence another language's.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from atlas.language.english.lexicon.grammar import (
    ARTICLES,
    AUXILIARIES,
    COORDINATORS,
    DETERMINERS,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    SUBORDINATORS,
)
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.pasted import blank_spans
from atlas.language.sentences import sentence_spans
from atlas.language.words import split_words

_LEAST_WORDS: Final = 4
"""Fewer say too little of their language: "Carpe diem", "Rio de Janeiro"."""
_ENGLISH: Final = (
    ARTICLES
    | AUXILIARIES
    | COORDINATORS
    | DETERMINERS
    | POSSESSIVES
    | PREPOSITIONS
    | PRONOUNS
    | SUBORDINATORS
    | word_set("i'm i've i'd i'll it's that's don't didn't isn't not to there please")
)
_OTHERS: Final = tuple(
    word_set(text)
    for text in (
        # German
        """
        aber als auch auf aus bei bin bist das dass dein deine dem den der des die du ein eine einem einen einer er es
        für gehe habe haben hat heiße heißt ich ihr im in ist jetzt kein keine man mein meine meinem meinen meiner
        mich mir mit nach nicht noch nur oder schon sehr seit sich sie sind so und uns unser unsere vom von vor war
        warum was wenn wer wie wir wird wo zu zum zur über
        """,
        # French
        """
        a ai au aussi avec aux avons c'est ce cette chez comme dans de depuis des du elle en est et être habite il ils
        j'ai j'aime j'habite je l la le les leur m'appelle ma mais me mes moi mon ne nos notre nous on ont ou où par
        pas pour qu'il que qui sa se ses son sont suis sur ton toujours très tu un une vous à
        """,
        # Spanish
        """
        a al aquí como con cuando de del desde donde el ella en es esta este estoy está gusta ha hace hasta he la las
        le llamo lo los más me mi mis muy no nos nuestra nuestro para pero por porque que se ser si sin sobre somos
        son soy su sus también tengo tiene trabajo tu un una vivo y ya yo él
        """,
        # Portuguese
        """
        a ao aos aqui as até chamo com como da das de depois desde do dos e ela ele em essa esse esta estou está eu
        foi gosto há isso já lhe mais mas me meu meus minha minhas moro muito na nas nem no nos nossa nosso não o os
        ou para pela pelo por porque quando que se sem ser seu sou sua são também tem tenho trabalho um uma
        """,
        # Italian
        """
        a abito al alla anche ancora che chi ci come con da dal dalla dei del della delle di dove e ed è gli ha hanno
        ho i il in io la lavoro le lei lo loro ma mi mia mie miei mio molto nel nella noi non nostra nostro o per
        perché più quando questa questo sei si sono su sua suo sul tra tu un una vivo
        """,
        # Dutch
        """
        aan als ben bij dan dat de deze die dit een en er gaan geen had heb hebben heeft heet het hij hoe ik in is jij
        je kan maar met mij mijn moet naar niet nog nu of om onze ook op te toen tot uit van veel voor waar was wat we
        werk wij woon woont ze zij zijn zo
        """,
    )
)
_IN_NAMES: Final = word_set(
    "a al da das de dei del della den der des di die do dos du e el en et il la las le les lo los o of san te van von y"
)
"""Words that also stand in names and titles: alone they say nothing of a sentence."""


_ENGLISH_TOO: Final = word_set(
    """
    ai als also am an as bad ben come con dan den die do er had ha has hat he her hoe i im in is man me met no of on
    op os over per pour se so son sur to tot ton tu un uns van want war was wat we
    """
)
"""Words that English has as well, or that people write for English ones ("im in Porto")."""


def blank_other_languages(own: str) -> str:
    """Blank out the sentences that are plainly not English; places do not move."""
    return blank_spans(own, find_foreign(own))


def find_foreign(own: str) -> list[tuple[int, int]]:
    """Find the sentences that are plainly not English, in text whose quotations are no words any more."""
    return [(start, end) for start, end in sentence_spans(own) if is_foreign(own[start:end])]


def is_foreign(sentence: str) -> bool:
    """Tell whether a sentence is plainly not English."""
    written = split_words(sentence)
    if len(written) < _LEAST_WORDS:
        return False
    if _is_in_other_letters(written):
        return True
    # a capital inside a sentence makes a word part of a name or a title
    words = [written[0].casefold(), *(word for word in written[1:] if word == word.casefold() or word == "I")]
    return any(_holds_together(words, other) for other in _OTHERS)


def _holds_together(words: list[str], other: frozenset[str]) -> bool:
    """Whether more of the small words are of that language alone than of English alone."""
    own = [word for word in words if word in other and word not in _ENGLISH and word not in _ENGLISH_TOO]
    telling = [word for word in own if word not in _IN_NAMES]
    english = sum(word in _ENGLISH and word not in other for word in words) + words.count("I")
    return bool(telling) and len(own) > english and (len(own) > 1 or not english)


def _is_in_other_letters(written: list[str]) -> bool:
    letters = [letter for word in written for letter in word if letter.isalpha()]
    latin = sum(letter.isascii() or unicodedata.name(letter, "").startswith("LATIN") for letter in letters)
    return bool(letters) and 2 * latin < len(letters)
