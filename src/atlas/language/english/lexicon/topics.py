"""The world people speak of: languages, peoples, health, food, tastes, how to be answered."""

from __future__ import annotations

from typing import Final

from atlas.language.english.lexicon.word_sets import word_set

LANGUAGES: Final = word_set(
    """
    afrikaans albanian amharic arabic armenian azerbaijani basque belarusian bengali bosnian bulgarian burmese
    cantonese catalan chinese croatian czech danish dari dutch english esperanto estonian farsi finnish flemish
    french galician georgian german greek gujarati hausa hebrew hindi hungarian icelandic igbo indonesian irish
    italian japanese kannada kazakh khmer korean kurdish lao latin latvian lithuanian macedonian malay malayalam
    maltese mandarin marathi mongolian nepali norwegian pashto persian polish portuguese punjabi romanian
    russian sanskrit serbian sinhala slovak slovene slovenian somali spanish swahili swedish tagalog tamil
    telugu thai tibetan turkish ukrainian urdu uzbek vietnamese welsh xhosa yiddish yoruba zulu bsl asl gaelic
    """
)
NATIONALITIES: Final = (
    LANGUAGES - word_set("latin mandarin esperanto sanskrit bsl asl tagalog hindi farsi")
) | word_set(
    """
    american argentine argentinian australian austrian belgian brazilian british canadian chilean colombian
    cuban egyptian ethiopian filipino ghanaian indian iranian iraqi israeli jamaican jordanian kenyan lebanese
    mexican moroccan nigerian pakistani palestinian peruvian scottish singaporean swiss syrian taiwanese
    tunisian venezuelan european african asian latino latina hispanic jewish kiwi aussie
    """
)
MARITAL: Final = word_set("single married divorced widowed engaged separated")
DIETS: Final = word_set(
    """
    vegan vegetarian pescatarian pescetarian halal kosher keto gluten-free dairy-free lactose-free paleo
    flexitarian carnivore omnivore teetotal teetotaller sober fruitarian
    """
)
CONDITION_ADJECTIVES: Final = word_set(
    """
    pregnant diabetic asthmatic dyslexic autistic deaf blind epileptic anaemic anemic arthritic bipolar
    colourblind colorblind colour-blind color-blind hypertensive immunocompromised infertile neurodivergent
    hard-of-hearing coeliac celiac disabled insomniac short-sighted near-sighted nearsighted
    """
)
CONDITION_PHRASES: Final = ("colour blind", "color blind", "lactose intolerant", "gluten intolerant", "hard of hearing")
CONDITIONS: Final = word_set(
    """
    diabetes asthma migraine migraines epilepsy arthritis depression anxiety adhd add ptsd ocd autism dyslexia
    hypertension cancer leukemia leukaemia eczema psoriasis endometriosis ibs crohn's crohn colitis parkinson's
    parkinson alzheimer's dementia anaemia anemia insomnia tinnitus vertigo scoliosis sciatica fibromyalgia
    lupus hiv hepatitis tuberculosis hypothyroidism hyperthyroidism gout glaucoma cataracts allergies allergy
    hayfever fever flu cold cough covid pneumonia bronchitis coeliac celiac dyspraxia narcolepsy angina
    arrhythmia tendonitis carpal hernia ulcer ulcers sinusitis rosacea osteoporosis stutter concussion cramps
    """
)
CONDITION_HEADS: Final = word_set(
    """
    disease disorder syndrome condition infection allergy intolerance deficiency injury pain disability migraine
    palsy sclerosis pressure apnea apnoea fever tunnel back knee hip wrist ankle shoulder heart stomach
    """
)
"""What ends the name of a condition: coeliac *disease*, a bad *back*."""
BAD_PART: Final = word_set("bad broken sprained sore weak dodgy torn fractured twisted injured")
BODY_PARTS: Final = word_set(
    """
    back knee knees hip hips wrist wrists ankle ankles shoulder shoulders heart stomach leg legs arm arms foot
    feet eyes eyesight hearing neck elbow elbows hand hands skin lungs liver kidney kidneys rib toe finger nose
    teeth
    """
)
MEDICINES: Final = word_set(
    """
    metformin insulin sertraline ibuprofen paracetamol aspirin levothyroxine levodopa lisinopril atorvastatin
    statins amlodipine omeprazole losartan gabapentin prozac fluoxetine citalopram escitalopram ritalin adderall
    methotrexate prednisone warfarin antidepressants antihistamines painkillers vitamins supplements medication
    medicine meds tablets pills antibiotics inhaler birth-control melatonin lithium ventolin salbutamol zoloft
    lexapro xanax creatine
    """
)
DOSES: Final = word_set("mg daily pill tablet dose twice every")
STUDY_NOUNS: Final = word_set(
    """
    degree phd masters master's bachelor's bachelor diploma doctorate mba msc bsc certificate
    """
)
INSTRUMENTS: Final = word_set(
    """
    cello violin viola guitar piano drums bass flute clarinet saxophone sax trumpet trombone oboe harp ukulele
    banjo harmonica accordion organ keyboard keyboards mandolin fiddle recorder tuba bagpipes sitar tabla
    """
)
GAMES: Final = word_set(
    """
    chess football soccer tennis basketball volleyball badminton cricket rugby hockey golf squash poker bridge
    go baseball softball handball netball lacrosse darts pool billiards dungeons dnd minecraft fortnite league
    padel pickleball checkers scrabble frisbee paintball video videogames games cards
    """
)
APPOINTMENTS: Final = word_set(
    """
    appointment meeting interview exam exams test deadline flight trip wedding party concert surgery operation
    date visit call show recital audition competition race game match presentation conference reunion gig
    session workshop
    """
)

LIKE_VERBS: Final = word_set(
    """
    like love adore enjoy appreciate treasure cherish value fancy dig admire
    """
)
DISLIKE_VERBS: Final = word_set("hate dislike detest loathe despise dread")
LIKE_ADJECTIVES: Final = word_set("fond keen crazy mad passionate obsessed enthusiastic nuts hooked")

STYLE_LANGUAGE_VERBS: Final = word_set("answer reply respond write speak talk communicate")
LENGTH_WORDS: Final = {
    "short": "short",
    "shorter": "short",
    "brief": "brief",
    "briefly": "brief",
    "concise": "concise",
    "concisely": "concise",
    "terse": "terse",
    "succinct": "succinct",
    "long": "long",
    "longer": "long",
    "detailed": "detailed",
    "thorough": "thorough",
    "in-depth": "in-depth",
    "lengthy": "lengthy",
}
FORMAT_WORDS: Final = {
    "bullet": "bullet points",
    "bullets": "bullet points",
    "bulleted": "bullet points",
    "table": "tables",
    "tables": "tables",
    "markdown": "markdown",
    "step-by-step": "step-by-step",
    "headings": "headings",
    "headers": "headings",
    "list": "lists",
    "lists": "lists",
    "prose": "prose",
    "paragraphs": "paragraphs",
    "json": "JSON",
    "emoji": "emojis",
    "emojis": "emojis",
    "plaintext": "plain text",
    "numbered": "numbered lists",
}
UNIT_WORDS: Final = word_set(
    """
    metric imperial celsius fahrenheit kilometres kilometers miles kilograms kilos pounds metres meters euros
    dollars
    """
)
TONE_WORDS: Final = word_set(
    """
    friendly formal informal casual blunt direct honest polite warm professional funny humorous playful serious
    gentle encouraging sarcastic neutral candid relaxed straightforward frank critical kind
    """
)
ANSWER_NOUNS: Final = word_set(
    """
    answer answers reply replies response responses explanation explanations summaries messages output outputs
    feedback tone style
    """
)
LASTING: Final = (
    "always",
    "never",
    "from now on",
    "from here on",
    "in future",
    "in the future",
    "going forward",
    "every time",
    "each time",
    "whenever",
    "ever",
    "ever again",
    "in general",
    "generally",
    "when you talk to me",
    "when talking to me",
    "with me",
    "to me",
    "per reply",
    "per answer",
    "all the time",
    "by default",
    "as a rule",
    "no longer",
    "any more",
    "anymore",
    "unless i",
    "go back to",
    "for all",
    "in all",
)
"""What makes a wish about answers one that is meant to last."""
