"""Verbs by which deeds are told: what people do for a living, and the pasts that do not end in -ed."""

from __future__ import annotations

from typing import Final

from atlas.language.english.lexicon.word_sets import word_set

DEEDS: Final = word_set(
    """
    bake build buy carry clean coach cook count cut deliver design dig drive farm feed fix fly grow haul install lay
    load make manage mend milk mix mow organise organize pack paint pick plan plant play pour print program repair run
    sell sew shear ship sort stack stock teach test tune translate wash weld write
    """
)
"""Of a job that begins with one nobody is told by name, but by what they do: "haul cattle"."""

PASTS: Final = word_set(
    """
    ate beat became been began bent bet bit bled blew bought bound bred broke brought built burnt burst came caught
    chose clung crept cut dealt did drank dreamt drew drove dug dyed fed fell felt flew forgave forgot fought found
    froze gave gone got grew had heard held hid hit hung hurt kept knelt knew laid lay leapt learnt led left lent let
    lit lost made meant met mown paid proved put quit ran rang read rode rose said sang sank sat saw sawn sent set
    sewn shone shook shot showed shrank shut slept slid sold sown spelt spent spilt split spoke sprang spread spun
    stole stood struck stuck stung swam swept swore swung taught thought threw told took tore understood was went wept
    were woke won wore wound wove wrote
    """
)
