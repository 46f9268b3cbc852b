"""The world people speak of: health, appointments, tastes."""

from __future__ import annotations

from typing import Final

from atlas.language.english.lexicon.word_sets import word_set

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
