"""Words by which one matter is asked for and told: who asks for the rent was told "610 a month"."""

from __future__ import annotations

from typing import Final

from atlas.language.english.lexicon.word_sets import word_set

KINDRED_WORDS: Final = tuple(
    word_set(words)
    for words in (
        "rent rents rented renting landlord landlady lease flat apartment room tenancy month monthly",
        "pay paid salary wage wages earn earns earning net gross income pension payslip hourly",
        "job work works working shift shifts hired boss employer employed position firm company trade",
        "quit quits quitting left leave leaving resign resigned resignation notice stopped gave given dropped packed",
        "cost costs price priced charge charged charges fee fees paid sold bought fetch fetched spent worth",
        "car cars vehicle van truck pickup pick-up lorry motor drive drives driving drove motorbike scooter",
        "jog jogs jogging run runs running ran",
        "dose dosage strength mg milligrams micrograms tablet tablets pill pills medicine medication medications "
        "prescribed doctor doc meds drug drugs take takes taking",
        "operation operated surgery surgeon op procedure surgical hospital",
        "appointment appointments clinic consultation check-up checkup see visit visits slot booked",
        "exam exams test tests tested passed failed score scored mark marks percent grade grades result results "
        "certificate",
        "address street road avenue lane house flat number postcode moved moving",
        "town city village country lives live living moved based staying stay stays",
        "partner boyfriend girlfriend husband wife married dating seeing together split divorced separated broke ex",
        "ended over split broke finished done left dumped",
        "died dead lost passed funeral buried",
        "birthday born birth turns turning turned",
        "food foods eat eats eating diet meal meals cook cooks cooking dish dishes menu",
        "allergy allergic allergies intolerant intolerance react reaction",
        "illness disease condition diagnosis diagnosed sick ill problem",
        "trip trips travel travels travelling flight flights fly flying flew holiday holidays vacation visit off",
        "house home flat apartment place moved room",
        "study studies studying course degree university college class classes reading learning",
        "kids children child son sons daughter daughters baby",
        "dog dogs puppy cat cats kitten pet pets animal animals",
        "phone mobile cell number",
        "hobby hobbies pastime spare play plays choir band club team",
        "arrive arrives arriving come comes coming land lands visitors visit guests turn",
        "moved postponed rescheduled shifted put pushed changed instead",
        "meet meets meeting session sessions weekly",
    )
)
