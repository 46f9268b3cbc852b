"""The tier that runs on every interaction (J1, J8). Without a model the small reader finds its facts (J14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from atlas.language.registry import LANGUAGE
from atlas.model.memory import Basis
from atlas.model.proposal import Remember
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Ask, Material, Thinking, Thoughts
from atlas.reflection.facts import find_facts
from atlas.reflection.policy import DEFAULT, ReflectionPolicy
from atlas.reflection.prompt_rows import denies_claim, format_messages, read_facts, same_claim, user_messages
from atlas.reflection.questions import propose_by_model, propose_by_rule, read_answer
from atlas.reflection.shapes import lightweight_shape

PROMPT: Final = "lightweight"
_CONTESTED: Final = "The model reads here what the small reader reads otherwise."


def reflect_by_rules(material: Material) -> Thinking:
    """Propose what the reader finds; tone, topics and what is left open are told by rules (J14)."""
    found = yield from find_facts(material)
    return Thoughts(propose_by_rule(found), {"thinker": "rules", **_describe_by_rules(material, found)})


def reflect_with_model(material: Material, policy: ReflectionPolicy = DEFAULT) -> Thinking:
    """Add a model's facts to the reader's own, which are proposed at once and not again here.

    Where the two disagree (another value of one place, or one affirms what the other denies), the model's waits for a
    person, and the disagreement is counted.

    The facts stand on the user's present messages; earlier ones are shown for reference, and were read in their time.
    """
    if not user_messages(material.interaction.messages):
        return (yield from reflect_by_rules(material))
    ask = make_question(material, policy)
    (given,) = yield (ask,)
    answer = read_answer(ask, given)
    if isinstance(answer, Problem):
        return Thoughts(left=(material.interaction.id,), problem=answer.says)
    facts = read_facts(answer["facts"], material.interaction.messages)
    known = yield from find_facts(material)
    fresh = [fact for fact in facts if not any(same_claim(fact, other) for other in known)]
    contested = [fact for fact in fresh if any(denies_claim(fact, other) for other in known)]
    more = [replace(fact, basis=Basis.INFERRED, reason=_CONTESTED) if fact in contested else fact for fact in fresh]
    said = {**_describe_answer(answer, facts), "disagreed": len(contested)}
    return Thoughts(propose_by_model(more, material.trust), said, escalate=answer["escalate"])


def make_question(material: Material, policy: ReflectionPolicy = DEFAULT) -> Ask:
    ids = [message.id for message in user_messages(material.interaction.messages)]
    values = (
        ("earlier", format_messages(material.earlier)),
        ("messages", format_messages(material.interaction.messages)),
    )
    return Ask(PROMPT, values, policy.lightweight_tokens, lightweight_shape(ids), Size.SMALL)


def _describe_by_rules(material: Material, found: Sequence[Remember]) -> dict[str, Any]:
    messages = material.interaction.messages
    said = user_messages(messages)
    topics = LANGUAGE.notes.find_topics(message.text for message in said)
    return {
        "tone": LANGUAGE.notes.judge_tone(said),
        "topics": list(topics),
        "follow_up": LANGUAGE.notes.is_left_open(messages),
        "insight": LANGUAGE.notes.write_insight(found, topics),
    }


def _describe_answer(answer: Mapping[str, Any], facts: Sequence[Remember]) -> dict[str, Any]:
    noted = {name: answer[name] for name in ("tone", "topics", "follow_up", "insight")}
    return {"thinker": "model", **noted, "dropped": len(answer["facts"]) - len(facts)}
