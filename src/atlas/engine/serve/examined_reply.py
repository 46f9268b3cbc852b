"""What the assistant is given for a question that is graded: a user's context, and nothing of any grade (J11).

Nothing of it is on record as served: whoever examines does not use a memory (T3).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from atlas.context.layers import Layers
from atlas.engine.core.constitution import uphold_constitution
from atlas.engine.core.runtime import PreparedReply, Runtime
from atlas.engine.serve.answer import build_memory_answer
from atlas.engine.serve.context import CONTEXT_RESULTS, build_context
from atlas.engine.serve.context_layers import leave_out, read_layers
from atlas.engine.serve.recall import Query
from atlas.model.examination import Arm
from atlas.model.memory import Kind
from atlas.model.thinking import AskAssistant

_KEPT: Final = 64
"""Questions whose layers are kept: each is asked many times over."""


def prepare_reply(runtime: Runtime, ask: AskAssistant) -> PreparedReply:
    """The context of a question in its arm, and what memory alone answers to it."""
    law = uphold_constitution(runtime)
    if ask.arm is Arm.WITHOUT:
        return PreparedReply(law, "", (), lambda: "")
    query = Query(ask.text, as_of=ask.as_of, documents_as_of=ask.documents_as_of)
    layers = leave_out(_read_layers_once(runtime, query), ask.left_out, CONTEXT_RESULTS)
    given = build_context(runtime, query, record=False, layers=layers)

    def answer_from_memory() -> str:
        answer = build_memory_answer(runtime, query, given.served)
        now = [each for each in answer.found if not each.begins]  # an exam asks how things are
        told = now if answer.sure else now[:1]
        return " ".join(each.sentence for each in told)

    learned = tuple(item.memory.id for item in given.served if item.memory.kind is not Kind.EPISODE)
    return PreparedReply(given.instructions or law, given.data, learned, answer_from_memory)


def _read_layers_once(runtime: Runtime, query: Query) -> Layers:
    """What bears on a question, with one result more than a context takes; read again only where memory has changed."""
    with runtime.reading() as reader:
        tip = reader.tip()
    key = (tip, runtime.now().date(), query.text, query.as_of, query.documents_as_of)
    known: dict[Any, Layers] = runtime.memo.examined
    if key not in known:
        if len(known) >= _KEPT:
            known.clear()
        known[key] = read_layers(runtime, replace(query, limit=CONTEXT_RESULTS + 1))
    return known[key]
