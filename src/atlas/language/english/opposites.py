"""English words by which two answers are told apart: yes and no, units, numbers, what is the reverse of what."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.words import words

YES: Final = word_set("yes yeah yep yup correct true right indeed certainly absolutely definitely")
NO: Final = word_set("no nope nah incorrect false wrong")
TURNING: Final = word_set("but rather instead however although though")
"""Where the reach of a denial ends."""

_UNITS: Final = """
mm millimetre millimetres millimeter millimeters|cm centimetre centimetres centimeter centimeters
m metre metres meter meters|km kilometre kilometres kilometer kilometers|mi mile miles|in inch inches|ft foot feet
yd yard yards|mg milligram milligrams|g gram grams|kg kilo kilos kilogram kilograms|lb lbs pound pounds|oz ounce ounces
t ton tons tonne tonnes|ml millilitre millilitres milliliter milliliters|l litre litres liter liters
gal gallon gallons|cup cups|pint pints|tsp teaspoon teaspoons|tbsp tablespoon tablespoons
ms millisecond milliseconds|s sec second seconds|min minute minutes|h hour hours|day days|week weeks|month months
year years|byte bytes|kb kilobyte kilobytes|mb megabyte megabytes|gb gigabyte gigabytes|tb terabyte terabytes
c celsius|f fahrenheit|k kelvin|percent|eur euro euros|usd dollar dollars|gbp|yen|cent cents|v volt volts|w watt watts
"""


def _read_units() -> Mapping[str, str]:
    rows = [row.split() for row in _UNITS.replace("\n", "|").split("|") if row.strip()]
    return MappingProxyType({name: row[0] for row in rows for name in row if name != "in"})


UNIT_NAMES: Final = _read_units()
"""Every spelling of a unit, and the one that stands for all."""

_COUNTED: Final = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen twenty
"""
NUMBERS: Final[Mapping[str, str]] = MappingProxyType(
    {word: str(place) for place, word in enumerate(_COUNTED.split()) if word != "one"}  # it is too often a pronoun
    | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "hundred": "100", "thousand": "1000"}
)

_PAIRS: Final = """
safe unsafe|safe dangerous|safe risky|possible impossible|legal illegal|allowed forbidden|allowed prohibited
valid invalid|true false|correct incorrect|right wrong|right left|high low|higher lower|more less|most least
increase decrease
increases decreases|rise fall|rises falls|up down|before after|above below|inside outside|on off|open closed|open shut
hot cold|warm cool|fast slow|faster slower|large small|larger smaller|big little|bigger smaller|early late|earlier later
start stop|begin end|first last|always never|everyone nobody|all none|enable disable|enabled disabled|add remove
include exclude|accept reject|accepted rejected|win lose|won lost|buy sell|import export|public private
north south|east west|good bad|better worse|best worst|cheap expensive|cheaper dearer|healthy unhealthy|rich poor
maximum minimum|max min|push pull|lock unlock|locked unlocked|synchronous asynchronous|stable unstable
reversible irreversible|required optional|mandatory optional|known unknown|likely unlikely|able unable|success failure
succeeds fails|succeeded failed|pass fail|alive dead|positive negative|compatible incompatible|available unavailable
sweet sour|wet dry|young old|new old|empty full|long short|longer shorter|easy hard|easy difficult|near far|day night
"""


def _read_pairs() -> Mapping[str, frozenset[str]]:
    """By stem, since that is how the words of an answer are compared."""
    found: dict[str, set[str]] = {}
    for pair in _PAIRS.replace("\n", "|").split("|"):
        if pair.strip():
            one, other = words(pair)
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return MappingProxyType({stem: frozenset(others) for stem, others in found.items()})


REVERSES: Final = _read_pairs()
