"""Messages read as the engine has them read, without an engine."""

from __future__ import annotations

from functools import cache

from atlas.adapters.reading.onnx_annotator import SHIPPED, OnnxAnnotator
from atlas.language.registry import LANGUAGE
from atlas.model.proposal import Remember
from atlas.model.thinking import Annotate, Annotations, Material
from atlas.ports.annotator import Annotator


@cache
def shipped_annotator() -> Annotator:
    """The reader on board."""
    return OnnxAnnotator(SHIPPED)


def read_messages(wanted: Annotate) -> Annotations:
    """What a tier is given that asks for readings."""
    return Annotations(tuple(shipped_annotator().annotate(wanted.messages)))


def find_facts(material: Material, annotator: Annotator | None = None) -> tuple[Remember, ...]:
    """What the users of an exchange state."""
    readings = (annotator or shipped_annotator()).annotate(LANGUAGE.facts.list_unread(material))
    return LANGUAGE.facts.find_facts(material, readings)
