"""Words for days, months and amounts of time."""

from __future__ import annotations

from typing import Final

WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS: Final = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
SHORT_MONTHS: Final = {**{month[:3]: number for number, month in enumerate(MONTHS, 1)}, "sept": 9}
SHORT_WEEKDAYS: Final = {
    **{day[:3]: number for number, day in enumerate(WEEKDAYS)},
    "tues": 1,
    "weds": 2,
    "thur": 3,
    "thurs": 3,
}
WORDLIKE_WEEKDAYS: Final = frozenset(["wed", "sat", "sun"])
"""Short forms of weekdays that are words of their own: "the sun", "sat down"."""
MONTH: Final = rf"(?:{'|'.join(MONTHS)}|(?:{'|'.join(sorted(SHORT_MONTHS, key=len, reverse=True))})\b\.?)"
WEEKDAY: Final = rf"(?:{'|'.join(WEEKDAYS)}|(?:{'|'.join(sorted(SHORT_WEEKDAYS, key=len, reverse=True))})\b\.?)"
PLAIN_WEEKDAY: Final = (
    rf"(?:{'|'.join(WEEKDAYS)}"
    rf"|(?:{'|'.join(sorted(SHORT_WEEKDAYS.keys() - WORDLIKE_WEEKDAYS, key=len, reverse=True))})\b\.?)"
)
"""What matches the name of a month or a weekday, in full or short; the last without what is a word of its own."""


def month_number(form: str) -> int:
    """Return the number of a month by its name in any form: "September", "Sept."."""
    low = form.casefold().rstrip(".")
    return SHORT_MONTHS[low] if low in SHORT_MONTHS else MONTHS.index(low) + 1


def weekday_number(form: str) -> int:
    """Return the place of a weekday in its week by its name in any form: "Thursday", "thurs"."""
    low = form.casefold().rstrip(".")
    return SHORT_WEEKDAYS[low] if low in SHORT_WEEKDAYS else WEEKDAYS.index(low)


SEASONS: Final = {"spring": 4, "summer": 7, "autumn": 10, "fall": 10, "winter": 1}
FEASTS: Final = {
    "christmas": (12, 25),
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "boxing day": (12, 26),
    "new year": (1, 1),
    "new year's day": (1, 1),
    "new year's eve": (12, 31),
    "valentine's day": (2, 14),
    "halloween": (10, 31),
    "easter": (0, 0),
    "easter sunday": (0, 0),
    "easter monday": (0, 1),
    "good friday": (0, -2),
}
"""Month and day; what has no month is counted from Easter Sunday."""
AMOUNTS: Final = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "a couple of": 2,
    "couple of": 2,
    "three": 3,
    "a few": 3,
    "few": 3,
    "several": 4,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
}
_ONES: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_TEENS: Final = (
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
)
ORDINALS: Final = {
    **{word: number for number, word in enumerate((*_ONES, *_TEENS), 1)},
    **{f"twenty-{word}": 20 + number for number, word in enumerate(_ONES, 1)},
    "thirtieth": 30,
    "thirty-first": 31,
}
"""Days of a month in words."""
ORDINAL: Final = "|".join(
    [r"\d{1,2}(?:st|nd|rd|th)", *(word.replace("-", r"[-\ ]") for word in sorted(ORDINALS, key=len, reverse=True))]
)


def read_ordinal(form: str) -> int:
    """Return the day of a month that a word or a figure tells: "twenty second", "22nd", "22"."""
    low = "-".join(form.casefold().split())
    return ORDINALS.get(low) or int(low.rstrip("stndrh"))
