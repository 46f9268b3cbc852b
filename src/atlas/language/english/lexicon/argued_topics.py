"""What arguments are about: verbs that end a subject, turns of phrase before a topic, the names of one topic (B1)."""

from __future__ import annotations

from typing import Final

from atlas.language.english.lexicon.word_sets import phrases, word_set

ACTS: Final = word_set(
    """
    is are was were be has have had does do did will would can could may might must shall should ought 'll 'd
    've 're isn't aren't work works worked help helps helped hurt hurts harm harms make makes made cause causes
    caused reduce reduces reduced raise raises raised increase increases increased save saves saved cost costs
    improve improves improved lead leads led mean means meant keep keeps kept give gives gave take takes took
    get gets got come comes came go goes went become becomes became need needs needed beat beats win wins lose
    loses lost fail fails failed pay pays paid protect protects prevent prevents solve solves avoid avoids break
    breaks kill kills killed destroy destroys ruin ruins catch catches caught cut cuts lower lowers lowered
    boost boosts simplify simplifies slow slows slowed speed weaken weakens strengthen strengthens encourage
    encourages discourage discourages attract attracts attracted replace replaces open opens teach teaches show
    shows showed prove proves proved deserve deserves follow follows produce produces create creates remain
    remains seem seems feel feels look looks sound sounds tend tends backfire backfires backfired contradict
    contradicts matter matters turn turns turned hold holds held dry dries end ends ended find finds found want
    wants wanted use uses used let lets put puts bring brings brought add adds added leave leaves left force
    forces forced allow allows allowed require requires required happen happens drive drives drove move moves
    moved stop stops stopped run runs ran start starts started think thinks thought say says said know knows
    tell tells told rise rises rose fall falls fell drop drops dropped grow grows grew predict predicts
    outperform outperforms spread spreads spoil spoils waste wastes wasted hide hides hid drain drains trap
    traps stay stays stayed serve serves threaten threatens rot rots crash crashes scale scales distract
    distracts isolate isolates interrupt interrupts divide divides pollute pollutes undermine undermines promote
    promotes exclude excludes burden burdens benefit benefits suffer suffers lack lacks contain contains
    """
)
"""Verbs before which a subject ends."""
ACTS_OR_THINGS: Final = word_set(
    """
    work works cost costs help use uses change changes need needs plan plans show rise fall drop cut start run
    drive drives ban freeze stop waste look feel sound turn hold lead leads end ends speed benefit benefits
    scale matter matters move crash find spread burden stay harm lack force process slow lower open
    """
)
"""Some of these are things as well: a verb follows them then."""
NO_TOPICS: Final = word_set(
    """
    whoever whatever anybody hm idk thing result outcome side effect same share rate amount level lack i we you
    he she it they this that these those there one who what nothing something everything anything nobody someone
    somebody anyone people person man woman things way ways point points fact facts reason reasons study studies
    trial trials review reviews experiment experiments evidence data numbers number figures statistics research
    survey results example year years month months week weeks day days time times percent case cases question
    answer hand team company opinion view idea problem problems difference effects all both each many most some
    few others other everyone everybody kids children family friend friends half third two three four five six
    ten argument arguments discussion matter mind word words text article site page website none brother sister
    mother father mum mom dad grandmother grandfather uncle aunt cousin neighbour neighbor colleague daughter
    son wife husband partner doctor teacher professor boss meta-analysis analysis lot bit kind sort use part top
    end place state here first last second next money life lives world country countries city house-hold expert
    experts author authors researchers scientists developers employees workers customers users parents students
    patients doctors men women adults
    """
)
TOPIC_FRAMES: Final = phrases(
    """
    trouble with | problem with | issue with | flaw with | convinced me about | beauty of | hearing that |
    wouldn't use | i'd keep | end | keep using | get rid of | dispense with | do without | sceptical about |
    skeptical about | thinking about | case of | believing that | i'm for | i am for | i'm against |
    i am against | in favour of | in favor of | argue for | speaks for | point for | argument for | one more for
    | case for | argument against | example against | point against | case against | more against |
    advises against | advise against | advised against | recommends against | advises | recommend | recommends |
    recommended | advise | stay away from | against using | against | for keeping | careful with | happy with |
    evidence for | without | switched to | moved to | switch to | tried | bought | deleted | wrong on |
    wrong about | right about | mind about | view of | on the topic of | as for | when it comes to |
    the thing with | the thing about | my take on | take on | speaking of | regarding | about | i'd take | push
    | ban | drop | abolish | introduce | support | oppose | defending | defend | supports | believe in |
    agree that | admit that | say that | said that | true that | fact that | think that | saw that | know that |
    rather see | agree with | found that | shows that | show that | showed that | says that | concluded that |
    convinced that | believe that | reviewed | consider | wants | want | calls
    """
)
"""Behind these stands what a sentence is about, where its subject is somebody."""
STRONG_FRAMES: Final = phrases(
    """
    trouble with | problem with | issue with | flaw with | convinced me about | beauty of | hearing that |
    wouldn't use | i'd keep | get rid of | sceptical about | skeptical about | advise against | advised against
    | advises against | argue for | argument against | argument for | as for | careful with | case against |
    case for | evidence for | example against | happy with | i am against | i am for | i'd take | i'm against |
    i'm for | in favor of | in favour of | mind about | more against | my take on | one more for | point against
    | point for | recommends against | speaks for | stay away from | the thing about | the thing with | view of
    | when it comes to | wrong about | wrong on
    """
)
SAME_TOPICS: Final = (
    "remote work|working from home|work from home|home office|wfh|telework|teleworking|telecommuting|remote working",
    "electric cars|evs|ev|electric vehicles|e-cars|battery cars",
    "nuclear power|nuclear energy|nuclear|atomic energy|atomic power|nuclear plants|nuclear reactors",
    "capital punishment|death penalty|executions",
    "daylight saving time|daylight savings|clock changes|dst|changing the clocks|summer time",
    "static typing|static types|strong typing|type checking|typed languages",
    "four-day week|4-day week|four day week|four-day workweek|4-day workweek|four-day working week",
    "intermittent fasting|fasting|time-restricted eating",
    "test-driven development|tdd|writing tests first",
    "universal basic income|basic income|ubi",
    "social media|social networks",
    "bicycles|bikes|cycling|biking",
    "public transport|public transit|mass transit",
    "artificial intelligence|ai",
    "genetically modified crops|gm crops|gmos|gmo|gm food",
    "cryptocurrency|crypto|cryptocurrencies|bitcoin",
    "open-plan offices|open offices|open office|open plan",
    "solar panels|solar power|solar energy|solar|photovoltaics",
    "wind power|wind energy|wind turbines|wind farms",
    "kubernetes|k8s",
    "postgres|postgresql",
    "javascript|js",
    "vaccines|vaccination|vaccinations|immunisation|immunization|jabs",
    "rent control|rent freeze|rent cap|rent caps",
    "marijuana|cannabis|weed",
    "self-driving cars|autonomous cars|autonomous vehicles|driverless cars",
    "vegan diet|veganism|vegan food",
    "meditation|mindfulness",
    "deploying on fridays|friday deploys|friday deployments|friday releases",
    "phone ban|banning phones|phone bans",
    "e-bikes|ebikes|electric bikes|pedelecs",
    "pair programming|pairing",
    "code review|code reviews|reviewing code|pull request reviews",
)
"""Names of one topic that share no word, or too few."""
