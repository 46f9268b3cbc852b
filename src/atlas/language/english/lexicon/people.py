"""People: what we call them by relation, and by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from atlas.language.english.lexicon.word_sets import word_set
from atlas.model.claim import RELATIONS

RELATION_NAMES: Final = RELATIONS | word_set(
    """
    kid kids children sons daughters sisters brothers siblings grandparents grandad granddad grandchild
    grandchildren grandkids family parents friends dogs cats pets husband-to-be wife-to-be in-laws client tenant
    student students buddy pal mate bestie bro sis mommy daddy auntie nan nana papa housemate supervisor
    assistant trainer tutor classmate teammate partner-in-crime godmother godfather godson goddaughter
    gran stepbrother stepsister ex-husband ex-wife ex-girlfriend ex-boyfriend fiancé fiancée baby hen hens turtle
    guinea-pig bird goldfish guy girl
    """
)
PLURAL_RELATIONS: Final = {
    "kids": "child",
    "children": "child",
    "sons": "son",
    "daughters": "daughter",
    "sisters": "sister",
    "brothers": "brother",
    "siblings": "sibling",
    "friends": "friend",
    "dogs": "dog",
    "cats": "cat",
    "pets": "pet",
    "kid": "child",
    "parents": "parent",
}
CANONICAL_RELATIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "mom": "mother",
        "mum": "mother",
        "mam": "mother",
        "mama": "mother",
        "mommy": "mother",
        "dad": "father",
        "daddy": "father",
        "papa": "father",
        "auntie": "aunt",
        "grandma": "grandmother",
        "gran": "grandmother",
        "granny": "grandmother",
        "nan": "grandmother",
        "nana": "grandmother",
        "grandpa": "grandfather",
        "grandad": "grandfather",
        "granddad": "grandfather",
        "roommate": "flatmate",
        "neighbor": "neighbour",
        "manager": "boss",
        "coworker": "colleague",
        "puppy": "dog",
        "kitten": "cat",
        **PLURAL_RELATIONS,
    }
)
"""The one word under which a relation is kept and asked for, by every other word for it."""
KIN_NAMES: Final = word_set("mum mom dad gran grandma grandpa granny grandad granddad nana mommy daddy")
"""Words by which the speaker's own kin are called wherever they stand."""
KIN_AS_NAMES: Final = KIN_NAMES | word_set("mother father nan auntie")
"""With words that are such a name only where nothing else stands beside them."""

GIVEN_NAMES: Final = word_set(
    """
    aaron abdul abigail adam aditya adrian agnes ahmed aisha akira alan albert alejandro alex alexander
    alexandra alexis alfred ali alice alicia alina allison amanda amber amelia amina amir amit amy ana anas
    andrea andreas andrew andy angela anita anja ann anna anne annie anthony antoine anton antonio anya arjun
    arthur asha ashley astrid aya ayşe ayse barbara beatriz ben benjamin bernd beth bethany bianca bill bob
    boris brad brandon brenda brian bruno caio camila carl carla carlos carmen carol caroline catherine cecilia
    chad charles charlie charlotte chen chidi chloe chris christina christine christopher claire clara claudia
    colin connor craig cristina cynthia dan dana daniel daniela danielle dave david debbie deborah denise dennis
    derek diana diego dmitri dominic donna dorothy doug dylan eduardo edward eileen elena eli elif elizabeth
    ella ellen elsa emeka emily emma eric erik erin ethan eva eve evan fatima felipe felix fernando fiona
    florian frances francesca francisco frank fred gabriel gary gavin george georgia gerald giulia gina giovanni
    gloria grace graham greg gustavo hailey hannah hans harold harry hassan hector heidi helen helena helga
    henry hiroshi hugo ian ibrahim imran ines ingrid irene isaac isabel isabella ivan jack jackson jacob jake
    james jamie jan jane janet jason javier jay jean jeff jennifer jenny jeremy jerry jess jesse jessica jill
    jim jin joan joanna joao joe joel john johannes jon jonas jonathan jordan jorge jose joseph josh joshua joy
    juan judy julia julian julie jun jürgen jurgen justin kai karen karin karl kate katarzyna kate katherine
    kathy katie keith kelly ken kenji kevin khalid kim klaus kofi kristen kumar kyle lars laura lauren lea leah
    leo leon leonardo leslie liam lily lin linda lisa lola louis louise luca lucas lucia lucy luis luke luna
    lydia maggie malik manuel marco marcus margaret maria mariam marie mario mark marta martha martin mary mateo
    matt matthew max maya megan mehmet mei mel melanie melissa mia michael michelle miguel mike min mina miriam
    mohamed mohammed molly monica nadia nancy naomi natalie natasha nathan neha nick nicole nina noah nora
    oksana oleg olga oliver olivia omar oscar pablo pam pamela patricia patrick paul paula pavel pedro peter
    petra phil philip pierre piotr priya rachel rahul raj rania raquel raul ravi ray rebecca ricardo richard
    rita rob robert roberto robin roger rosa rosie ruth ryan sabrina sally sam samantha samir samira sandra sara
    sarah sasha scott sean sebastian sergei shan sharon shawn sheila simon sofia sonia sophia sophie stefan
    stella stephanie stephen steve steven sue susan suzanne sven sylvia tania tanya tara ted teresa terry theo
    theresa thomas tim timothy tina toby todd tom tomasz tony tracy tyler uma valeria vanessa vera veronica
    vicky victor victoria vikram vincent viktor wanda wei wendy will william xavier yan yara yasmin yuki yusuf
    zach zara zoe zoë zofia
    """
)
ANIMALS: Final = word_set(
    """
    beagle bird budgie bunny canary cat chicken cockatiel cockatoo collie cow dachshund dog donkey ferret gecko goat
    goldfish greyhound hamster hen horse kitten labrador lurcher mare mongrel mutt parrot pig pony poodle pug pup
    puppy rabbit retriever sheep snake spaniel tabby terrier tortoise turtle whippet
    """
)
"""What an animal is one of: "Oscar is a guinea pig"."""
