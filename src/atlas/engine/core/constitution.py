"""The constitution upheld: read again before prompts and after thinking, beside the one that was started with (E9)."""

from __future__ import annotations

from typing import Final

from atlas.curation.constitution import Constitution, extract_binding_levels
from atlas.engine.core.ledger import Ledger, note_change
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.troubles import journal_troubles
from atlas.errors import ConstitutionBroken, ConstitutionReplaced
from atlas.model.journal import Action, Actor, Entry

_WHERE: Final = "constitution"


def check_constitution(runtime: Runtime) -> Constitution:
    """Return the constitution in force; raise where it is broken, or no longer the one that this was started with."""
    current = runtime.read_constitution()
    if current.text != runtime.constitution:
        raise ConstitutionReplaced("Another constitution is in force since this was started: start it anew.")
    return current


def uphold_constitution(runtime: Runtime) -> str:
    """Return levels 1 to 3, for a prompt; raise, and note it once, where the constitution does not hold."""
    try:
        check_constitution(runtime)
    except ConstitutionBroken as broken:
        _note_breach(runtime, broken)
        raise
    runtime.memo.breach = None
    return extract_binding_levels(runtime.constitution)


def holds_constitution(runtime: Runtime) -> bool:
    """Tell whether it is in force and the one that this was started with, for whoever only looks: nothing is noted."""
    try:
        check_constitution(runtime)
    except ConstitutionBroken:
        return False
    return True


def is_constitution_upheld(runtime: Runtime) -> bool:
    try:
        uphold_constitution(runtime)
    except ConstitutionBroken:
        return False
    return True


def record_broken_start(runtime: Runtime, broken: ConstitutionBroken) -> None:
    """Journal that ATLAS was not started; once, since nothing else can be written before it is."""
    with runtime.reading() as reader:
        actions = [each.action for each in reader.last_entries(2)]
    last = next((each for each in actions if each is not Action.ESCALATED), None)  # that follows the first (H6)
    if last is not Action.VIOLATED:
        _note_breach(runtime, broken)
        journal_troubles(runtime)


def record_pin(runtime: Runtime, before: str | None) -> Entry:
    """Journal that an operator put the constitution of this runtime in force; `before` is the hash of the last one."""
    law = check_constitution(runtime)
    whose = "an operator's" if law.pinned else "the shipped"
    note = f"Now {whose} constitution is in force, sha256 {law.sha256}; before it {before or 'one that was broken'}."
    with runtime.writing() as txn:
        return Ledger(runtime, txn).record_entry(Actor.OPERATOR, Action.PINNED, [note_change(runtime.note_id(), note)])


def _note_breach(runtime: Runtime, broken: ConstitutionBroken) -> None:
    """Note a violation; that an operator replaced the constitution is none."""
    says = str(broken)
    with runtime.memo.lock:
        if runtime.memo.breach == says:
            return
        runtime.memo.breach = says
    is_replaced = isinstance(broken, ConstitutionReplaced)
    runtime.note_trouble(_WHERE, says, Action.TROUBLE if is_replaced else Action.VIOLATED)
