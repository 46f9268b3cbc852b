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
CONDITION_ADJECTIVES: Final = word_set(
    """
    pregnant diabetic asthmatic dyslexic autistic deaf blind epileptic anaemic anemic arthritic bipolar
    colourblind colorblind colour-blind color-blind hypertensive immunocompromised infertile neurodivergent
    hard-of-hearing coeliac celiac disabled insomniac short-sighted near-sighted nearsighted
    """
)
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
MEDICINES: Final = word_set(
    """
    metformin insulin sertraline ibuprofen paracetamol aspirin levothyroxine levodopa lisinopril atorvastatin
    statins amlodipine omeprazole losartan gabapentin prozac fluoxetine citalopram escitalopram ritalin adderall
    methotrexate prednisone warfarin antidepressants antihistamines painkillers vitamins supplements medication
    medicine meds tablets pills antibiotics inhaler birth-control melatonin lithium ventolin salbutamol zoloft
    lexapro xanax creatine
    """
)
INSTRUMENTS: Final = word_set(
    """
    cello violin viola guitar piano drums bass flute clarinet saxophone sax trumpet trombone oboe harp ukulele
    banjo harmonica accordion organ keyboard keyboards mandolin fiddle recorder tuba bagpipes sitar tabla
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
