"""Memories on a terminal: a memory, its evidence, its score, the replies that used it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, Final

from atlas.language.registry import LANGUAGE
from atlas.language.words import spelled
from atlas.model.entity import USER
from atlas.model.ids import MessageId
from atlas.model.interaction import Message, Role
from atlas.model.memory import Memory, Status
from atlas.model.origin import Origin
from atlas.model.proposal import Remember
from atlas.retrieval.query_terms import COMMON
from atlas.surfaces.cli.shared.output import make_table, styled_text
from atlas.surfaces.views.memory import evidence_sentences
from atlas.surfaces.views.status_words import STATUS_WORDS
from atlas.surfaces.views.text import clip_line, format_count, format_day, one_line, short_id

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from atlas.engine.intake.replies import Reply
    from atlas.retrieval.memory_use import Use

Components = Sequence[tuple[str, float]]

STATUS_STYLES: Final = {
    Status.NEEDS_REVIEW: "yellow",
    Status.APPROVED: "green",
    Status.SENSITIVE: "magenta",
}
_FIRST_WORDS: Final = 100
PART_MEANINGS: Final = {
    "words": "words it shares",
    "meaning": "nearness of meaning",
    "around": "what was said around it",
    "who": "who said it",
    "when": "when",
    "form": "what kind of text",
    "asked": "of the very kind asked for",
    "together": "what all of these say together",
    "again": "from a place, or of a fact, that was given already",
    "linked": "hangs together with one of the best",
    "newer": "newer than what it contradicts",
    "past": "holds no longer, so that it stands behind what does",
}
"""What the parts of a score say; a test holds them equal to those of ranking."""
PART_REASONS: Final = {
    "words": "it has words of the question",
    "meaning": "it means nearly what you asked",
    "around": "it was said near what you asked about",
    "who": "you asked about who said it",
    "when": "you asked about that time",
    "asked": "it answers that kind of question",
    "together": "it fits the question in several ways at once",
    "linked": "it hangs together with one of the best",
    "newer": "it is newer than what it contradicts",
    "past": "it holds no longer",
    "standing": "it holds whatever is asked",
    "profile": "it is known about you",
    "filed": "a document has it as a line",
    "importance": "it matters most of what is known",
    "rival": "it may replace what is known",
}
"""Why a memory came up, in the words of an answer to "why?"."""
_TWICE: Final = 2
_TOLD: Final = 3
"""Words of the question that a reason names."""
_MARKS: Final = ".,;:!?\"'“”‘’()"
_TEXT: Final = 300
"""How much of one text a table shows; `atlas show` has all of it."""


def status_text(status: Status) -> Text:
    return styled_text((STATUS_WORDS[status], STATUS_STYLES.get(status, "dim")))


def memory_table(memories: Sequence[Memory], zone: tzinfo) -> Table:
    rows = (
        [
            short_id(memory.id),
            format_day(memory.observed_at, zone),
            memory.kind.value,
            status_text(memory.status),
            _content_text(memory),
        ]
        for memory in memories
    )
    return make_table(["ID", "SAID", "KIND", "STATUS", "MEMORY"], rows, "MEMORY")


def _content_text(memory: Memory) -> Text:
    """Style the content of a memory; its origin stands before it unless that is the user."""
    label = "" if memory.origin is Origin.USER else f"[{memory.origin.value}] "
    return styled_text((label, "yellow"), clip_line(memory.content, _TEXT))


def address_user(memory: Memory | Remember) -> str:
    """Say the content of a memory to the user: "you live in Lisbon"."""
    claim = memory.claim
    if claim is not None and claim.subject == USER:
        over = LANGUAGE.claim_text.tells_end(memory.content, claim)
        return f"y{LANGUAGE.claim_text.address_claim(claim, over=over)[1:]}"
    content = memory.content.replace("The user's ", "your ").replace("the user's ", "your ")
    return content.rstrip(".")


def speaker_of(message: Message) -> str:
    return one_line(message.speaker or ("you" if message.role is Role.USER else f"the {message.role.value}"))


def name_speaker(message: Message) -> str:
    """Name the speaker of a message, and the origin where that says more than the role does."""
    usual = message.origin.value == message.role.value and not message.speaker
    return speaker_of(message) if usual else f"{speaker_of(message)} ({message.origin.value})"


def evidence_lines(
    memory: Memory, messages: Sequence[Message], zone: tzinfo, shortened: frozenset[MessageId] = frozenset()
) -> Iterator[Text]:
    """Quote each sentence with its source; of a shortened message, name the command that shows all of it."""
    for sentence, message in dict(evidence_sentences(memory, messages)).items():
        more = (
            f" (shortened; atlas operate whole {short_id(message.id)})" if message and message.id in shortened else ""
        )
        yield styled_text(
            (f"“{one_line(sentence)}”", "italic"), (_source_text(message, zone) if message else "", "dim"), more
        )


def _source_text(message: Message, zone: tzinfo) -> str:
    """Name the speaker, the day, the origin and the id of a message."""
    when, origin = format_day(message.at, zone), message.origin.value
    return f"   — {speaker_of(message)}, {when}, origin {origin}, {short_id(message.id)}"


# --- why it ranked, and whether it was used


def explain_ranking(query: str, memory: Memory, components: Components) -> str:
    """Say in words why a memory came up: `because you asked about Porto, and it was said twice`."""
    weights = dict(components)
    shared = _find_shared_words(query, memory)
    best = next((name for name, _ in _shown_parts(components) if name in PART_REASONS and weights[name] > 0), "")
    reasons = [_tell_shared(shared)] if shared else [PART_REASONS[best]] if best else []
    if shared and weights.get("asked", 0.0) > 0:
        reasons.append(PART_REASONS["asked"])
    times = len({item.message for item in memory.evidence})
    reasons += [f"it was said {'twice' if times == _TWICE else f'{times} times'}"] if times >= _TWICE else []
    reasons += [PART_REASONS["past"]] if weights.get("past", 0.0) < 0 else []
    return f"because {', and '.join(reasons)}" if reasons else "because nothing else came nearer"


def _find_shared_words(query: str, memory: Memory) -> list[str]:
    """The telling words of a question that a memory has too, as the question spells them."""
    known = {stem for _, stem in spelled(memory.content)} - COMMON
    asked = {stem: word for word, stem in reversed(spelled(query)) if stem in known}
    written = {each.strip(_MARKS).casefold(): each.strip(_MARKS) for each in query.split()}
    return [one_line(written.get(word, word)) for word in reversed(asked.values())][:_TOLD]


def _tell_shared(shared: Sequence[str]) -> str:
    """Say what a question and a memory share: names that were asked about, or else the words."""
    named = [word for word in shared if word[:1].isupper()]
    quoted = [f"“{word}”" for word in shared]
    return f"you asked about {join_words(named)}" if named else f"the question has {join_words(quoted)} too"


def join_words(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def score_parts(components: Components) -> str:
    """List the parts of a score, the largest first; a part that rounds to nothing is left out."""
    parts = _shown_parts(components)
    sums = (f"{'-' if value < 0 else '+'} {name} {abs(value):.2f}" for name, value in parts)
    return " ".join(sums).removeprefix("+ ") or "0"


def explain_parts(scores: Iterable[Components]) -> str:
    """Explain the parts that stand in these scores."""
    names = {name for components in scores for name, _ in _shown_parts(components)}
    return "; ".join(f"{name}: {says}" for name, says in PART_MEANINGS.items() if name in names)


def _shown_parts(components: Components) -> list[tuple[str, float]]:
    parts = [(name, value) for name, value in components if round(value, 2)]
    return sorted(parts, key=lambda part: -part[1])


def use_text(use: Use | None) -> Text:
    if use is None:
        return styled_text(("cannot be told", "dim"))
    return styled_text(("used", "green") if use.used else ("not used", "dim"))


def reply_line(reply: Reply, zone: tzinfo) -> Text:
    message = reply.message
    use = use_text(reply.use)
    where = f"{'':{max(0, 8 - len(use))}}  {short_id(message.id)}, {format_day(message.at, zone)}: "
    return styled_text(use, (where, "dim"), (f"“{clip_line(message.text, _FIRST_WORDS)}”", "italic"))


def uses_text(memory: Memory, ignored: int) -> str:
    """`used 3 times in 2 contexts, helped once, ignored 4 times since`; empty while nothing is known."""
    parts = []
    if memory.uses:
        parts.append(f"used {format_count(memory.uses, 'time')} in {format_count(memory.contexts, 'context')}")
    if memory.applications:
        parts.append(f"helped {format_count(memory.applications, 'time')}")
    if ignored:
        parts.append(f"ignored {format_count(ignored, 'time')}{' since' if memory.uses else ''}")
    return ", ".join(parts)


def replies_text(replies: Sequence[Reply]) -> str:
    """`3 replies, used in 2`."""
    from atlas.engine.intake.replies import MOST_TOLD

    used = sum(each.use is not None and each.use.used for each in replies)
    return f"{_up_to(len(replies), MOST_TOLD, 'reply', 'replies')}, used in {used or 'none'}"


def contexts_text(servings: Sequence[object]) -> str:
    from atlas.engine.intake.replies import CONTEXTS

    return _up_to(len(servings), CONTEXTS, "context", "contexts")


def _up_to(number: int, most: int, one: str, many: str) -> str:
    """Count up to a limit: where no more than so many are read, there may be more of them."""
    return format_count(number, one, many) if number < most else f"{number} or more {many}"
