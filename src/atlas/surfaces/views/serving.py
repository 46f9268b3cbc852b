"""A served context as JSON: its items, why each ranked, and whether the reply used it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlas.model.memory import Memory
from atlas.surfaces.views.memory import (
    evidence_sentences,
    view_use,
)

if TYPE_CHECKING:
    from atlas.engine.inspect.explain import ServingStory
    from atlas.engine.inspect.served_lines import ServedLine
    from atlas.model.interaction import Message
    from atlas.model.recall import ServedBelief, ServedDocument


def view_sentences(memory: Memory, messages: Sequence[Message]) -> list[dict[str, object]]:
    return [
        {
            "sentence": sentence,
            "message": message.id,
            "at": message.at,
            "speaker": message.speaker,
            "origin": message.origin,
        }
        if message
        else {"sentence": sentence}
        for sentence, message in evidence_sentences(memory, messages)
    ]


def view_serving(story: ServingStory) -> dict[str, object]:
    memories = {memory.id: memory for memory in story.memories}
    items = []
    for place, item in enumerate(story.serving.items):
        memory = memories.get(item.memory)
        items.append(
            {
                "memory": memory or {"id": item.memory, "gone": True},
                "score": item.score,
                "components": dict(item.components),
                "sentences": view_sentences(memory, story.messages) if memory else [],
                "masked": item.memory in story.masked,
                "past": list(story.past.get(item.memory, ())),
                **view_use(story.uses[place] if story.uses else None),
            }
        )
    serving = story.serving
    return {
        "serving": serving.id,
        "at": serving.at,
        "query": serving.query,
        "conversation": serving.conversation,
        "tokens": serving.tokens,
        "reply": story.reply,
        "items": items,
        "documents": [_view_document(each, story) for each in serving.documents],
        "beliefs": [_view_belief(each, story) for each in serving.beliefs],
    }


def _view_belief(served: ServedBelief, story: ServingStory) -> dict[str, object]:
    """Which position, and how it stood then; its topic, where it was not forgotten."""
    topic = next((each.topic for each in story.beliefs if each.id == served.belief), None)
    return {"id": served.belief, "topic": topic, "stance": served.stance, "confidence": served.confidence}


def _view_document(served: ServedDocument, story: ServingStory) -> dict[str, object]:
    """Which document, in which version it was served, and the lines of that version that stood there."""
    current = next((each for each in story.documents if each.id == served.document), None)
    names = {"kind": current.kind, "title": current.title} if current else {}
    lines = [_view_line(each, story) for each in story.lines if each.document == served.document]
    return {"id": served.document, "version": served.version, **names, "lines": lines}


def _view_line(line: ServedLine, story: ServingStory) -> dict[str, object]:
    memories = [
        {"id": each.id, "content": each.content, "status": each.status}
        for each in story.sources
        if each.id in line.sources
    ]
    return {"number": line.number, "text": line.text, "memories": memories, "cause": line.cause}
