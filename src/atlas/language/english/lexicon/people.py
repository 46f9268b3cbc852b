"""People: what we call them, what they do, what they are called."""

from __future__ import annotations

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
PETS: Final = word_set("dog cat pet puppy kitten horse rabbit parrot hamster pup turtle bird")
KIN_AS_NAMES: Final = word_set(
    """
    mum mom mother dad father gran grandma grandpa granny grandad granddad nan nana mommy daddy auntie
    """
)
TITLES: Final = word_set(
    """
    mr mrs ms miss dr prof professor sir captain señor señora uncle aunt auntie
    """
)
LEADING_ADJECTIVES: Final = word_set(
    """
    older elder younger little big oldest eldest youngest middle late dear best old new good close other own ex
    twin first second third former current favourite favorite dear whole amazing lovely beautiful wonderful
    great sweet entire extended immediate long-time longtime childhood high-school college
    """
)

PROFESSIONS: Final = word_set(
    """
    accountant actor actress advisor adviser agent analyst anthropologist apprentice archaeologist architect
    artist astronaut astronomer athlete attorney author bailiff baker banker barber barista bartender biologist
    blacksmith bookkeeper botanist bricklayer broker builder butcher carer caretaker carpenter cashier ceo cfo
    chef chemist choreographer cleaner clerk coach cobbler composer conductor consultant contractor cook
    coordinator copywriter counselor counsellor courier cto curator cyclist dancer dentist designer dev
    developer dietitian director dj doctor doula driver ecologist economist editor electrician engineer
    entrepreneur farmer filmmaker firefighter fisherman fitter florist freelancer gardener geologist glazier
    governess graduate graphic guard guide hairdresser handyman historian homemaker housewife illustrator
    inspector instructor intern interpreter investigator janitor jeweller journalist judge landscaper lawyer
    lecturer librarian lifeguard linguist locksmith machinist maker manager marketer mason mathematician
    mechanic medic midwife miner musician nanny neurologist novelist nurse nutritionist officer operator
    optician optometrist owner painter paralegal paramedic pastor patissier pharmacist phlebotomist photographer
    physician physicist physio physiotherapist pianist pilot plasterer plumber podiatrist poet policeman
    policewoman politician porter postdoc potter priest principal producer professor programmer psychiatrist
    psychologist publisher radiographer radiologist realtor receptionist recruiter referee reporter researcher
    roofer sailor salesman salesperson saleswoman scientist sculptor seamstress secretary sergeant server singer
    social-worker soldier solicitor specialist statistician stewardess student surgeon surveyor tailor teacher
    technician therapist tiler trader trainee trainer translator trucker tutor veterinarian vet vicar violinist
    volunteer waiter waitress warden weaver welder woodworker worker writer zookeeper lead head dad mom mum
    mother father parent sysadmin devops freelancer founder co-founder cofounder host blogger youtuber streamer
    influencer drummer guitarist bassist cellist beekeeper winemaker brewer bodybuilder marine veteran nun monk
    rabbi imam
    """
)
PROFESSION_ENDINGS: Final = ("ologist", "ographer", "grammer", "therapist", "engineer", "keeper", "maker", "monger")
PARENT_WORDS: Final = word_set("dad mom mum mother father parent")
WORK_STATES: Final = word_set("unemployed retired self-employed freelance jobless semi-retired")

NAME_STOPPERS: Final = word_set(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december christmas easter ramadan diwali hanukkah thanksgiving halloween team god
    english french german spanish internet covid ok okay tv uk usa us eu python java linux windows mac google
    apple amazon facebook microsoft netflix spotify youtube instagram twitter slack github docker kubernetes
    postgres mysql sql rust go excel word chatgpt claude openai alexa siri tesla bitcoin zoom aws azure wifi ios
    android npm react thanks hey hi hello wow yes no yeah yep nope oh great good nice cool awesome sorry please
    sure totally definitely absolutely exactly honestly congrats congratulations glad happy so well also just
    maybe perhaps actually anyway this that these those it its there here what when where why how who which my
    our your his her their the a an and but or if because since although while after before as at in on to for
    from with by of about some any all both each every many most more much few several other another such
    nothing something everything anything somebody nobody everybody everyone someone anyone people let's lets
    got going been having being doing making getting can could would should will must may might do does did have
    has had is are was were am not never always sometimes often usually today tomorrow yesterday tonight now
    then once soon later recently lately currently still even only first second third last next new old big
    small best better worst one two three four five six seven eight nine ten whenever wherever whatever however
    mister madam dear love hate like home work school university college company office project plan idea
    question answer problem note update correction context life time day week month year music art nature dance
    dancing painting reading writing running swimming hiking cooking baking yoga pottery
    """
)
"""Capitalised or first words that name no person."""

FICTIONAL: Final = word_set(
    """
    batman superman napoleon legion bond santa god jesus spartacus groot elsa gandalf frodo thor hulk iron-man
    spiderman spider-man darth vader yoda hamlet cleopatra caesar sherlock holmes dracula zeus odin loki merlin
    cinderella rapunzel pikachu mario link goku naruto neo morpheus bane joker wolverine robin-hood shrek queen
    king emperor
    """
)

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
