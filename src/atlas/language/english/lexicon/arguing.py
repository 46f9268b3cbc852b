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
    worked pays paid opens caught
    abundance accelerate accessible accomplish accurate achieve adaptable adequate admirable advance advantage
    affordable agile agreeable ahead ally amazing ample appealing appreciate appropriate approve asset attentive
    attractive authentic autonomy avoids awesome balanced bargain beat beautiful beloved beneficial benefit best
    better blessing bonus boosts bounce brave breakthrough bright brighter brilliant calm calmer capable careful
    catches caught celebrate champion cheap cheaper cheapest cheerful cherish civil clarity clean cleaner clearer
    clever closer closer-knit coherent comfortable commend committed compassion compatible competent confident
    considerate consistent constructive contented convenient convincing cooperate correct cosy courage creative
    credible crucial cure decent dedicated deeper defend defensible delicious delight dependable deserve desirable
    dignity diligent disciplined diversity dream durable eager earn ease easier easy economical educate effective
    efficient effortless elegant empathy empower enable encourages endure energetic engaged enhance enjoyable
    enjoyed enlighten enrich enthusiasm equal equip equitable essential ethical excellent exceptional excite
    expertise fabulous fair fairer fairest faithful fantastic faster fastest favor favour feasible fertile fine
    flexible flourish focus fortunate freedom fresh friendly fruitful fulfil fun functional gain generous gentle
    gentler genuine glad good goodwill grateful great growth guarantee handy happier happy harmless harmony heals
    healthier healthy helpful heroic honest hope humane humble ideal important impressive improvement
    improves-health inclusive independence innovate insightful inspire integrate intelligent intuitive invaluable
    inviting joy justice justified keeps kind kinder knowledge lasting legitimate liberate lighter logical loved
    lower-risk loyal luxury maintainable manageable mastery matters meaningful memorable merit mindful modest
    motivated must-have neat necessary nourish nurture nutritious objective opens opportunity optimal optimistic
    orderly outperforms paid painless pay pleasant pleased pleasure plentiful polite potent powerful practical
    precise prefer prepared preserve prevents pride productive profit progress promising properly prosper protects
    proud proven prudent quality quicker quieter rational readable reasonable reassure recommended recover
    recovery reduces-risk refresh rejuvenate relax relevant reliable relief remarkable remedy renew repair rescue
    resilient resolve resourceful respect responsible restore retention revive revolutionise reward richer right
    robust safe safeguard safer safest safety sane saner satisfaction satisfied saves seamless secure self-reliant
    sensible serene sharper shine simpler simplicity simplify sincere skilful skill smart smarter smile smooth
    smoother solid solves soothe sophisticated sound spacious sparkle stability stable standard steadier steady
    stimulate stood straightforward streamline strength strengthen strong stronger sturdier succeed succeeded
    success suit suitable superb superior supple support surplus survive sustainable swift talent tastier tasty
    teaches thorough thoughtful thrive tidier tidy timeless tolerant tough-minded tranquil transparent treasure
    trustworthy underrated unity uplift upside useful valid valuable versatile viable vibrant vigorous virtue
    vital vivid warm warmth welcome well-being wellbeing wholesome win-win wins wisdom wise won wonderful works
    worth worthwhile worthy zest
    """
)
BAD: Final = word_set(
    """
    abandon aberrant abrasive absent absurd abuse accidents accuse ache addictive adverse afraid aggravate
    aggressive agony alarm alienate alone ambiguous anger angry annoying antisocial anxiety anxious apathy
    arbitrary arrogant ashamed assault asthma atrocious attacks attrition awful awkward backfire
    backlash backward bad bankrupt bankruptcy barrier biased bitter blame bland bleak bleed blind bloated blunder
    blurrier bog bogus bored bother breach breakage breakdown breaks brittle broken brutal bug bully burdens
    bureaucracy bureaucratic burnout burns cancer carcinogenic careless casualty catastrophe censor chaos chaotic
    cheapen cheat choke chore chronic churn clash clog clumsy clutter coercion collapse collide complain
    complaints complexity complicated compromise conceal condemn confusion congestion contaminate contempt
    contradict corrode corruption costly costs cramp crash creepy crime criminal cripple crisis crowded cruel
    crumble crush cumbersome cynical damage dangerous dead deadlock deadly dearth deaths debacle debt decay deceit
    deceive deceptive decline defect deficit deform degrade delays delude demoralise demoralize denial deplete
    depression deprive despair desperate destroys destruction deteriorate devastate deviate die died difficult
    difficulty diminish dirt dirty disable disadvantage disappear disappoint disaster disastrous disciplinary
    discomfort disconnect discontent discourages discriminates disease disgrace dishonest dislike dismal disorder
    displace disrupt dissatisfied distorts distracting distress distrust disturbs doom downside drain drawback
    dread drought drown dull dumb dump dust dying dysentery emergency emissions empty endanger enemy enrage
    epidemic erodes erosion errors evade evict evil exaggerate excludes exhausting expensive exploit extinction
    extortion fails failure fake fallacy false falter famine fatal fatigue fault faulty fiasco fiction fictitious
    fight filthy flawed flee flies flimsy flooding flop foolish forbid forfeit fragile fraud frighten frustrate
    fumble futile gamble garbage ghastly gimmick glitch gloomy greed greedy grief grievance grim gross gruelling
    guilt guilty hacked hamper handicap harass hard harder hardship harmful harsh hassle haste hate havoc hazard
    headaches hinder hoard hollow horrible horrific hospitalised hostile humiliate hunger hungry hurdle hurts hype
    hypocrisy idle ignorance ill illegal illogical illusion imbalance immoral impair impatient impede imperfect
    impersonal implausible impose impossible impractical imprecise imprison improper inaccessible inaccurate
    inadequate incapable incoherent incompatible incompetent incomplete inconsistent inconvenient incorrect
    indefensible indifferent ineffective inefficient inequality infection inferior inflate inflexible inhumane
    injured injuries injustice insane insecure insensitive insignificant instability insult interrupts intimidate
    intolerable intrude intrusion invade invalid invasive irrational irrelevant irresponsible irritable isolated
    jail jams jealous jeopardise jeopardize junk kills lack lag lame lament landfill landslide laughable lawsuit
    layoff lazy leak lethal liability lie lies limitation litter loneliness lonely loses loss lost lousy ludicrous
    lying malfunction malicious manipulate marginal meaningless mediocre menace mess messy miscalculate misery
    misfortune misinform misleading mismanage missed mistake mistrust misunderstand misuse mock mold monopoly
    monotonous moody mortality mould murky myth nag naive narrow nasty neglected negligence nervous nightmare
    noise noisy nonsense notorious nuisance numb obesity obscure obsolete obstacle obstruct offend ominous onerous
    opaque oppress outage outbreak outdated outrage overburden overcrowd overdose overflow overhead overkill
    overloaded overlook overpay overpriced overrated overreact overrun overspend overwhelm overwork pain panic
    paralyse paralyze paranoid passive pathetic penalise penalize penalty peril perish persecute pessimistic pest
    petty pitfall plague plunder plunge pointless poisonous pollution poor poverty precarious prejudice premature
    pretentious prison problem problematic prohibit propaganda prosecute pseudoscience punishes puzzling quackery
    quit racism radiation ransom reckless redundant referrals regress regret reluctant repetitive repress
    resentment resignations restrict retaliate revenge ridiculous rigid riot rip rip-off ripoff risk risky rob rot
    rubbish rude ruins rumor rumour rush sabotage sad scam scandal scar scarce scarcity scare scary scold scrap
    selfish sever shady shaky shallow shame shock short-sighted shortage shortcoming shortfall shortsighted shrink
    sick silly sink skeptical skyrocket slack slave sloppy slow slower slowest sluggish slump smash smell smog
    sneaky spam spill spiral spite spoils sporadic stagnant stagnate stale stall starve steal stereotype sterile
    stiff stiffen stifle stigma stink strain stranded stress strife struggle stubborn stuck stupid suffer
    suffocate superficial superfluous surrender susceptible suspicious taint tarnish tear tedious tense terrible
    terrify terror theft threat threatens tiresome tiring torment torture toxic tragedy tragic trapped trauma
    traumatic treacherous trick trivial trouble troublesome turmoil tyranny ugly unacceptable unaffordable
    unattractive unaware unbearable unbelievable uncertain uncertainty unclear uncomfortable uncontrolled undercut
    underfund undermines underpaid undesirable uneasy uneconomical unemployment unequal unethical uneven unfair
    unfit unfortunate unfriendly unhappy unhealthy unhelpful unjust unlawful unlikely unnatural unnecessary
    unpleasant unpopular unpredictable unproductive unprofitable unproven unqualified unreadable unrealistic
    unreasonable unrelated unreliable unrest unsafe unsatisfactory unsound unstable unsuccessful unsuitable
    unsustainable untenable untested untrue untrustworthy unusable unwanted unwise unworkable upset useless vague
    vain vandal vicious victim violate violence violent virus volatile vomit vulnerable wane waste weak weaken
    weaker weary weeds weird wicked wither worry worse worsens worst worthless wound wrath wreck wrong
    """
)
AS_WRITTEN: Final = word_set(
    """
    works worked opens keeps pays paid pay stood standard right fine fit catches caught must-have gain gains won win top
    quality matters focus retention favour favor sound ill sick cost charge log hard poor
    """
)
"""Of these only the very form judges; other words with their stem do not."""
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
    avoided lose loses lost prevent prevents prevented disappeared vanished saved from fights fight least
    """
)

# --- what is wished to be more, and what less

DESIRED: Final = word_set(
    """
    attendance sales yield yields harvest harvests output grades scores marks enrolment enrollment revenue wages savings
    sleep energy turnout participation visitors customers applications accuracy throughput lifespan uptime engagement
    morale wellbeing concentration memory reading literacy employment survival biodiversity membership donations
    bookings contact vegetables stock conversions sign-ups subscribers returns circulation birds bees salaries
    """
)
UNDESIRED: Final = word_set(
    """
    absences absenteeism turnover bill bills rent rents price prices fee fees expenses spending fuel consumption waiting
    wait waits queues repairs breakages tickets calls incidents violations vandalism arrests weight cholesterol commute
    downtime latency dropouts evictions pests sick-days sickness overtime traffic cars no-shows resignations refunds
    prescriptions admissions aphids aches ache rework callbacks referrals outages burnout errors plastic lead-time
    """
)
UPWARD: Final = word_set(
    """
    more up rose rise rises risen rising increased increase increases raised raises grew grown doubled tripled higher
    gained climbed jumped soared improved most
    """
)
DOWNWARD: Final = word_set(
    """
    less fewer down fell fall falls fallen dropped drop drops cut cuts halved lower lowered reduced reduces shrank
    declined decreased disappeared vanished gone stopped saved half least zero
    """
)
