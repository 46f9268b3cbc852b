"""Verbs by which deeds are told: what people do, what they do for a living, and the pasts that do not end in -ed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
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

_BASES: Final = """
    ate=eat beat=beat became=become been=be began=begin bent=bend bet=bet bit=bite bled=bleed blew=blow bought=buy
    bound=bind bred=breed broke=break brought=bring built=build burnt=burn burst=burst came=come caught=catch
    chose=choose clung=cling crept=creep cut=cut dealt=deal did=do drank=drink dreamt=dream drew=draw drove=drive
    dug=dig dyed=dye fed=feed fell=fall felt=feel flew=fly forgave=forgive forgot=forget fought=fight found=find
    froze=freeze gave=give gone=go got=get grew=grow had=have heard=hear held=hold hid=hide hit=hit hung=hang hurt=hurt
    kept=keep knelt=kneel knew=know laid=lay lay=lie leapt=leap learnt=learn led=lead left=leave lent=lend let=let
    lit=light lost=lose made=make meant=mean met=meet mown=mow paid=pay proved=prove put=put quit=quit ran=run rang=ring
    read=read rode=ride rose=rise said=say sang=sing sank=sink sat=sit saw=see sawn=saw sent=send set=set sewn=sew
    shone=shine shook=shake shot=shoot showed=show shrank=shrink shut=shut slept=sleep slid=slide sold=sell sown=sow
    spelt=spell spent=spend spilt=spill split=split spoke=speak sprang=spring spread=spread spun=spin stole=steal
    stood=stand struck=strike stuck=stick stung=sting swam=swim swept=sweep swore=swear swung=swing taught=teach
    thought=think threw=throw told=tell took=take tore=tear understood=understand was=be went=go wept=weep were=be
    woke=wake won=win wore=wear wound=wind wove=weave wrote=write
"""
BASES: Final[Mapping[str, str]] = MappingProxyType(dict(pair.split("=") for pair in _BASES.split()))
"""Pasts that do not end in -ed, with the verb that each is of."""
PASTS: Final = frozenset(BASES)
ALSO_PRESENT: Final = word_set(
    "beat bet bound burst cost cut dyed found hit hurt let mown put quit read set shed shut split spread"
)
"""Pasts that are a present too."""
VERBS: Final = word_set(
    """
    answer ask attend bake begin bike book bring build buy call camp carry cheer clean climb coach collect commute cook
    count cut cycle dance design dig do draw dream drink drive earn eat enjoy explore fast feed file fish fix fly garden
    get give go grow handle have help hike hold host hunt improve invest jog join journal juggle keep knit lead lean
    learn lift listen live look love maintain make manage meditate meet mentor mix move need offer order organise
    organize own paint pay perform photograph pick plant play post practise practice pray prepare produce program
    publish race raise read record rent repair ride row run sail save schedule see sell send serve sew share ship shoot
    shop sing sit skate ski skip sleep smoke snack speak spend stand start stay stop stream stretch study surf swim take
    talk teach tend test think track train translate travel try tutor type use visit volunteer wait wake walk wash watch
    wear weave work worry write
    """
)
"""What people say they do, and what they plan to."""
MORE_VERBS: Final = word_set(
    """
    bicycle bond bowl brew care chase chat cover crochet cross deal deliver direct dive drag dress drum edit exchange
    fall fetch fight fill follow forage gather hate jump kayak kneel know lend mend mind moderate mow paddle park peel
    plan potter prune pull push put quilt rap relax rest ring roast roll say sculpt shake shave shovel show sketch
    snore snowboard snowshoe solder sort spin stitch swap sweep taste tell tidy tiptoe tune water weed weld whittle
    wrestle
    """
)
"""What people do, by words that are nouns as often."""
