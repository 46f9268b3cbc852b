"""How people argue: the words of evidence, of reasons and of judgement (B1)."""

from __future__ import annotations

from typing import Final

from atlas.language.english.lexicon.word_sets import phrases, word_set

# --- what an argument rests on

STUDIES: Final = word_set(
    """
    study studies trial trials experiment experiments meta-analysis meta-analyses metaanalysis survey surveys
    dataset datasets data statistics evidence research researchers randomised randomized placebo cohort sample
    replicated measured measurement measurements measurably benchmark benchmarks benchmarked lifecycle findings
    census poll polls peer-reviewed published publications paper papers analysis pilot a/b tested numbers
    figures median average per percentile log logs stats
    """
)
STRONG_STUDIES: Final = word_set(
    """
    study studies trial trials experiment experiments meta-analysis meta-analyses survey surveys statistics
    randomised randomized placebo cohort measured replicated benchmarked measurements peer-reviewed dataset data
    analysis census
    """
)
FINDING_VERBS: Final = word_set(
    """
    found finds find shows show showed shown measured measures concluded reported reports saw followed tested
    demonstrated demonstrates confirms confirmed suggests suggested
    """
)
AUTHORITIES: Final = word_set(
    """
    expert experts professor prof dr doctor doctors physician surgeon cardiologist dentist physiotherapist vet
    pediatrician paediatrician psychologist psychiatrist scientist scientists economist economists linguist
    linguists engineer engineers architect lawyer lawyers adviser advisor accountant nutritionist dietitian
    dietician cryptographer biologist chemist physicist historian historians researcher pianist coach trainer
    electrician plumber mechanic guidelines guideline association society academy academies agency authority
    institute ipcc nist owasp fda cdc efsa ema iarc nasa esa ecb unesco oecd iso ietf rfc wiki marshal inventor
    creator author authors maintainer maintainers developers committee council commission ministry pharmacist
    nurse therapist instructor specialist specialists academia nobel textbook textbooks designer designers manual
    handbook consensus judge veteran inspector inspectors gardener chef regulator regulators auditor auditors
    analysts analyst programmers veterinarian dermatologist neurologist oncologist midwife sociologist
    climatologist ecologist agronomist statistician epidemiologist epidemiologists immunologist optometrist
    orthodontist counsellor counselor attorney contractor roofer machinist librarian archivist conservator admiral
    firefighter firefighters police-chief coroner audit
    """
)
AUTHORITY_VERBS: Final = word_set(
    """
    says say said recommends recommend recommended recommending advises advise advised advising warns warn
    warned concluded concludes considers consider calls called told tells argues argued writes wrote wants
    reviewed classified list lists listed states stated clear insists discourages endorses endorsed discouraged
    deprecated explained explains
    """
)
REASONS: Final = phrases(
    """
    because | since | therefore | thus | hence | it follows | follows that | which means | that means |
    this means | means that | means | as a result | consequently | the reason | due to | otherwise |
    which is why | that's why | that is why | leads to | by definition | implies | contradicts | whereas |
    in order to | whoever | either | cannot both | given that | in that case | and so | and then | only way |
    without | instead of | the problem is | the point is | the more | as long as | unless | even if
    """
)
"""By these a thought is drawn from another. A bare "so", "if" and "as" are looked at with what stands round them."""
EXPERIENCE: Final = phrases(
    """
    in my experience | from experience | i tried | we tried | i've tried | i switched | we switched | i learned
    | i moved | we moved | i used to | i stopped | i started | i grew up | i bought | we bought | i had | we had
    | i did | we did | i've had | we've had | i've been | i have been | i was | we were | happened to me |
    a friend of mine | friend of mine | for me | worked for me | in my last | on our team | in our team |
    at our company | at my company | in our company | my last job | last year | last summer | last winter |
    in my case | in our case | personally | first-hand | firsthand | i saw | i've seen | i have seen
    """
)
RELATIVES: Final = word_set(
    """
    brother sister mother father mum mom dad grandmother grandfather grandma grandpa uncle aunt cousin neighbour
    neighbor friend friends colleague colleagues daughter son wife husband partner boyfriend girlfriend flatmate
    roommate boss team kids children child niece nephew company office school family parents
    """
)

# --- judgement

GOOD: Final = word_set(
    """
    good great better best excellent fine right fair useful helpful worthwhile worth beneficial healthy healthier
    safe safer safest cheap cheaper cheapest efficient effective reliable sensible reasonable defensible valuable
    brilliant fantastic wonderful superb superior ideal improvement improves improve improved improving benefit
    benefits help helps helped works worked pay pays paid saves save saved saving solves solve solved prevents
    prevent prevented protects protect boosts boost simplify simplifies simplified fastest faster quicker easier
    easy sound smart decent fairest happy happier pleased earn earns succeed succeeds succeeded success wins win
    won beat beats outperforms outperform ahead calm calms productive productivity focus retention warm reward
    rewarding strengthen strengthens enable enables encourages favour favor benefitted promising essential
    necessary standard must-have advantage advantages progress flourish thrive thrives opens matters catches
    caught keeps avoids avoid avoided cleaner clean recommended recommend recommends robust stable fun enjoyable
    savings gain gains underrated comfortable teaches justified vital crucial important clearer readable
    maintainable correct accurate fresh reduces-risk harmless legitimate lower-risk improves-health stronger
    resilient durable flexible freedom fairness fairer transparent honest clarity quality accessible affordable
    sustainable creative confident motivated engaged satisfied solid proven convincing recover heals healed relief
    comfort joy loved enjoyed delicious tasty lasting lasts secure opportunity empower empowers inclusive equal
    equality calmer quieter tidier smoother sharper richer deeper kinder gentler stood blessing treasure asset
    win-win painless effortless rewarded welcome impressive remarkable sane wise prudent practical handy safely
    reliably efficiently properly protected
    """
)
BAD: Final = word_set(
    """
    bad worse worst wrong unfair useless pointless harmful dangerous unsafe unhealthy expensive costly inefficient
    ineffective unreliable foolish stupid terrible awful horrible poor inferior mistake mistakes waste wasteful
    overrated overkill nonsense rubbish problem problems fails fail failed failure failing hurts hurt harm harms
    harmed damage damages damaged kills kill killed deaths death died die dying injuries injury accidents accident
    crash crashes outage outages bug bugs defect defects errors error risk risks risky costs cost breaks break
    broken breaking backfire backfires backfired weaken weakens weaker weakened lonely isolated isolation burnout
    stress stressful slow slower slows slowed slowest irritable worsens worsened destroys destroy ruins ruined
    loses lose lost loss unreadable misuse cruel indefensible meaningless untested impossible difficult hard
    harder disaster messy mess scam scammed fraud theft attacks attack hacked emissions pollution litter asthma
    cancer disease obesity depression resignations quit quits dysentery unsuitable weak insecure wasted bored
    boring complain complaints disciplinary referrals trouble delays delay missed misses ill sick pain mortality
    churn blurrier stiffen overloaded premature unnecessary nuisance threatens threat drawback drawbacks downside
    downsides disadvantage disadvantages inconvenient invasive polluting addictive unethical immoral unsustainable
    fragile brittle flawed biased misleading toxic poisonous carcinogenic overpriced annoying unjust overhead
    insane untenable vulnerable redundant bloated opaque uncomfortable distracting distraction disturbs interrupts
    resentment leak leaking leaks leaked flooding flooded drought poison poisoning poisoned deform deforms
    excludes exclude excluded burns shortage shortages crowded noise noisy dirty smell flies mold mould rot
    confusion confusing complicated complexity tedious exhausting exhausted anxiety anxious suffer suffers
    suffering suffered abuse abused exploit exploits exploited corruption inequality unemployment poverty debt
    bankrupt bankruptcy violence crime crimes victim victims fatal lethal deadly infection infections injured
    hospitalised lawsuit lawsuits scandal corrupt outdated obsolete clumsy awkward tiring unstable regret
    regretted stuck deceptive mislead misleads hazard hazards hazardous weeds extinction erosion landfill
    congestion jams headaches headache fatigue neglected neglect punishes punish punished discriminates
    discrimination resent resents discourages discouraged undermines undermine undermined distorts distort
    distorted erodes erode eroded burdens burden spoils spoiled trapped traps panic chaos chaotic ugly bland
    sterile pretentious hollow empty hype gimmick illusion myth fiction pseudoscience quackery rip-off ripoff
    cheat cheating cheated lie lies lying unworkable unaffordable unrealistic naive careless reckless shortsighted
    short-sighted futile
    """
)
THESIS_GOOD: Final = phrases(
    """
    worth it | worth the money | worth having | pay off | pays off | paid off | pay for themselves |
    paid for themselves | earn their keep | earns its keep | makes sense | make sense | should be standard |
    should be mandatory | should be the default | should be required | should be legal | should come first |
    should stay | should be kept | should be allowed | should be expanded | should be introduced | good idea |
    good thing | fine thing | good habit | good investment | good choice | better choice | right choice |
    better buy | better default | best thing | decent deal | better option | way to go | i'm for | i am for |
    in favour of | in favor of | i support | i'd argue for | argues for | speaks for | point for | argument for
    | one more for | reason for | case for | did me good | opens doors | we need it | we need | is the future |
    are the future | use space better | does work | do work | do help | does help | clearly work |
    very happy with | come out ahead | comes out ahead | held up | i agree with the | as safe as |
    no difference in performance | isn't wrong | not wrong | isn't harmful | not harmful | count as | save lives
    | saves lives | has an effect | have an effect | never go without | not go without | get people moving |
    isn't dead weight | i'd take | i would take | i'd recommend | i recommend | we should push | we should adopt
    | we should keep | good evidence for | i'd rather see | don't hurt | doesn't hurt | does not hurt |
    do not hurt | nothing wrong with
    """
)
THESIS_BAD: Final = phrases(
    """
    not worth | isn't worth | aren't worth | wasn't worth | not be worth | waste of time | waste of money |
    bad idea | bad plan | bad deal | a mistake | wrong choice | poor choice | poor way | overkill | overrated |
    should be banned | should be abolished | should be dropped | should be stopped | should be scrapped |
    should be removed | should be avoided | shouldn't be | should not be | shouldn't do | shouldn't use |
    should not use | should stop | should avoid | should drop | should abolish | should ban | should get rid |
    get rid of | i'd drop | i would drop | i'd abolish | i'd avoid | i would avoid | i'd stay away |
    stay away from | i'm against | i am against | i'd never use | i'd never buy | i'd never do | advises against
    | advise against | advised against | recommends against | recommend against | warns against | argues against
    | speaks against | argument against | example against | point against | case against | more against |
    reason against | don't use it | i wouldn't | i would not | i don't want | i don't think much of | can't work
    | cannot work | doesn't work | don't work | does not work | do not work | didn't work | never worked |
    no effect | no measurable effect | no measurable benefit | no benefit | do nothing | does nothing |
    teaches nothing | teach nothing | tells you nothing | predict next to nothing | says little |
    measuring nothing | not better than | isn't better | aren't better | is no better | not automatically better
    | no place for | too short | too late | too much | too expensive | too slow | too many | too risky |
    slowed us down | no rate | costing us | it's not good | is not good | isn't good | isn't easier |
    aren't easier | not safe | isn't safe | aren't safe | not harmless | don't do what | doesn't do what |
    don't teach | doesn't teach | don't prevent | doesn't prevent | does not prevent | moves the problem |
    end up weaker | loses out | very low quality | i'd be careful | i would be careful | not a good |
    isn't a good | no good | less vacation | makes no sense | make no sense | doesn't make sense |
    nothing changed | never work
    """
)
VERDICTS: Final = (
    (
        r"\b(?:should|must|ought to|ha(?:s|ve) to|needs? to|wants? to|i'd|i would|let's|time to|better to|had better)"
        r" (?:really |just |simply |rather |all |finally |also |gladly )?(?:end|get rid of|wean|phase out|ditch"
        r"|kill|refuse|"
        r"resist|remove|cancel|stop|skip|quit|reject|close|shut|outlaw|retire|do away with|think twice)\b",
        -1,
    ),
    (
        r"\b(?:i'd|i would|we'd|let's|should|must|ought to|want to) (?:really |just |simply |rather |all "
        r"|always |gladly |"
        r"definitely |happily |still )?(?:keep|use|build|adopt|introduce|choose|pick|buy|recommend|invest in"
        r"|go for|go with|"
        r"switch to|stick with|expand|encourage|teach|fund|support|vote for)\b(?! (?:less|fewer|no)\b)",
        1,
    ),
    (
        r"\b(?:can't|cannot|wouldn't|would not|don't|do not|won't|never) (?:\w+ )?(?:recommend|advise|use|buy"
        r"|trust|want|touch|go near|repeat)\b",
        -1,
    ),
    (r"\b(?:convinced|won) me (?:about|of|over)\b|\bi(?:'ve| have) (?:come round|come around|warmed) to\b", 1),
    (r"\bi(?:'ve| have)? (?:stopped|given up|quit) (?:believing|trusting|buying|using|recommending)\b", -1),
    (r"\bwants? (?:them|it|this|that|these|those) (?:off|out|gone|banned|stopped|removed)\b", -1),
    (r"\b(?:the )?(?:trouble|problem|issue|catch|flaw) with\b", -1),
    (r"\b(?:the )?(?:beauty|advantage|strength|good thing|nice thing|great thing) (?:of|about)\b", 1),
    (
        r"\bought to be (?:used|tried|available|taught|done|everywhere)\b|\bshould be (?:used|tried|everywhere"
        r"|done)\b",
        1,
    ),
    (r"\b(?:best|smartest|wisest) (?:thing|change|decision|choice|move|purchase|investment|idea)\b", 1),
    (r"\b(?:worst|dumbest|stupidest) (?:thing|change|decision|choice|move|purchase|investment|idea)\b", -1),
    (
        r"\b(?:should|must|ought to|needs? to|ha(?:s|ve) to) (?:be |all be )?(?:banned|abolished|dropped"
        r"|stopped|scrapped|"
        r"removed|avoided|ended|cancelled|phased out|outlawed|replaced|limited|restricted|reduced|cut"
        r"|discouraged|illegal|"
        r"taxed|stop|go(?= away|\W*$|[.,;]))\b",
        -1,
    ),
    (r"\b(?:should|must)(?:n't| not)\b(?! be (?:banned|abolished|dropped|stopped|removed|cut|avoided))", -1),
    (r"\b(?:should|must)(?:n't| not) be (?:banned|abolished|dropped|stopped|removed|cut|avoided)\b", 1),
    (
        r"\b(?:should|must|ought to|needs? to|deserves? to) (?:be )?(?:kept|keep|mandatory|compulsory|standard|"
        r"the (?:default|norm|rule)|required|allowed|legal|legalised|legalized|expanded|introduced|adopted"
        r"|encouraged|"
        r"funded|taught|supported|subsidised|subsidized|free|stay|come first|protected|available)\b",
        1,
    ),
    (
        r"\b(?:we|you|they|people|everyone|cities|schools|companies|governments?|teams?|i)(?:'d)? (?:should"
        r"|must|ought to|"
        r"need to|would|ha(?:s|ve) to|better) (?:really |just |simply |rather |all |finally |also "
        r"|never )?(?:ban|drop|stop|"
        r"abolish|get rid of|avoid|scrap|end|quit|give up|phase out|reject|oppose|skip|limit|cut|move away from"
        r"|leave)\b",
        -1,
    ),
    (
        r"\b(?:we|you|they|people|everyone|cities|schools|companies|governments?|teams?) (?:should|must"
        r"|ought to|need to|"
        r"ha(?:s|ve) to|need) (?:really |just |simply |rather |all |finally |also )?(?:use|adopt|keep|introduce"
        r"|push|fund|"
        r"invest|build|switch to|teach|have|start|go with|support|more|try|make|encourage|allow|protect|expand"
        r"|move to)\b",
        1,
    ),
    (
        r"\bi(?:'m| am| was)? (?:all |firmly |strongly |still |now |totally )*(?:for|in favou?r of"
        r"|pro) (?!example|instance|a |years|now|sure|me\b)",
        1,
    ),
    (
        r"\bi(?:'m| am)? (?:all |firmly |strongly |still |now |totally )*(?:against|opposed to|not a fan of"
        r"|sceptical of|skeptical of)\b",
        -1,
    ),
    (
        r"\b(?:more|net) (?:harm|trouble|damage|problems?) than\b|\boutweighs? the (?:benefits?|gains?"
        r"|advantages?)\b",
        -1,
    ),
    (r"\bmore good than\b|\boutweighs? the (?:costs?|risks?|harms?|downsides?|drawbacks?)\b", 1),
    (r"\btoo (?!many people|few people|often|long ago|much of a good)\w+", -1),
    (
        r"\bnever (?:been|felt|had|slept|looked|worked|seen) (?:\w+ )?(?:better|cleaner|happier|healthier"
        r"|easier|\w{3,}er)\b",
        1,
    ),
    (
        r"\w{2,}s (?:do |really |actually |clearly |simply |still |also )?(?:work|help|matter)(?:\W*$|,| (?:in"
        r"|for|even|well|when|too|just|better)\b)",
        1,
    ),
    (r"\b(?:costs?|pollutes?|harms?|breaks?|hurts?) (?:nothing|nobody|no one|next to nothing)\b", 1),
    (
        r"\b(?:does|do|did|brings?|achieves?|changes?|adds?|proves?|solves?|helps?) (?:nothing|nobody|no one"
        r"|next to nothing)\b",
        -1,
    ),
    (r"\bthere(?:'s| is) no (?:point|reason|need|use|benefit|evidence|way)\b", -1),
)
"""What passes a judgement by its form, for it or against it."""
LESS: Final = word_set(
    """
    less fewer lower lowered lowers reduce reduces reduced reducing drop drops dropped dropping fall falls fell
    falling cut cuts cutting halved halve halves down decrease decreases decreased decline declined declines
    shrink shrank without no zero eliminates eliminated removes gone stopped stops stop against avoid avoids
    avoided lose loses lost prevent prevents prevented saved from fights fight least
    """
)
