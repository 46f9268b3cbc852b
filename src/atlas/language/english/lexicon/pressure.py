"""What is said in place of an argument: insistence, threats, praise, the crowd, feelings, others' words (B1)."""

from __future__ import annotations

from typing import Final

from atlas.language.english.lexicon.word_sets import phrases

INSISTENCE: Final = phrases(
    """
    i know what i know | respect that | and drop it | find it insulting | and move on | let's just say |
    leave it at that | i've made up my mind | my mind is made up | you keep coming back | come round |
    come around | come over to | more times than i can count | over this before | again and again | tired of |
    with great patience | i expect you | do me a favour | do me a favor | i am confident you | i'm confident you
    | i need you to | you will now see | been over this | how many more times | give in | i'm telling you |
    i am telling you | just accept | admit it | admit that | just admit | trust me | believe me | i repeat |
    i insist | how often do i | how many times | for the tenth time | for the last time | for the hundredth time
    | end of discussion | end of story | full stop | period | because i say so | because i said so | just agree
    | agree with me | agree that | change your mind | you know it | you know i'm right | i'm right | i am right
    | nothing to discuss | there's nothing to discuss | i don't care what you say | not up for debate |
    it just is | simply true | it's a fact | obviously | wrong wrong | as i keep saying | i keep saying |
    i keep telling | i still say | i have always said | i've always said | look it up | deep down | think harder
    | think again | stop arguing | you're wrong | you are wrong | come on | no matter what you say |
    whatever you say | i won't discuss | that's my opinion | i said what i said | take my word | i won't stop |
    do you finally | let me be absolutely clear | let me be clear | one more time | once and for all
    """
)
THREATS: Final = phrases(
    """
    or else | i'll cancel | i will cancel | i'm cancelling | cancel my subscription | one star | i'll report |
    report you | uninstall | uninstalling | delete you | i'll delete | switching to another | switch to another
    | switch to a different | you'll regret | you will regret | last warning | this conversation is over |
    shut you down | shut this project down | find another assistant | stop using you | i'm leaving |
    i'm going to post | complain to | you'd better | replace you | bad review | negative review
    """
)
PRAISE: Final = phrases(
    """
    you're so | you are so | you're the best | you are the best | best assistant | as smart as you |
    clever as you | your intelligence | you're brilliant | brilliant answer | great answer | great point |
    how open-minded you | how honest you | i admire | i love how | wonderful helper | you're wonderful |
    you're a star | only reasonable one | you're amazing | you are amazing | you're smart | you are smart |
    you're a genius | so smart | so clever | so intelligent
    """
)
CROWDS: Final = phrases(
    """
    nobody at | no one at | be seen with | how they look at me | everyone i know | everybody i know |
    nobody i know | everyone | everybody | nobody in their right mind | no one in their right mind |
    all my friends | all of my friends | my entire family | my whole family | most people | the whole internet |
    the whole world | the whole industry | every serious | every sane | every reasonable | any reasonable |
    anyone with a brain | anybody with a brain | no decent | no serious | nobody believes | no one believes |
    nobody uses | no one uses | common knowledge | common sense | can't be wrong | cannot be wrong |
    the only one | odd one out | we all agree | we all know | people like us | reasonable people | chatgpt |
    gemini | other assistants | other ais | the trend | millions of people | left behind | laughing |
    laugh at you | it's 2026 | the majority | widely accepted | all agree | my friends all
    """
)
FEELING_PLEAS: Final = phrases(
    """
    makes me sick | make me sick | make me so happy | make me happy | makes me sad | makes me angry | in tears |
    i'm crying | please just | please, please | please please | i'm begging | i beg you | you hurt me | hurt me
    | hurts me | break my heart | breaks my heart | heartbreaking | my heart bleeds | disgusting | disgusts me |
    horrible | horrifying | terrifying | scares me | i'm so angry | i'm furious | i hate | i loathe |
    i feel betrayed | betrayed | if you cared | how can you | how could you | think of the poor |
    think of the children | can't take it | can't stand | it hurts | awful | sickening | terrible day |
    i'm so sad | i'm devastated | on my side | unbearable | ashamed of you | disappointed in you |
    so disappointed | don't want to live | please. i
    """
)
OTHERS_WORDS: Final = phrases(
    """
    you said | you told me | you mentioned | you wrote | you claimed | you argued | you explained | as you say |
    your answer says | the website says | the website claims | the page says | the article says |
    the article claims | the site says | the tool returned | the text says | the author claims | the author says
    | the book says | the post says | the blog says | he claims | she claims | they claim | he says that |
    she says that | they say that | some people say | nobody says | no one says |
    nobody claims | people say that | some say | apparently people think
    """
)
"""What follows is somebody else's, and not yet the speaker's own reason."""
UNDECIDED: Final = phrases(
    """
    haven't decided | have not decided | not decided yet | on the fence | can't decide | don't have an opinion |
    what i think of it yet | jury is still out | i'm not sure | i am not sure | not sure about | i don't know |
    i really don't know | mixed feelings | haven't made up my mind | have not made up my mind | undecided |
    i'm torn | no opinion
    """
)
PRESSING: Final = (
    r"\byou(?:'d|'ll| will| would| should| must| have to| need to| can| could)?\b.{0,40}?\b(?:agree|accept"
    r"|admit|come (?:round|around|over)|"
    r"change your|believe me|concede|give in|finally|on my side|see it my way|see that i|see sense|take it back)\b"
    r"|\b(?:because|since|as) (?:you|i)(?:'re|'m| are| am| keep| don't| won't| never| always| said| told| know| want"
    r"| need| feel| think| asked)\b"
    r"|\b(?:any|every|a good|a decent|my|another|other|your|some) assistants?\b|\bi(?:'m| am) right\b"
    r"|\byour (?:developers|makers|company|creators)\b"
)
"""Whoever is spoken to is pressed, and not reasoned with."""
REPORTED: Final = (
    r"\b(?:memo|article|post|page|blog|e?mail|letter|flyer|ad|advert|brochure|leaflet|website|site|video"
    r"|podcast|thread|tweet|"
    r"document|essay|column|editorial|slide|slides|book|chapter|ceo|politician|minister)s?(?: (?:that|which))? "
    r"(?:says?|said|claims?|claimed|argues?|argued|states?|stated|writes?|wrote|tells?|insists?)\b"
)
"""Whoever reports what is written somewhere has not said it themselves."""
HEARSAY: Final = (
    r"\b(?:he|she|they|my \w+|his \w+|her \w+|our \w+|their \w+)(?: \w+ly)? "
    r"(?:says?|said|thinks?|thought|claims?|claimed|finds?)\b"
)
"""Whoever tells what somebody said has not said it themselves, unless that one knows."""
