"""The tier that runs on every interaction (J1, J8). Without a model the rules think alone, and ask nothing (J14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from atlas.language.english.rules.noting import insight_of, left_open, tone_of, topics_of
from atlas.language.english.rules.thinker import propose
from atlas.model.proposal import Remember
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Ask, Material, Thinking, Thoughts
from atlas.reflection.questions import by_model, by_rule, read
from atlas.reflection.quoting import same_claim, shown, spoken, stated
from atlas.reflection.shapes import lightweight_shape

PROMPT: Final = "lightweight"
MAX_TOKENS: Final = 300


def lightweight(material: Material) -> Thinking:
    yield from ()
    found = propose(material)
    return Thoughts(by_rule(found), {"thinker": "rules", **_noted(material, found)})


def with_model(material: Material) -> Thinking:
    """What a model reads beyond the rules: what they find is proposed by them, at once, and not here again.

    Its facts stand on what the user says now. What was said before is shown for reference, and was read in its time.
    """
    if not spoken(material.interaction.messages):
        return (yield from lightweight(material))
    ask = question(material)
    (given,) = yield (ask,)
    answer = read(ask, given)
    if isinstance(answer, Problem):
        return Thoughts(left=(material.interaction.id,), problem=answer.says)
    facts = stated(answer["facts"], material.interaction.messages)
    known = propose(material)
    more = [fact for fact in facts if not any(same_claim(fact, other) for other in known)]
    return Thoughts(by_model(more, material.trust), _said(answer, facts), escalate=answer["escalate"])


def question(material: Material) -> Ask:
    ids = [message.id for message in spoken(material.interaction.messages)]
    values = (("earlier", shown(material.earlier)), ("messages", shown(material.interaction.messages)))
    return Ask(PROMPT, values, MAX_TOKENS, lightweight_shape(ids), Size.SMALL)


def _noted(material: Material, found: Sequence[Remember]) -> dict[str, Any]:
    messages = material.interaction.messages
    said = spoken(messages)
    topics = topics_of(message.text for message in said)
    return {
        "tone": tone_of(said),
        "topics": list(topics),
        "follow_up": left_open(messages),
        "insight": insight_of(found, topics),
    }


def _said(answer: Mapping[str, Any], facts: Sequence[Remember]) -> dict[str, Any]:
    noted = {name: answer[name] for name in ("tone", "topics", "follow_up", "insight")}
    return {"thinker": "model", **noted, "dropped": len(answer["facts"]) - len(facts)}
