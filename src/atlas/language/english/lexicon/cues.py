"""What makes a sentence worth a note (T14): words that tell of plans, duties, health, money, tastes and turns of life.

Each list has the forms as they are said; phrases of several words stand by themselves.
"""

from __future__ import annotations

from typing import Final

from atlas.language.english.lexicon.topics import (
    APPOINTMENTS,
    CONDITION_ADJECTIVES,
    CONDITIONS,
    DISLIKE_VERBS,
    MEDICINES,
)
from atlas.language.english.lexicon.word_sets import word_set

HEALTH: Final = (
    (CONDITIONS | MEDICINES | CONDITION_ADJECTIVES)
    - word_set("add cold cough blind carpal vitamins supplements tablets cramps stutter")
) | word_set(
    """
    allergic anaphylaxis diagnosed diagnosis doctor hospital icu surgery surgeon prescription prescribed
    overdose symptoms biopsy chemo chemotherapy therapy relapse seizure fainted pregnancy miscarriage vaccine
    """
)
SAFETY: Final = word_set(
    """
    emergency emergencies danger dangerous unsafe evacuate evacuated accident flood leak leaks burglary robbed stolen
    breach hacked police ambulance suicide suicidal abuse threatened threat poison poisonous
    """
)
DEADLINES: Final = word_set("deadline deadlines overdue expires expiring expire expiry cutoff")
DEADLINE_PHRASES: Final = (
    "due on",
    "due by",
    "due in",
    "due next",
    "due this",
    "due tomorrow",
    "due today",
    "no later than",
    "at the latest",
    "by the end of",
    "last chance",
    "runs out",
)
COMMITMENTS: Final = word_set(
    """
    promise promised promises commit committed pledge pledged vow vowed agreed owe owes must remind reminder
    responsible obligation signed
    """
)
COMMITMENT_PHRASES: Final = (
    "supposed to",
    "don't forget",
    "make sure to",
    "action item",
    "to do list",
    "follow up",
    "sign up",
    "signed up",
)
INTENTIONS: Final = (
    "have to",
    "has to",
    "need to",
    "needs to",
    "i will",
    "i'll",
    "we will",
    "we'll",
    "going to",
    "gonna",
)
"""Said of much that nobody is bound to: they count where a name, a date or a number stands beside them."""
MONEY: Final = word_set(
    """
    rent salary wage mortgage loan debt invoice invoices refund budget tax taxes paid pay pays owed cost costs price
    afford deposit savings pension insurance bonus raise euros dollars pounds subscription fee fees
    """
)
DECISIONS: Final = word_set(
    """
    decided decide decision chose chosen choose picked settled switched switching accepted declined quit resigned
    cancelled canceled postponed rescheduled approved rejected
    """
)
PREFERENCES: Final = DISLIKE_VERBS | word_set(
    """
    prefer prefers preferred favourite favorite hates avoid avoids
    """
)
"""What people like is told by facts; the words for it are said of everything."""
EVENTS: Final = APPOINTMENTS - word_set("date call show game test") | word_set(
    """
    moved moving married engaged divorced born died passed graduated hired fired promoted started starting joined left
    bought sold booked won lost finished launched released shipped arrived arrives leaving leaves visited visiting
    travelled traveled adopted retired enrolled applied interviewed birthday anniversary funeral holiday vacation
    """
)

# --- what traits look for besides (T17)

FEELING_SHIFTS: Final = word_set(
    """
    anymore suddenly lately mood cried crying smiled laughed relieved calmer happier sadder angrier worse better tired
    hurt upset moved overwhelmed exhausted lonely nervous anxious excited proud ashamed grateful worried
    """
)
ACTIONS: Final = word_set(
    """
    task tasks todo checklist schedule scheduled step steps finish finishing complete prepare preparing assigned
    milestone plan planned agenda progress pending
    """
)
IDEAS: Final = word_set(
    """
    idea ideas imagine curious wonder wondering experiment inspired inspiration invented invent theory dream dreaming
    explore exploring discovered discovery novel creative concept brainstorm alternative hypothesis
    """
)
RAPPORT: Final = word_set(
    """
    prefer please thanks appreciate comfortable together friend friends joke jokes tone style polite casual formal
    shorter longer kindly team agree agrees
    """
)
CORRECTIONS: Final = word_set(
    """
    actually wrong mistaken mistake correction correct corrected retract misspoke untrue false contradicts instead
    longer earlier meant
    """
)

EMPTY_TOPICS: Final = word_set(
    """
    euros euro dollars dollar pounds percent time times people person someone something anything everything everyone
    today life world place part number yesterday support reminder talk chat pic photo picture question
    """
)
"""Words that many sentences have and none is about."""
OPENERS: Final = word_set(
    """
    user users speaker both several also then later since until after before while because however still now today
    planning planned wants wanted needs needed likes liked prefers preferred works worked lives lived moved plans has
    had says said mentioned noted reports reported asked believes feels felt expects hopes
    """
)
"""What a sentence may begin with that names nobody."""
FUTURE: Final = word_set(
    "will going gonna next tomorrow tonight plan plans planning must deadline due upcoming soon remind expires until"
)
PAST: Final = word_set("was were had went did ago yesterday last got came bought visited moved met saw")
