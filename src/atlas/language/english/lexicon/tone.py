"""How something is meant: feelings, jokes, games, hedges, tasks about a text, small talk."""

from __future__ import annotations

from typing import Final

from atlas.language.english.lexicon.word_sets import word_set

FEELINGS: Final = word_set(
    """
    afraid alone amazed angry annoyed anxious ashamed awful awkward blessed bored calm cheerful comfortable
    concerned confident confused content curious depressed desperate determined devastated disappointed
    discouraged down drained eager ecstatic elated embarrassed energised energized envious excited exhausted
    fed-up frightened frustrated fulfilled furious glad grateful grumpy guilty happy heartbroken helpless
    homesick hopeful hopeless hungover hurt inspired insecure interested invested isolated jealous joyful keen
    lonely lost low lucky mad miserable motivated nervous nostalgic optimistic overjoyed overwhelmed passionate
    peaceful pessimistic pleased proud ready refreshed relaxed relieved restless rough sad satisfied scared sick
    sad shocked stoked stressed stuck surprised swamped tense terrible terrified thankful thrilled tired torn
    touched uncomfortable uneasy unhappy unsure upset weary worn-out worried psyched pumped burnt-out burned-out
    burnt committed dedicated focused open hooked fascinated humbled honoured honored impressed moved
    unmotivated sceptical skeptical bummed
    """
)
STRONG_FEELINGS: Final = word_set(
    """
    devastated heartbroken terrified furious ecstatic thrilled miserable depressed exhausted overjoyed hopeless
    desperate elated died death dead cancer accident fired divorced lost hate love adore amazing awful terrible
    scared crying cried grief panic
    """
)
EVALUATIVE: Final = word_set(
    """
    key important crucial vital essential worth worthwhile rewarding best better great amazing awesome powerful
    necessary valuable fulfilling inspiring hard tough difficult challenging fun fantastic wonderful good
    healthy therapeutic relaxing calming overrated underrated priceless precious special incredible motivating
    comforting everything freeing refreshing exciting beneficial helpful useful nice beautiful magical
    liberating worse worst boring annoying stressful exhausting scary uplifting heartwarming gratifying sad
    touching meaningful interesting enjoyable terrible awful stupid pointless wrong right
    """
)

PRETENCE: Final = (
    "pretend",
    "let's play",
    "lets play",
    "play along",
    "roleplay",
    "role play",
    "role-play",
    "rp:",
    "in character",
    "ic:",
    "let's do a mock",
    "mock interview",
    "in this story",
    "in our game",
    "in the game",
    "in my game",
    "in this game",
    "in this scenario",
    "in my dream",
    "in my novel",
    "in my story",
    "d&d",
    "simulate a",
    "simulate the",
    "act as",
    "act like",
    "you be the",
    "i'll be the",
    "and i play the",
    "i'll play the",
    "my character",
    "let's write",
    "lets write",
    "adventure together",
    "write as if",
    "as if you were me",
    "improv",
    "hypothetically",
    "hypothetical",
    "picture this",
    "imagine",
    "suppose",
    "let's say",
    "lets say",
    "let's assume",
    "lets assume",
    "assume that",
    "assume i",
    "assuming",
    "supposing",
    "for the sake of argument",
    "say i was",
    "say i am",
    "say i'm",
    "say i were",
    "say i have",
    "what if",
    "in a parallel universe",
    "in another life",
    "thought experiment",
    "for example, i",
    "just an example",
    "there's this joke",
    "heres a joke",
    "here's a joke",
    "a joke:",
    "joke:",
    "knock knock",
    "you're hr",
    "you are hr",
    "in the sims",
    "in minecraft",
    "in stardew",
    "dear diary",
    "[verse",
    "[chorus",
    "roses are red",
    "also me:",
)
"""From here on, what is said is a game or a thought, not a report."""

_AT_HEAD: Final = (
    r"(?:\A|[.!?,;:—–]\W{0,6}"
    r"|\b(?:and|but|can you|could you|just|let's|lets|now|ok(?:ay)?|please|so|try to|you)\W{1,6})"
)
_CLAUSE_HEAD: Final = r"(?:\A|[.!?,;:—–]\W{0,6}|\b(?:and|but|just|now|ok(?:ay)?|so)\W{1,6})"
CUE_FORMS: Final = {
    "imagine": rf"{_AT_HEAD}imagine\b(?!\W{{0,9}}\Z)",
    "suppose": rf"{_AT_HEAD}suppose\b",
    "pretend": r"(?<!not )(?<!n't )(?<!never )\bpretend\b",
    "d&d": r"(?<!play )(?<!plays )(?<!played )(?<!playing )(?<!\w)d&d\b",
    **{cue: rf"{_CLAUSE_HEAD}{cue}\b" for cue in ("say i was", "say i am", "say i'm", "say i were", "say i have")},
}
"""Of cues that open a game in some places alone: "imagine I live in Rome", and not "you can't imagine"."""

GAMES_OPENED: Final = (
    "let's play",
    "lets play",
    "roleplay",
    "role play",
    "role-play",
    "play along",
    "in character",
    "let's write",
    "lets write",
    "adventure together",
    "d&d",
    "let's do a mock",
    "pretend",
    "simulate a",
    "you be the",
)
"""Openings that still hold in the next message."""

PRETENCE_ENDS: Final = (
    "in real life",
    "end of the game",
    "game over",
    "ooc",
    "out of character",
    "jokes aside",
    "all jokes aside",
    "seriously though",
    "back to reality",
    "for real now",
    "stop playing",
)

SARCASM: Final = (
    "oh sure",
    "oh great",
    "oh wonderful",
    "oh fantastic",
    "oh joy",
    "oh yeah",
    "oh yes",
    "oh right",
    "yeah right",
    "yeah, right",
    "sure, because",
    "sure because",
    "because clearly",
    "because obviously",
    "just what i need",
    "just what i wanted",
    "exactly what i wanted",
    "exactly what i needed",
    "as if i",
    "nothing i like more",
    "nothing i love more",
    "wow, thanks",
    "wow thanks",
    "right, and i",
    "sure, and i",
    "yes of course i",
    "of course i live in a",
    "totally normal",
    "great, another",
    "love my life",
    "my hero",
    "lucky me",
    "biggest fan, not",
    "how lovely, another",
    "just my luck",
    "what a joy",
    "living the dream",
    "story of my life",
    "because of course",
    "just kidding",
    "only kidding",
    "the horror",
    "sure, and my",
    "i'm kidding",
    "im kidding",
)
JOKE: Final = (
    r"(?<!\bno )(?<!\bnot )(?<!n't )\b(?:kidding|joking|messing with (?:you|ya|u)|pulling your leg|jk|j/k|jks"
    r"|psych)\b"
    r"(?! aside)|\b(?:haha|hahaha|hehe|lol|lmao|nah|ha),? (?:not really|no,? not really|as if|i wish|no)\b"
    r"|,? not really\W*$|\bhad you (?:there|going)\b|\bgot you there\b|\b(?:that's|that was|it's) a joke\b"
)
"""What takes back the sentence that it stands in, or, alone, the one before."""
SARCASM_MARKS: Final = ("/s", "🙄", "😒", "🙃")


TEXT_TASKS: Final = word_set(
    """
    translate rewrite summarise summarize paraphrase proofread edit correct classify extract rate review
    rephrase convert turn shorten polish tldr grade annotate transcribe parse format reformat check fix improve
    explain analyse analyze write draft compose generate create make give list use describe tell say type print
    count simulate reply respond answer spell pronounce finish complete continue expand critique highlight
    repeat quote copy transform change remember note read look find tag label evaluate score compare
    """
)
"""What a request about a text begins with; what follows its colon is that text."""

IMPERATIVE_ONLY: Final = word_set(
    """
    please let let's remind show help call send tell give make write explain list find keep use add remember
    imagine consider note picture guess ask try stop start take look check open read set
    """
)

TRUE_LABELS: Final = word_set(
    """
    update correction note fyi context about me heads up background btw ps confession story but start thing
    things facts info intro introduction detail details reminder news honest truth real life edit clarification
    again earlier disclaimer wait so ok well first also now anyway basically summary situation decided yes yep right
    correct
    """
)
"""Labels after which the user speaks in their own name."""


EMPTY_VERBS: Final = word_set(
    """
    appreciate agree believe bet guess hear know let look mean mention notice promise realise realize remember
    say see seem sound stand suppose swear talk tell thank understand wait wish wonder mind matter send show
    check ask imagine try keep hope
    """
)
"""Verbs that by themselves carry talk along and tell nothing of the speaker."""

REQUESTS: Final = (
    r"\b(?:looking for|in search of|could use|need|want|love|like) "
    r"(?:(?:some|any|a few|more|an?|the|new|good|easy|simple|healthy|other|your|specific) )*"
    r"(?:tips?|advice|recommendations?|suggestions?|ideas?|recipes?|options?|ways|help|information|info|"
    r"resources?|guidance|examples?|inspiration|feedback)\b",
    r"\b(?:trying|try|want|need|like|love|hoping|excited|eager|curious) to "
    r"(?:find out|figure|decide|understand|know|ask|see if|see how|learn more|hear|make sure|discuss|confirm|clarify|"
    r"check|get (?:an?|some|more) (?:better )?(?:idea|help|advice|sense|feel)|find (?:ways|some|out)|explore)\b",
    r"\b(?:curious|wondering) (?:about|if|whether|how|what|which|why)\b",
    r"\binterested in (?:learning|hearing|knowing|finding|seeing|the|your|that|those|this|trying|any)\b",
    r"(?:'ll|\bwill|\bgonna|\bgoing to) (?:(?:definitely|also|probably|just|still) )*"
    r"(?:check|look|make sure|keep (?:that|it|this|those|these|you|in)|go with|try (?:that|it|those|this|these|out)|"
    r"give (?:that|it|those|this|them|you)|consider|let you|do that|use (?:that|those|this|these)|"
    r"take (?:that|your|this)|start with|see (?:if|what|how)|be sure)\b",
    r"\blooking to (?:get|improve|learn|find|make)\b|\bappreciate (?:the|your|all)\b|\b've heard\b|\bhave heard\b",
    r"\bhaving (?:(?:some|an?|any) )*(?:issues?|problems?)\b",
    r"\b(?:like|love) (?:the|that|this|your|those|these) (?:idea|ideas|suggestion|suggestions|sound|advice|tip"
    r"|tips)\b",
)
"""What frames a request to whoever is asked, and holds no longer than the asking."""

PHATIC: Final = word_set(
    """
    thanks thank thx wow hey hi hello yeah yep yes yup sure definitely absolutely totally aww awesome cool great
    nice congrats congratulations no welcome good bye see talk take sorry woah whoa yay oh true agreed exactly
    same right sounds amazing love lovely glad happy keep way rock
    """
)
"""What opens a sentence that only keeps the talk going."""

SMALL_TALK: Final = (
    "can't wait",
    "cannot wait",
    "can not wait",
    "glad you",
    "happy you",
    "glad to hear",
    "happy to hear",
    "sorry to hear",
    "sad to hear",
    "good to hear",
    "great to hear",
    "nice to hear",
    "good to see you",
    "great to see you",
    "proud of you",
    "happy for you",
    "excited for you",
    "thrilled for you",
    "pleased for you",
    "glad for you",
    "rooting for you",
    "here for you",
    "there for you",
    "believe in you",
    "got your back",
    "have your back",
    "thanks for",
    "thank you",
    "appreciate it",
    "appreciate you",
    "appreciate your",
    "appreciate that",
    "look forward to hearing",
    "looking forward to hearing",
    "talk to you",
    "talk soon",
    "catch you",
    "see you",
    "let you know",
    "tell you",
    "told you",
    "ask you",
    "hear from you",
    "hear about",
    "hear that",
    "hear more",
    "i hear you",
    "feel you",
    "get you",
    "what you mean",
    "bet you",
    "keep you posted",
    "miss you",
    "agree with you",
    "love you",
    "wish you",
    "with you on",
    "take care",
    "good luck",
    "meet you",
    "join you",
    "you're welcome",
    "no problem",
    "means a lot",
    "mean a lot",
    "i see",
    "wanted to say",
    "wanted to share",
    "wanted to check in",
    "wanted to let",
    "getting there",
    "hanging in there",
    "hang in there",
    "doing ok",
    "doing okay",
    "doing well",
    "doing good",
    "doing great",
    "doing fine",
    "got it",
    "get it",
    "gonna lie",
    "going to lie",
    "have to admit",
    "have to say",
    "great to talk",
    "have to go",
    "gotta go",
    "got to go",
    "owe you",
    "used to think",
    "have to run",
    "news to share",
    "something to share",
    "gotta do",
    "doing my part",
    "did something",
    "do something about",
    "been up to",
    "nice to talk",
    "good to talk",
    "great to know",
    "nice to know",
    "great to see",
    "nice to see",
    "good to know",
    "to see you",
    "friend like you",
    "someone like you",
    "people like you",
    "having you",
    "have you in",
    "makes sense",
    "make sense",
)
