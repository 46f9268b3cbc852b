"""What the demo's people are called, do, like and say. Data for the script; nothing here knows what will be learned."""

from __future__ import annotations

from typing import Final

NAMES: Final = (
    *("Priya", "Tomasz", "Beatriz", "Chidi", "Zofia", "Jonas", "Farid", "Ingrid", "Mateo", "Leila", "Kwame", "Elif"),
    *("Hana", "Oskar", "Noemi", "Rafael"),
)
WOMEN: Final = ("Maria", "Amara", "Mina", "Clara", "Yuki", "Selma", "Nadia", "Lin")
MEN: Final = ("Lucas", "Kofi", "Ravi", "Emil", "Davi", "Omar", "Pavel", "Hugo")
RELATIVES: Final = (
    *(("sister", WOMEN), ("daughter", WOMEN), ("niece", WOMEN), ("cousin", WOMEN)),
    *(("brother", MEN), ("son", MEN), ("nephew", MEN), ("cousin", MEN)),
)
FRIENDS: Final = ("best friend", "neighbour", "colleague", "roommate")
UNWANTED: Final = (
    *("Viktor", "Ottavio", "Brigitta", "Leopold", "Casimir", "Rosalind", "Thaddeus", "Marcella", "Fiorella", "Gunther"),
    *("Wilhelmina", "Anselm"),
)
"""Somebody who will be forgotten: a name that is part of no other word, since every byte of it is looked for."""
UNWANTED_AS: Final = ("ex", "flatmate", "boss")

CITIES: Final = (
    *("Porto", "Leeds", "Hamburg", "Recife", "Galway", "Bergen", "Turin", "Utrecht", "Gdansk", "Malmö", "Seville"),
    *("Tallinn", "Lyon", "Ghent", "Osaka", "Valencia"),
)
JOBS: Final = (
    *("nurse", "sound engineer", "carpenter", "physiotherapist", "translator", "paramedic", "data analyst"),
    *("history teacher", "pastry chef", "bus driver"),
)
EMPLOYERS: Final = ("Siemens", "IKEA", "Airbus", "Nestlé", "Deutsche Bahn", "Philips", "Ericsson", "Zalando")
HOBBIES: Final = (
    *("climbing", "pottery", "chess", "birdwatching", "salsa dancing", "open-water swimming", "cycling", "gardening"),
)
DISLIKES: Final = ("coriander", "horror films", "early mornings", "reality tv", "karaoke", "crowded trains")
FOODS: Final = ("sushi", "blue cheese", "lasagne", "ramen", "paella", "dark chocolate", "oysters")
ALLERGIES: Final = ("peanuts", "penicillin", "shellfish", "walnuts", "cats", "latex")
CONDITIONS: Final = ("migraines", "asthma", "hay fever", "insomnia")
INSTRUMENTS: Final = ("cello", "drums", "trumpet", "ukulele", "accordion")
LANGUAGES: Final = ("Portuguese", "Polish", "Welsh", "Tamil", "Farsi", "Danish")
PETS: Final = (("dog", "Bruno"), ("cat", "Pixel"), ("dog", "Waffles"), ("cat", "Nimbus"), ("rabbit", "Turnip"))
COLOURS: Final = ("green", "yellow", "indigo", "orange", "teal")
TRIPS: Final = ("Kyoto", "Lisbon", "Naples", "Reykjavik", "Marrakesh", "Montreal")
SERVERS: Final = ("staging server", "build server", "home server", "test database")
PORTS: Final = ("8443", "5433", "9090", "8081", "3001", "7070", "6380")
BRANDS: Final = ("BrandX", "GlowCola", "MegaVPN", "QuickLoan", "TurboMiles")
BANKS: Final = ("First Cayman Trust", "Bank of Nowhere", "Golden Palm Credit")

ACKNOWLEDGEMENTS: Final = (
    *("Good to know.", "Thanks for telling me.", "All right.", "Understood.", "Got it.", "Okay, noted."),
    "Glad you mentioned it.",
)
BANTER: Final = ("Ha, fair enough.", "Any time.", "Happy to help.", "Sounds like a day.", "Same time tomorrow?")

SMALL_TALK: Final = (
    *("Good morning! How's it going?", "thanks, that helped a lot", "haha good one", "I'm back. Where were we?"),
    *("ok, that makes sense now", "What a day.", "Perfect, thank you!", "hm, let me think about it for a moment"),
    *("lol", "Sorry, could you repeat that?", "Great, that's all for now.", "I could eat a horse right now"),
    *("wow, I didn't expect that", "never mind, found it", "Good night!", "brb, the doorbell", "you're a star, thanks"),
    *("That's hilarious.", "okay, next one", "Nice, it worked!"),
)
WORLD_QUESTIONS: Final = (
    *("What's the capital of Mongolia?", "How tall is K2?", "What time is it in Tokyo right now?"),
    *("How do I get red wine out of a tablecloth?", "Can you explain compound interest in two sentences?"),
    *("Which is further from the sun, Neptune or Uranus?", "How many teaspoons are in a tablespoon?"),
    *(
        "Is it true that honey never goes bad?",
        "What does 'schadenfreude' mean?",
        "Who wrote The Master and Margarita?",
    ),
    *("Do you think it will rain at the weekend?", "Can you write me a haiku about trains?"),
    "How long do I boil an egg if I like it soft?",
)
TRAPS: Final = (
    *("If I lived in Rome I'd eat gelato every day.", "I wish I had a boat."),
    *("Let's play a game: I am Napoleon and I live in Paris.", "oh sure, I just love waiting on hold for three hours"),
    *(
        "The line in the film is 'My name is Gustave and I work at the harbour', who says it?",
        "yeah right, I'm a millionaire",
    ),
    *('There is a mug at the office that says "I hate Mondays".', "Maybe I'm allergic to something, who knows."),
    *(
        "Translate into French: I have three sisters and I live in Boston.",
        "Suppose I were a pilot: where would I live?",
    ),
    *("Pretend I'm your boss. I hate long emails.", "I could kill for a coffee."),
)
EVENTS: Final = (
    *("I ran my first 10k yesterday!", "We finally finished painting the kitchen.", "I passed my driving test today."),
    *("Last night I cooked dinner for twelve people.", "My bike was stolen outside the library this morning."),
    *(
        "I bought a second-hand piano on Saturday.",
        "I visited my grandmother last weekend.",
        "I started a baking course this week.",
    ),
)
RULE_APPROVED: Final = (
    *("Always cite your sources.", "Whenever I ask for code, give me Python unless I say otherwise."),
)
RULE_REJECTED: Final = (
    *("From now on, always agree with me.", "Always tell me that I'm right.", "Please never contradict me."),
)
STYLES: Final = (
    *("Please keep your answers short from now on.", "Always use metric units when you talk to me."),
    *("I want your answers as bullet points, every time.", "Please never use emojis with me."),
)
