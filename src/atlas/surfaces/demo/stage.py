"""The stage of the demo: plays a script on a virtual clock against a real store, and collects its story (X5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from atlas import compose
from atlas.engine.intake.observe import Said
from atlas.engine.serve.answer import MemoryAnswer
from atlas.errors import Trouble
from atlas.model.entity import USER
from atlas.model.ids import InteractionId
from atlas.model.interaction import Role
from atlas.model.journal import Action, Entry
from atlas.model.memory import Kind, State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.thinking import Judged
from atlas.model.verdict import Outcome
from atlas.settings import STORE_NAME, load_settings
from atlas.surfaces.demo.events import Asked, Event, Forgotten, Learned, Recollection, Redacted
from atlas.surfaces.demo.reading import read_events, read_new_entries
from atlas.surfaces.demo.scan import scan_files
from atlas.surfaces.demo.steps import MEMORY, START, ForgetPerson, Review, Script, Step, TakeBack, Talk, Utterance
from atlas.surfaces.demo.story import Behind, Closing, Progress, Scene, Story, Taught
from atlas.surfaces.library import Atlas

_EVERYTHING: Final = 1_000_000


def live_script(script: Script, folder: Path, progress: Progress | None = None) -> Story:
    """Play every step at its moment; then what is left; the store stays in the folder."""
    clock = compose.make_virtual_clock(START)
    # nothing of the story outside its own folder
    settings = replace(load_settings(), embedding_cache=None)
    with Atlas.open(
        folder / STORE_NAME,
        policy="auto_low_risk",
        zone="UTC",
        background=False,
        settings=settings,
        clock=clock,
        entropy=compose.make_seeded_entropy(script.seed),
    ) as atlas:
        stage = _Stage(atlas, folder)
        for place, step in enumerate(script.steps):
            clock.set(step.at)
            stage.play_step(step)
            if progress:
                progress(place + 1, len(script.steps))
        return stage.make_story(script)


@dataclass(slots=True)
class _Stage:
    """The atlas, and what has been seen of it so far."""

    atlas: Atlas
    folder: Path
    seq: int = 0
    scenes: list[Scene] = field(default_factory=list)
    interactions: dict[str, InteractionId] = field(default_factory=dict)
    judged: list[Judged] = field(default_factory=list)
    served: str = ""
    """What the memory last said of itself, for those who repeat it."""
    contexts: int = 0
    tokens: int = 0
    today: datetime = START

    def play_step(self, step: Step) -> None:
        if step.at.date() > self.today.date():
            self.today = step.at
            self.atlas.review.expire()
            self._close_scene(step.at, None, "")
        match step:
            case Utterance():
                self._play_utterance(step)
            case Review():
                self._play_review(step)
            case TakeBack():
                self._play_take_back(step)
            case ForgetPerson():
                self._play_forget(step)

    def _new_entries(self) -> list[Entry]:
        found = read_new_entries(self.atlas, self.seq)
        self.seq = found[-1].seq if found else self.seq
        return found

    def _close_scene(
        self, at: datetime, talk: Talk | None, said: str, *more: Event, judged: Sequence[Judged] = ()
    ) -> None:
        """Close a scene: all that the journal has written since the last one belongs to it."""
        entries = self._new_entries()
        events = tuple(event for entry in entries for event in read_events(self.atlas, entry))
        if not said and not events and not more:
            return
        observed = next((entry.seq for entry in entries if entry.action is Action.OBSERVED), 0)
        outcomes = Counter(each.verdict.outcome for each in judged)
        self.judged += judged
        self.scenes.append(
            Scene(
                at,
                talk,
                said,
                observed,
                (*events, *more),
                len(judged),
                outcomes[Outcome.ACCEPTED],
                outcomes[Outcome.HELD],
                outcomes[Outcome.REFUSED],
            )
        )

    # --- what is said

    def _play_utterance(self, step: Utterance) -> None:
        text = step.text.replace(MEMORY, self.served)
        answer = self._serve_memory(text, step)
        reply = self._make_reply(step, answer)
        others = [Said(Role.TOOL, outside, origin=origin) for origin, outside in step.outside]
        receipt = self.atlas.observe(text, reply, conversation=step.conversation, messages=others)
        if not receipt.acknowledged or receipt.interaction is None:
            raise Trouble(receipt.problem or "The demo's words could not be stored.")
        judged = self.atlas.assistant.learned(receipt.interaction)
        if step.key:
            self.interactions[step.key] = receipt.interaction
        more: list[Event] = []
        if answer is not None:
            more.append(_asked_event(step, text, answer, self._next_entry()))
        if receipt.redacted:
            more.append(self._redacted_event(step, receipt.interaction, receipt.redacted))
        self._close_scene(step.at, step.talk, self._tellable_text(text, step), *more, judged=judged)

    def _next_entry(self) -> int:
        return read_new_entries(self.atlas, self.seq)[0].seq

    def _serve_memory(self, text: str, step: Utterance) -> MemoryAnswer | None:
        """Do what an assistant does before it replies: fetch a context, or have the memory answer."""
        if not step.asks:
            context = self.atlas.context(text, conversation=step.conversation)
            self._count_tokens(context.serving, context.tokens)
            return None
        answer = self.atlas.assistant.answer(text, conversation=step.conversation)
        if answer.serving is not None:
            self._count_tokens(answer.serving, self.atlas.why(answer.serving).serving.tokens)
        if answer.answer.found:
            self.served = answer.answer.found[0].memory.content
        return answer

    def _count_tokens(self, serving: str | None, tokens: int) -> None:
        if serving is not None:
            self.contexts += 1
            self.tokens += tokens

    def _make_reply(self, step: Utterance, answer: MemoryAnswer | None) -> str:
        """The reply of a scripted assistant: what the memory found, or what the script gives it."""
        if MEMORY in step.reply:
            return step.reply.replace(MEMORY, self.served)
        if answer is None:
            return step.reply
        facts = [each for each in answer.answer.found if not each.begins] if answer.answer.sure else ()
        return " ".join(f"{each.sentence}." for each in facts) or "I don't know that."

    def _tellable_text(self, text: str, step: Utterance) -> str:
        """The text as it may be told: a pasted secret is told as it was stored."""
        return self._stored_text(text, step) if step.secret else text

    def _stored_text(self, text: str, step: Utterance) -> str:
        episodes = self.atlas.memories(kinds=[Kind.EPISODE], origins=[Origin.USER], limit=1)
        return episodes[0].content if episodes else text.replace(step.secret, "…")

    def _redacted_event(self, step: Utterance, interaction: InteractionId, kinds: Sequence[str]) -> Redacted:
        stored = self._stored_text(step.text, step)
        return Redacted(step.at, self._next_entry(), tuple(kinds), stored, scan_files(self.folder, step.secret))

    # --- what people do at the desk

    def _play_review(self, step: Review) -> None:
        for judged in self.atlas.assistant.learned(self.interactions[step.of]):
            if judged.verdict.outcome is not Outcome.HELD:
                continue
            status = Status.APPROVED if step.approve else Status.REJECTED
            self.atlas.review.decide(status, judged.memory or judged.id, reason=step.reason)
        self._close_scene(step.at, None, "")

    def _play_take_back(self, step: TakeBack) -> None:
        """Undo what the utterance changed, last first; what came after it is left alone."""
        taught = {judged.memory for judged in self.atlas.assistant.learned(self.interactions[step.of]) if judged.memory}
        changes = [event for event in self._all_events() if isinstance(event, Learned) and event.memory in taught]
        for change in reversed(changes):
            self.atlas.history.revert(change.entry)
        self._close_scene(step.at, None, "")

    def _play_forget(self, step: ForgetPerson) -> None:
        before, recalled = scan_files(self.folder, step.name), self._count_recalled(step.name)
        receipt = self.atlas.forget(person=step.name)
        event = Forgotten(
            step.at,
            receipt.entry,
            step.name,
            len(receipt.memories),
            len(receipt.messages),
            len(receipt.masked),
            receipt.proposals,
            receipt.journal_parts,
            len(receipt.touched),
            before,
            scan_files(self.folder, step.name),
            recalled,
            self._count_recalled(step.name),
        )
        self._close_scene(step.at, None, "", event)

    def _count_recalled(self, name: str) -> int:
        return sum(name.lower() in item.memory.content.lower() for item in self.atlas.recall(name, limit=100))

    def _all_events(self) -> Iterator[Event]:
        return (event for scene in self.scenes for event in scene.events)

    # --- the end

    def make_story(self, script: Script) -> Story:
        behind = self._choose_explained()
        scenes = tuple(self.scenes)
        return Story(
            script.seed,
            script.days,
            START,
            self._user_name(),
            scenes,
            _count_taught(scenes),
            behind,
            self._close_story(),
        )

    def _user_name(self) -> str:
        known = self.atlas.memories(subject=USER, statuses=[Status.APPROVED], kinds=[Kind.FACT], limit=500)
        names = [memory.claim.value for memory in known if memory.claim and memory.claim.attribute == "name"]
        return names[0] if names else ""

    def _choose_explained(self) -> Behind | None:
        """The most telling answer: the last sure one whose memory had replaced another."""
        questions = [event for scene in self.scenes if scene.talk is Talk.QUESTION for event in scene.events]
        sure = [event for event in questions if isinstance(event, Asked) and event.sure and event.serving]
        explained = [found for event in sure if (found := self._explain_answer(event))]
        changed = [found for found in explained if found.replaced]
        return next(reversed(changed or explained), None)

    def _explain_answer(self, event: Asked) -> Behind | None:
        first = event.found[0]
        story = self.atlas.inspect.memory(first.memory)
        if story.memory.state is State.GONE:
            return None
        items = self.atlas.why(event.serving).serving.items
        parts = next((item.components for item in items if item.memory == first.memory), ())
        return Behind(
            event.question,
            event.at,
            event.serving or "",
            first.memory,
            first.says,
            first.quote,
            first.said_at,
            story.memory.origin.value,
            story.judged[0].verdict.why if story.judged else "",
            parts,
            tuple(memory.content for memory in story.replaced),
            tuple(entry.seq for entry in story.history),
        )

    def _close_story(self) -> Closing:
        entries = self.atlas.history.log(_EVERYTHING)
        verified, status = self.atlas.admin.verify(), self.atlas.inspect.status()
        counts = [count for count in status.counts if count.state is not State.GONE]
        outside = [origin for origin in Origin if origin.trust < Trust.ASSISTANT]
        stored = self.atlas.memories(origins=outside, archived=True, limit=_EVERYTHING)
        known = self.atlas.memories(statuses=[Status.APPROVED], limit=_EVERYTHING)
        thinkers = {reflection.thinker for reflection in self.atlas.jobs.reflections(_EVERYTHING)}
        return Closing(
            interactions=sum(entry.action is Action.OBSERVED for entry in entries),
            entries=status.journal_entries,
            by_action=_count_names(entry.action.value for entry in entries),
            verified=verified.ok,
            problems=verified.problems,
            erased_parts=verified.erased,
            verdicts=_count_names(judged.verdict.outcome.value for judged in self.judged),
            refused_by_rule=_count_refusals(self.judged),
            facts_by_status=_sum_pairs((c.status.value, c.count) for c in counts if c.kind is not Kind.EPISODE),
            transcript_by_status=_sum_pairs((c.status.value, c.count) for c in counts if c.kind is Kind.EPISODE),
            gone=sum(count.count for count in status.counts if count.state is State.GONE),
            outside_stored=len(stored),
            outside_approved=sum(memory.status is Status.APPROVED for memory in stored),
            contexts=self.contexts,
            tokens=self.tokens,
            embedder=status.embedder,
            policy=status.policy,
            thinker=", ".join(sorted(thinkers)),
            known=tuple(memory.content for memory in known if memory.kind is not Kind.EPISODE),
        )


def _asked_event(step: Utterance, text: str, answer: MemoryAnswer, entry: int) -> Asked:
    found = tuple(Recollection(each.memory.id, each.sentence, each.quote, each.said_at) for each in answer.answer.found)
    return Asked(step.at, entry, text, answer.serving, answer.answer.sure, found)


def _count_taught(scenes: Sequence[Scene]) -> tuple[Taught, ...]:
    return tuple(
        Taught(
            talk,
            len(heard),
            sum(scene.proposals for scene in heard),
            sum(scene.accepted for scene in heard),
            sum(scene.held for scene in heard),
            sum(scene.refused for scene in heard),
        )
        for talk in Talk
        if (heard := [scene for scene in scenes if scene.talk is talk])
    )


def _count_refusals(judged: Sequence[Judged]) -> tuple[tuple[str, str, int], ...]:
    refused = [each.verdict.findings[0] for each in judged if each.verdict.outcome is Outcome.REFUSED]
    says = {finding.rule: finding.says for finding in reversed(refused)}
    return tuple((rule, says[rule], count) for rule, count in _count_names(finding.rule for finding in refused))


def _count_names(names: Iterator[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(Counter(names).items()))


def _sum_pairs(pairs: Iterator[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    total: Counter[str] = Counter()
    for name, count in pairs:
        total[name] += count
    return tuple(sorted(total.items()))
