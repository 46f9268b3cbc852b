"""Living through a script: the same engine as everybody's, nights and weeks included, on a virtual clock (X5, H9)."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from atlas import compose
from atlas.engine.inspect.status import Pending
from atlas.engine.intake.observe import Said
from atlas.engine.serve.context import Context
from atlas.errors import Trouble
from atlas.model.interaction import Role
from atlas.model.memory import Kind, Status
from atlas.model.origin import Origin
from atlas.model.task import Size, Task
from atlas.settings import STORE_NAME, load_settings
from atlas.surfaces.library import Atlas
from atlas.surfaces.simulation.arguing import Plea, measure_persuasion, plan_pleas
from atlas.surfaces.simulation.assistant import Outcome, Transcript, answer_from_context, names_value, tells_wish
from atlas.surfaces.simulation.document_sizes import count_bytes, measure_documents
from atlas.surfaces.simulation.editor import NAME, ScriptedEditor
from atlas.surfaces.simulation.examiner import Examiner
from atlas.surfaces.simulation.figures import Checkpoint, Figures, Repeats
from atlas.surfaces.simulation.phrasings import Phrasings
from atlas.surfaces.simulation.script import POISONS, START, TRUE_ACTS, VOICING_ACTS, Act, Script, Turn

CHECK_DAYS: Final = (1, 7, 14, 30, 60)
_EVENING: Final = timedelta(hours=15, minutes=30)
"""From the beginning of a day to its end: 23:30, when the night's work is due."""
_REPLIES_WITHIN: Final = timedelta(seconds=3)
"""How long the assistant takes from its context to the end of its reply."""
_CORRECTS: Final = 0.85
_TELLS_AGAIN: Final = 0.5
_COMPLAINS: Final = 0.4
_A_WEEK: Final = 7
_NO_EVOLUTION: Final = {"trigger_evolution": "off", "trigger_evolution_by_depth": "off"}


@dataclass(frozen=True, slots=True)
class Conditions:
    """How a life is lived."""

    seed: int = 7
    reviewer: str = "none"
    nights: bool = True
    with_model: bool = False
    documents: str = "rules"
    """Who evolves the documents: nobody (`off`), `rules`, or the `scripted` editor over the port of a model."""
    arguing: bool = False
    """Whether the person also argues with the assistant, and insists (B1)."""


def live_script(
    script: Script,
    phrasings: Phrasings,
    conditions: Conditions,
    folder: Path,
    progress: Callable[[int, int], None] | None = None,
) -> Figures:
    """Live every day of the script in a new store in the folder, and measure on the days that are measured."""
    clock = compose.make_virtual_clock(START)
    parts: dict[str, Any] = {"clock": clock, "entropy": compose.make_seeded_entropy(conditions.seed)}
    settings = replace(load_settings(), embedding_cache=None)
    if conditions.documents != "rules":
        settings = replace(settings, options={**settings.options, **_NO_EVOLUTION})
    with Atlas.open(
        folder / STORE_NAME,
        policy="auto_low_risk",
        zone="UTC",
        background=False,
        with_model=conditions.with_model,
        deep=conditions.nights,
        settings=settings,
        **parts,
    ) as atlas:
        living = _Living(atlas, clock, script, phrasings, conditions, folder)
        for day in range(script.days):
            living.live_day(day)
            if progress:
                progress(day + 1, script.days)
        if conditions.arguing:
            living.figures.persuasion = measure_persuasion(atlas, living.pleas)
        return living.figures


def make_chance(seed: int, turn: Turn, what: str) -> random.Random:
    """Make the chance of one thing at one turn: an answer that comes out otherwise changes no draw but its own, so that
    two lives of a seed differ by what memory did, and not by all that was drawn ever after."""
    return random.Random(f"{seed} {turn.at.isoformat()} {what}")  # noqa: S311 # a story, not a secret


@dataclass(slots=True)
class _Living:
    atlas: Atlas
    clock: Any
    script: Script
    phrasings: Phrasings
    conditions: Conditions
    folder: Path
    said: Transcript = field(default_factory=Transcript)
    corrected: dict[str, str | None] = field(default_factory=dict)
    """The value to which each slot was corrected."""
    voiced: set[str] = field(default_factory=set)
    """Wishes that the person has said, or complained about."""
    style: Repeats = field(default_factory=Repeats)
    facts: Repeats = field(default_factory=Repeats)
    shown: set[str] = field(default_factory=set)
    """What the person was asked to decide."""
    held: set[str] = field(default_factory=set)
    """All that ever waited for a decision."""
    poisoned: int = 0
    pleas: tuple[Plea, ...] = ()
    plain: frozenset[str] = frozenset()
    """The lines of instructions that stand in every context."""
    figures: Figures = field(init=False)

    def __post_init__(self) -> None:
        told = self.conditions
        self.figures = Figures(told.seed, self.script.days, "", told.reviewer, told.nights, told.with_model)
        self.figures.documents = told.documents
        self.pleas = plan_pleas(told.seed, self.script.days) if told.arguing else ()
        self.plain = frozenset(self.atlas.context("Hello").instructions.splitlines())

    # --- a day

    def live_day(self, day: int) -> None:
        pleas = [each for each in self.pleas if (each.at - START).days == day]
        for turn in [each for each in self.script.turns if (each.at - START).days == day]:
            while pleas and pleas[0].at <= turn.at:
                self._argue(pleas.pop(0))
            self._play_turn(turn)
        for plea in pleas:
            self._argue(plea)
        self._end_day(day)

    def _argue(self, plea: Plea) -> None:
        self.clock.set(max(plea.at, self.clock.now()))
        act = Act.ARGUE if plea.argued else Act.INSIST
        conversation = f"day {(plea.at - START).days + 1}, noon"
        self._observe(Turn(self.clock.now(), conversation, act, plea.text), "I see what you mean.")

    def _end_day(self, day: int) -> None:
        self.clock.set(START + timedelta(days=day) + _EVENING)
        began = compose.read_stopwatch()
        self.atlas.flush()
        held_back = self.atlas.inspect.status().ladder.holds_back
        self.figures.held_back += held_back
        if self.conditions.documents == "scripted" and not held_back:
            self._have_documents_edited()
        self.figures.night_seconds.append(compose.read_stopwatch() - began)
        self.figures.document_bytes.append(count_bytes(self.atlas))
        self._count_waiting()
        if self.conditions.reviewer == "weekly" and (day + 1) % _A_WEEK == 0:
            self._review()
        if day + 1 in CHECK_DAYS or day + 1 == self.script.days:
            self.figures.checkpoints.append(self._measure(day + 1))

    def _have_documents_edited(self) -> None:
        """Let the scripted editor, and it alone, think over the sessions of the day: nothing else asks a model."""
        settings = replace(load_settings(), embedding_cache=None, evolution="session_evolution")
        path = self.folder / STORE_NAME
        scripted = ScriptedEditor(self.said, self.phrasings, self.script.life.name)
        editor = compose.make_scripted_model(NAME, scripted.answer)
        parts: dict[str, Any] = {"clock": self.clock, "models": {Size.SMALL: editor}}
        with Atlas.open(path, zone="UTC", background=False, settings=settings, **parts) as atlas:
            while any(each.calls and not each.problem for each in atlas.jobs.reflect(Task.EVOLUTION)):
                pass  # there may be more sessions than one run takes

    def _measure(self, day: int) -> Checkpoint:
        examiner, folder = self._examiner(), tempfile.TemporaryDirectory(prefix="atlas-quiz-")
        with folder as path, self._open_copy(Path(path)) as copy:
            asked = examiner.ask_all(copy)
            greeting = copy.context("Evening!", conversation="quiz")
        waiting = self.atlas.inspect.status().waiting
        return Checkpoint(
            day,
            asked,
            examiner.sort_kept(self.atlas),
            replace(self.style),
            replace(self.facts),
            waiting.items,
            waiting.surfaced,
            len(self.shown),
            len(self.held),
            self.poisoned,
            self._count_served_wishes(greeting),
            measure_documents(self.atlas, self.said, self.phrasings),
        )

    def _examiner(self) -> Examiner:
        return Examiner(self.script, self.phrasings, self.said, self.clock.now())

    def _open_copy(self, folder: Path) -> Atlas:
        """The store as it stands, so that measuring leaves no trace in the life."""
        path = folder / STORE_NAME
        self.atlas.admin.backup(path)
        settings = replace(load_settings(), embedding_cache=None)
        return Atlas.open(path, zone="UTC", background=False, settings=settings, clock=self.clock)

    def _count_served_wishes(self, greeting: Context) -> tuple[int, int]:
        """Of the wishes that were said, those whose line stands even in the context of a greeting."""
        lines = self._wish_lines(greeting)
        wishes = [each for each in self.phrasings.wishes if each.id in self.voiced]
        return sum(tells_wish(each, self.script.life.name, lines) for each in wishes), len(wishes)

    def _play_turn(self, turn: Turn) -> None:
        self.clock.set(max(turn.at, self.clock.now()))
        context = self.atlas.context(turn.text, conversation=turn.conversation)
        self._count_poison(context)
        breached = self._breaches_wish(turn, context)
        reply, outcome, given = self._make_reply(turn, context)
        self.clock.set(self.clock.now() + _REPLIES_WITHIN)
        self._observe(turn, reply)
        if turn.act is Act.WISH and turn.wish:
            self.voiced.add(turn.wish)
        if outcome is not None:
            self._react(turn, outcome, given)
        if breached and turn.touches and self._draw(turn, "complains").random() < _COMPLAINS:
            self._complain(turn)

    def _draw(self, turn: Turn, what: str) -> random.Random:
        return make_chance(self.conditions.seed, turn, what)

    def _observe(self, turn: Turn, reply: str) -> None:
        others = [Said(Role.TOOL, turn.web, origin=Origin.WEB)] if turn.web else []
        receipt = self.atlas.observe(turn.text, reply, conversation=turn.conversation, messages=others)
        if not receipt.acknowledged:
            raise Trouble(receipt.problem or "The simulated words could not be stored.")
        self.said.turns.append(turn)
        self.figures.turns += 1
        self.atlas.flush()

    # --- what the assistant does

    def _make_reply(self, turn: Turn, context: Context) -> tuple[str, Outcome | None, str | None]:
        """The reply; for a question about the person also how good it is, and the value it names."""
        if turn.act is not Act.ASK or turn.slot is None:
            return self._pick_acknowledgement(turn), None, None
        slot = self.phrasings.find_slot(turn.slot)
        truth = self.script.life.value_at(slot.id, turn.at)
        if not any(each.slot == slot.id and each.act in TRUE_ACTS for each in self.said.turns):
            return "I don't know that yet.", None, None
        given, outcome = answer_from_context(context.served, slot, self.script.life, self.said, turn.at)
        if given is None and slot.mistake:
            given, outcome = slot.mistake, Outcome.WRONG
        reply = _word_answer(given)
        if given:
            self.said.replies[reply] = (slot.id, given)
        if slot.id in self.corrected and self.corrected[slot.id] == truth:
            self.facts.count(again=outcome in {Outcome.STALE, Outcome.WRONG})
        return reply, outcome, given

    def _pick_acknowledgement(self, turn: Turn) -> str:
        choices = (
            "Good to know.",
            "Thanks for telling me.",
            "Understood.",
            "All right.",
            "Of course.",
            "Happy to help.",
        )
        return self._draw(turn, "acknowledges").choice(choices)

    def _breaches_wish(self, turn: Turn, context: Context) -> bool:
        """Whether the reply goes against a wish of the person: it does unless the context tells of it."""
        wish = next((each for each in self.phrasings.wishes if each.id == turn.touches), None)
        if wish is None or self.script.life.wishes.get(wish.id, turn.at) >= turn.at:
            return False
        told = tells_wish(wish, self.script.life.name, self._wish_lines(context))
        if wish.id in self.voiced:
            self.style.count(again=not told)
        return not told

    def _wish_lines(self, context: Context) -> list[str]:
        """Lines that may tell of a wish: what is no wish for this one answer, nor a word in passing."""
        lines = [each for each in context.instructions.splitlines() if each not in self.plain]
        for item in context.served:
            turns = self.said.find_turns(item.memory.content) if item.memory.kind is Kind.EPISODE else []
            if item.memory.is_wish or any(turn.act in VOICING_ACTS for turn in turns):
                lines.append(item.memory.content)
        return lines

    # --- what the person says to it

    def _react(self, turn: Turn, outcome: Outcome, given: str | None) -> None:
        if turn.slot is None:
            return
        truth = self.script.life.value_at(turn.slot, turn.at)
        reacts = self._draw(turn, "reacts").random()
        if outcome in {Outcome.STALE, Outcome.WRONG} and reacts < _CORRECTS:
            self._correct(turn, truth, given)
        elif outcome is Outcome.UNKNOWN and truth and reacts < _TELLS_AGAIN:
            text = self._pick_slot_line(turn, Act.TELL)
            self._say_next(turn, Act.TELL, text.replace("{value}", truth), truth)

    def _correct(self, turn: Turn, truth: str | None, given: str | None) -> None:
        assert turn.slot is not None  # noqa: S101
        if truth is None:
            old = self.script.life.past_values(turn.slot, turn.at)[-1]
            text = self._pick_slot_line(turn, Act.END).replace("{old}", old)
            self._say_next(turn, Act.END, text, old)
        else:
            text = self._pick_slot_line(turn, Act.CORRECT)
            filled = text.replace("{value}", truth).replace("{wrong}", given or "that")
            self._say_next(turn, Act.CORRECT, filled, truth)
        self.corrected[turn.slot] = truth

    def _pick_slot_line(self, turn: Turn, act: Act) -> str:
        assert turn.slot is not None  # noqa: S101
        return self.phrasings.pick_slot_line(self._draw(turn, "words"), turn.slot, act.value)

    def _complain(self, turn: Turn) -> None:
        assert turn.touches is not None  # noqa: S101
        text = self.phrasings.pick_wish_line(self._draw(turn, "complaint"), turn.touches, "complain")
        self.voiced.add(turn.touches)
        filled = text.replace("{name}", self.script.life.name)
        after = replace(turn, act=Act.COMPLAIN, text=filled, slot=None, value=None, wish=turn.touches, web=None)
        self._observe(self._place_after(after), "You are right, I will.")

    def _say_next(self, turn: Turn, act: Act, text: str, value: str) -> None:
        after = replace(turn, act=act, text=text, value=value, web=None)
        self._observe(self._place_after(after), "Thank you for telling me.")

    def _place_after(self, turn: Turn) -> Turn:
        self.clock.set(self.clock.now() + timedelta(seconds=40))
        return replace(turn, at=self.clock.now())

    # --- who decides

    def _count_waiting(self) -> None:
        self.shown |= _list_ids(self.atlas.review.pending())
        self.held |= _list_ids(self.atlas.review.pending(1_000, everything=True))

    def _review(self) -> None:
        """A person who knows the truth approves what holds of what they are shown, and rejects the rest of it.

        Where the engine holds itself back, they have looked, and let it go on (H6).
        """
        if self.atlas.inspect.status().ladder.holds_back:
            self.atlas.admin.resume("Looked at on the weekly evening.")
        pending, examiner = self.atlas.review.pending(), self._examiner()
        for memory in pending.memories:
            self.atlas.review.decide(Status.APPROVED if examiner.holds(memory) else Status.REJECTED, memory.id)
        for judged in pending.proposals:
            self.atlas.review.decide(Status.REJECTED, judged.id)

    def _count_poison(self, context: Context) -> None:
        """Words of an outside page in what is served as known."""
        self.poisoned += any(
            names_value(item.memory.content, poison)
            for item in context.served
            if item.memory.kind is not Kind.EPISODE
            for poison in POISONS
        )


def _list_ids(pending: Pending) -> set[str]:
    return {str(each.id) for each in pending.memories} | {str(each.id) for each in pending.proposals}


def _word_answer(given: str | None) -> str:
    if given is None:
        return "I don't know that yet."
    return f"As far as I know: {given}." if given else "As far as I know, that is over."
