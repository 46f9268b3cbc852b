"""Words that give away a claim that was not read whole: cut abbreviations, interjections, names of no place."""

from __future__ import annotations

from typing import Final

from atlas.language.english.lexicon.word_sets import word_set

ABBREVIATIONS: Final = word_set(
    """
    st dr mr mrs ms prof jr sr vs etc approx dept inc ltd corp ave blvd mt ft gen col capt lt sgt rev hon sq fig
    """
)
"""What stands before a full stop that ends no sentence, and never as a value."""

INTERJECTIONS: Final = word_set(
    """
    ha haha hahaha hahah heh hehe hehehe lol lmao lmaooo rofl xd jk omg omfg wtf ugh hmm hm oops yay wow oh ah aw aww
    eh huh meh uh um er erm uhm whoa woah ouch phew pff pfft duh nah yeah yep yup nope ok okay gosh damn
    """
)

NO_NAMES: Final = word_set(
    """
    looky lookie lookee looka newbie noob newb lurker beginner amateur expert rookie stranger nobody someone anyone
    over right left out up down in same again still only just almost even nothing something everything all both me
    you us them him her that this it mom mum mommy mummy dad daddy mama papa grandma grandpa boss dude guys folks
    human person customer user admin guest nerd fan mother father parent trouble help greetings morning evening
    """
)
"""What may stand before *here* or behind *I'm* with a capital and is nobody's name."""

ORGANISATIONS: Final = word_set(
    """
    abn adidas adobe aegon airbnb airbus aldi allianz amazon amex anthropic apple asana asos atlassian aws axa azure
    barclays bbva binance bitbucket bmw bnp boeing booking.com bosch bunq canva chatgpt chase chrome citibank claude
    cloudflare coinbase comdirect commerzbank confluence copilot deliveroo deutschebank discord django docker dropbox
    ebay edge etsy excel facebook fedex fidelity figma firefox flask github gitlab gmail google gradle hsbc huawei
    ibm ikea ing instagram intel intellij java javascript jenkins jetbrains jira kafka klarna kubernetes lidl linear
    linkedin linux lloyds lyft macos mastercard maven mcdonald's microsoft mollie mongodb monzo mysql n26 natwest
    nestlé netflix nike notion npm nvidia openai oracle outlook paypal pinterest postgres postgresql power-bi pytest
    python qonto rabobank react reddit redis redux revolut robinhood rust ryanair salesforce samsung santander sap
    sharepoint shopify siemens signal skype slack snapchat sony spotify sqlite squarespace starling stripe svelte
    swift teams telegram terraform tesla tiktok trello twitch twitter typescript uber ubuntu unicredit ups vanguard
    vercel visa vmware vodafone vscode vue walmart webpack wells whatsapp windows wise wix woocommerce wordpress xing
    yahoo youtube zalando zapier zendesk zoom
    """
)
"""Firms, banks and tools: one can work there, pay with them or move one's things to them, and live in none."""

ACCOUNT_WORDS: Final = word_set(
    """
    account accounts bank banking card cards fees iban savings app apps plan tariff provider broker repo repository
    codebase framework library stack backend frontend database db server cluster hosting host cloud pipeline build
    tool tools software
    """
)
"""In such company what one moved *to* is a service, not a town."""

PLACE_COMPOUNDS: Final = word_set(
    """
    office offices branch team department campus site store shop plan tier server servers warehouse hub studio desk
    time timezone division region project account edition version
    """
)
"""Behind the name of a town these make it the name of something else: the Toulouse office."""

MADE_UP_PLACES: Final = word_set(
    """
    mars moon hogwarts narnia mordor atlantis wonderland neverland gotham hell heaven limbo pigsty cave shoebox excel
    """
)
JOKED_ALLERGENS: Final = word_set(
    """
    mornings morning mondays monday work working people stupid stupidity bullshit bs nonsense drama meetings meeting
    exercise cleaning housework cooking effort commitment adulting responsibility feelings bureaucracy excel
    """
)
"""Nobody's immune system minds these."""

NO_POSSESSIONS: Final = word_set(
    """
    problem problems issue issues news question questions idea ideas plan plans bet point time fun trouble chance
    feeling thought thoughts favour favor request doubt clue reason choice luck update thing things lot
    """
)
"""What one *has* only for the sake of telling it."""

BARE_DEEDS: Final = word_set(
    """
    smoke drink vape drive swim knit dance sing paint cook bake garden ski surf row sail sew draw climb run cycle hike
    teach meditate volunteer commute snore vote pray box fence juggle crochet code blog gamble die separate divorce
    retire graduate marry resign relapse propose emigrate stutter lisp
    """
)
"""Verbs that tell something by themselves."""

WELL_AGAIN: Final = word_set("better fine good great healed ok okay well perfect clear recovered")

TRADE_ENDINGS: Final = ("er", "or", "ist", "ian", "ant", "eer", "ess", "man", "woman", "person", "wright", "smith")
NO_TRADES: Final = word_set(
    """
    other another either neither together however ever never after later better faster longer harder earlier whatever
    whether rather under over former latter per her sister brother mother father daughter partner neighbor lover
    summer winter water paper number matter order letter dinner power offer river cover corner center computer
    elephant restaurant important constant instant relevant pregnant
    """
)
"""What ends like a trade and is none."""

USUAL: Final = word_set("usually always often generally normally typically mostly every each sometimes regularly")
