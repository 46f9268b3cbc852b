"""T3, T6: what became of what was served is told from each reply, once; only use makes a memory stronger."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from _minds import remade

from atlas import Atlas
from atlas.consolidation.retention import current_strength
from atlas.curation.effects import MemoryChange
from atlas.curation.policy import Mode
from atlas.engine.core.ledger import Ledger
from atlas.engine.intake import reply_feedback as feedback
from atlas.engine.intake.episodes import make_episodes
from atlas.engine.intake.reply_feedback import reinforce_from_replies
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.ids import ConversationId, MemoryId
from atlas.model.journal import Action, Actor, RowKind
from atlas.model.memory import Basis, Memory, State, Status
from atlas.model.proposal import Archive, Revise
from atlas.model.recall import ServedItem, Serving
from atlas.model.verdict import Outcome
from atlas.retrieval.policy import RecallPolicy
from atlas.testing.samples import memory

USED, IGNORED = FeedbackSignal.USED, FeedbackSignal.IGNORED


def know(life, id: str, content: str, **fields: object) -> MemoryId:  # type: ignore[no-untyped-def]
    """A memory, as if somebody had approved it a moment ago."""
    now = life.runtime.now()
    made = memory(id, content, created_at=now, observed_at=now, reinforced_at=now, **fields)
    with life.runtime.store.writing(life.runtime.space) as txn:
        Ledger(life.runtime, txn).write_change(Actor.OPERATOR, Action.REMEMBERED, [MemoryChange(None, made)])
    return made.id


def change(life, id: MemoryId, **fields: object) -> None:  # type: ignore[no-untyped-def]
    with life.runtime.store.writing(life.runtime.space) as txn:
        held = txn.memory(id)
        after = replace(held, version=held.version + 1, **fields)
        Ledger(life.runtime, txn).write_change(Actor.OPERATOR, Action.CHANGED, [MemoryChange(held, after)])


def stand(life, *ids: str, query: str = "Tell me.", conversation: str = "c1") -> None:  # type: ignore[no-untyped-def]
    """A context in which just these stood; what was said before is kept before, as by any context."""
    make_episodes(life.runtime)
    life.virtual.later(seconds=5)
    items = tuple(ServedItem(MemoryId(id), 1.0, ()) for id in ids)
    place = ConversationId(conversation)
    with life.runtime.store.writing(life.runtime.space) as txn:
        txn.add_serving(Serving(life.runtime.serving_id(), life.runtime.now(), query, place, items, 12))


def answer(life, reply: str | None, asked: str = "Tell me.", conversation: str = "c1") -> None:  # type: ignore[no-untyped-def]
    """The reply, not thought about yet."""
    life.virtual.later(seconds=5)
    assert life.atlas.observe(user=asked, assistant=reply, conversation=conversation).acknowledged


def turn(life, reply: str, *ids: str, conversation: str = "c1") -> None:  # type: ignore[no-untyped-def]
    stand(life, *ids, conversation=conversation)
    answer(life, reply, conversation=conversation)
    reinforce_from_replies(life.runtime)


def rows(life, id: str | None = None) -> list[Feedback]:  # type: ignore[no-untyped-def]
    """The oldest first."""
    return [each.feedback for each in reversed(life.atlas.feedback.log(id, limit=1_000))]


def told(life, id: str) -> list[str]:  # type: ignore[no-untyped-def]
    return [row.signal.value for row in rows(life, id)]


def held(life, id: str) -> Memory:  # type: ignore[no-untyped-def]
    return life.atlas.inspect.memory(id).memory


def entries(life, action: Action = Action.REINFORCED):  # type: ignore[no-untyped-def]
    return [entry for entry in life.atlas.history.log(1_000) if entry.action is action]


# --- told from replies


def test_a_reply_tells_by_itself_what_it_used_of_its_context(life) -> None:  # T3, T6, T2
    life.say("I live in Porto. I work as a nurse.")
    life.virtual.later(seconds=5)
    served = life.atlas.context("Where do I live?", conversation="c1").serving
    answer(life, "In Porto, by the river.", asked="Where do I live?")
    porto, nurse = life.fact("lives in Porto"), life.fact("works as a nurse")
    assert (porto.uses, rows(life)) == (0, [])  # the reply does not wait for it
    life.atlas.flush()
    (row,) = rows(life, porto.id)
    assert (row.signal, row.share, row.serving) == (USED, 1.0, served)
    assert row.reply == life.atlas.why(served).reply.id
    assert [(each.signal, each.share) for each in rows(life, nurse.id)] == [(IGNORED, 0.0)]
    now = held(life, porto.id)
    assert (now.uses, now.contexts, now.stability_days, now.strength) == (1, 1, 75.0, 1.0)
    assert now.reinforced_at == life.atlas.why(served).reply.at
    assert held(life, nurse.id) == nurse
    assert life.atlas.admin.verify().ok


def test_a_clock_that_stands_still_loses_no_feedback(life) -> None:  # T3, T6
    life.say("I live in Porto. I work as a nurse.")
    porto, nurse = life.fact("lives in Porto"), life.fact("works as a nurse")
    replies = {"Where do I live?": "In Porto, by the river.", "What is my job?": "You are a nurse."}
    served = []
    for _ in range(7):  # more than are looked at after one context
        for question, reply in replies.items():
            served.append((life.atlas.context(question, conversation="c1").serving, reply))
            assert life.atlas.observe(user=question, assistant=reply, conversation="c1").acknowledged
            life.atlas.flush()
    assert told(life, porto.id) == ["used", "ignored"] * 7
    assert told(life, nurse.id) == ["ignored", "used"] * 7
    assert [life.atlas.why(id).reply.text for id, _ in served[:2]] == [reply for _, reply in served[:2]]


def test_what_was_taken_in_at_the_instant_of_a_context_is_no_reply_to_other_words(life) -> None:  # T3
    know(life, "m_1", "The reading room closes early")
    assert life.atlas.observe(user="Hello.", assistant="The reading room!", conversation="c1").acknowledged
    make_episodes(life.runtime)
    items = (ServedItem(MemoryId("m_1"), 1.0, ()),)
    with life.runtime.store.writing(life.runtime.space) as txn:
        place = ConversationId("c1")
        txn.add_serving(Serving(life.runtime.serving_id(), life.runtime.now(), "opening hours", place, items, 12))
    reinforce_from_replies(life.runtime)
    assert rows(life) == []
    answer(life, "The reading room closes at six.", asked="When does it close?")
    reinforce_from_replies(life.runtime)
    assert told(life, "m_1") == ["used"]


def test_being_fetched_is_not_being_used(life) -> None:  # T3
    life.say("I live in Porto.")
    before = held(life, life.fact("Porto").id)
    for _ in range(5):
        life.virtual.later(minutes=1)
        life.atlas.context("Where do I live?", conversation="c1")
        life.atlas.recall("Where do I live?")
    life.atlas.flush()
    assert held(life, before.id) == before
    assert (rows(life), entries(life)) == ([], [])
    answer(life, None, asked="Where do I live?")  # the user's own words are no reply
    life.atlas.flush()
    assert rows(life) == []


@pytest.mark.parametrize(
    ("text", "used", "ignored"),
    [
        ("The reading room closes on Thursday", "On Thursday the reading room is shut.", "I cannot say."),
        ("Он работает инженером в Новосибирске", "В Новосибирске, инженером.", "Не знаю, извините."),
        ("她住在上海的老城区", "上海的老城区很美。", "我不知道。"),
        ("تعمل الطبيبة في المستشفى الكبير", "في المستشفى الكبير طبعا، الطبيبة هناك", "لا أعرف"),
    ],
)
def test_in_any_script(life, text: str, used: str, ignored: str) -> None:  # T6
    know(life, "m_1", text)
    turn(life, used, "m_1")
    turn(life, ignored, "m_1")
    assert told(life, "m_1") == ["used", "ignored"]


def test_what_share_counts_as_used_is_set(life) -> None:  # T6
    know(life, "m_1", "The reading room closes on Thursday")
    remade(life, recall=RecallPolicy(used_above=0.9))
    turn(life, "Some room is shut on Thursday.", "m_1")
    assert told(life, "m_1") == ["ignored"]
    (use,) = life.atlas.why().uses
    assert (use.used, use.above) == (False, 0.9)


def test_what_has_no_word_that_could_show_it_gets_no_row(life) -> None:  # T6
    know(life, "m_1", "It is what it is")
    turn(life, "It is what it is.", "m_1")
    assert (rows(life), held(life, "m_1").uses) == ([], 0)


def test_the_first_two_ignorings_cost_nothing_and_the_third_does(life) -> None:  # T6
    know(life, "m_1", "The reading room closes early")
    before = held(life, "m_1")
    for _ in range(2):
        turn(life, "I cannot say.", "m_1")
        assert held(life, "m_1") == before
    turn(life, "I cannot say.", "m_1")
    now = held(life, "m_1")
    assert (now.stability_days, now.strength, now.uses) == (15.0, 0.9, 0)
    turn(life, "The reading room closes soon.", "m_1")
    grown = held(life, "m_1")
    assert (grown.stability_days, grown.uses) == (37.5, 1)
    turn(life, "I cannot say.", "m_1")
    assert held(life, "m_1") == grown  # used once, it may be ignored twice again


def test_each_reply_is_told_of_once(life) -> None:  # T3
    know(life, "m_1", "The reading room closes early")
    stand(life, "m_1")
    stand(life, "m_1")  # two contexts, one reply
    answer(life, "The reading room closes at six.")
    assert reinforce_from_replies(life.runtime) == 1
    after = held(life, "m_1")
    assert (reinforce_from_replies(life.runtime), reinforce_from_replies(life.runtime)) == (0, 0)
    life.atlas.flush()
    assert held(life, "m_1") == after
    assert (told(life, "m_1"), after.uses, len(entries(life))) == (["used"], 1, 1)


def test_one_entry_holds_all_that_a_reply_moved(life) -> None:
    for number, word in enumerate(("reading", "closing", "morning")):
        know(life, f"m_{number}", f"The {word} room")
    turn(life, "The reading room is the closing room, in the morning.", "m_0", "m_1", "m_2")
    (entry,) = entries(life)
    assert {part.id for part in entry.parts} == {"m_0", "m_1", "m_2"}
    assert entry.actor is Actor.ATLAS
    assert life.atlas.admin.verify().ok


def test_of_two_processes_one_does_it(live: Callable[..., object], monkeypatch: pytest.MonkeyPatch) -> None:  # T3
    life, other = live("shared.atlas"), live("shared.atlas", seed=8)
    know(life, "m_1", "The reading room closes early")
    stand(life, "m_1")
    answer(life, "The reading room closes at six.")
    real, done = feedback._measure_use, []

    def meanwhile(runtime, behind):  # type: ignore[no-untyped-def]
        if not done:
            done.append(0)
            done[0] = reinforce_from_replies(other.runtime)  # type: ignore[attr-defined] # the other one was quicker
        return real(runtime, behind)

    monkeypatch.setattr(feedback, "_measure_use", meanwhile)
    assert (reinforce_from_replies(life.runtime), done) == (0, [1])
    assert (held(life, "m_1").uses, told(life, "m_1"), len(entries(life))) == (1, ["used"], 1)


def test_where_nobody_works_it_is_owed(live: Callable[..., object]) -> None:  # T6
    life = live("quiet.atlas")
    know(life, "m_1", "The reading room closes early")
    stand(life, "m_1")
    answer(life, "The reading room closes at six.")
    said = life.runtime.now()
    life.atlas.close(think=False)
    later = live("quiet.atlas", start=said + timedelta(days=9))
    later.atlas.flush()
    now = held(later, "m_1")
    assert (now.uses, now.reinforced_at) == (1, said)  # when it was said, not when it was looked at


def test_what_was_forgotten_or_archived_meanwhile_is_passed_by(life) -> None:  # X3
    for id in ("m_1", "m_2", "m_3"):
        know(life, id, "The reading room closes early")
    stand(life, "m_1", "m_2", "m_3")
    answer(life, "The reading room closes at six.")
    life.atlas.forget("m_1")
    change(life, MemoryId("m_2"), state=State.ARCHIVED)
    reinforce_from_replies(life.runtime)
    assert {row.memory for row in rows(life)} == {"m_3"}
    assert [held(life, id).uses for id in ("m_2", "m_3")] == [0, 1]


def test_what_is_forgotten_while_it_is_told_is_passed_by_too(life, monkeypatch: pytest.MonkeyPatch) -> None:  # X3
    know(life, "m_1", "The reading room closes early")
    know(life, "m_2", "The reading room closes late")
    stand(life, "m_1", "m_2")
    answer(life, "The reading room closes at six.")
    real = feedback._measure_use

    def meanwhile(runtime, behind):  # type: ignore[no-untyped-def]
        rows = real(runtime, behind)
        life.atlas.forget("m_1")
        change(life, MemoryId("m_2"), importance=0.9)  # changed meanwhile: what was read is of the past
        return rows

    monkeypatch.setattr(feedback, "_measure_use", meanwhile)
    reinforce_from_replies(life.runtime)
    assert {row.memory for row in rows(life)} == {"m_2"}
    assert (held(life, "m_2").uses, held(life, "m_2").importance) == (1, 0.9)


def test_a_reply_that_is_forgotten_tells_nothing(life) -> None:  # X3
    know(life, "m_1", "The reading room closes early")
    stand(life, "m_1")
    answer(life, "The reading room closes at six.")
    life.atlas.forget(conversation="c1")
    assert reinforce_from_replies(life.runtime) == 0
    assert (rows(life), held(life, "m_1").uses) == ([], 0)


def test_a_reply_that_is_forgotten_while_it_tells_moves_nothing(life, monkeypatch: pytest.MonkeyPatch) -> None:  # X3
    know(life, "m_1", "The reading room closes early")
    stand(life, "m_1")
    answer(life, "The reading room closes at six.")
    real = feedback._measure_use

    def meanwhile(runtime, behind):  # type: ignore[no-untyped-def]
        rows = real(runtime, behind)
        life.atlas.forget(conversation="c1")
        return rows

    monkeypatch.setattr(feedback, "_measure_use", meanwhile)
    reinforce_from_replies(life.runtime)
    assert (rows(life), held(life, "m_1").uses) == ([], 0)


def test_a_context_whose_reply_was_mistaken_tells_once(life) -> None:  # T3
    """Handed over one by one, the first of several looks like the reply to all of their contexts."""
    know(life, "m_1", "The reading room closes early")
    asked = ("Is it open?", "When does it close?")
    for question in asked:
        stand(life, "m_1", query=question)
    for question in asked:
        answer(life, "The reading room closes at six.", asked=question)
        reinforce_from_replies(life.runtime)
    assert len(rows(life)) <= len(asked)
    assert len({row.serving for row in rows(life)}) == len(rows(life)) == held(life, "m_1").uses


def test_uses_are_counted_by_context_too(life) -> None:  # T5
    know(life, "m_1", "The reading room closes early")
    says = "The reading room closes at six."
    counts = []
    for conversation, minutes in (("c1", 1), ("c1", 1), ("c2", 1), ("c2", 45), ("c2", 1)):
        life.virtual.later(minutes=minutes)
        turn(life, says, "m_1", conversation=conversation)
        counts.append((held(life, "m_1").uses, held(life, "m_1").contexts))
    assert counts == [(1, 1), (2, 1), (3, 2), (4, 3), (5, 3)]


def test_a_similarity_that_is_given_decides_instead(life) -> None:  # T6
    know(life, "m_1", "The reading room closes early")
    heard: list[tuple[str, str]] = []
    values = iter([0.9, 0.5, float("nan"), 7.0])

    def similar(text: str, reply: str) -> float:
        heard.append((text, reply))
        return next(values)

    life.runtime = replace(life.runtime, similar=similar)
    turn(life, "At six.", "m_1")
    turn(life, "The reading room closes early.", "m_1")
    assert heard[0] == ("The reading room closes early", "At six.")
    assert [(row.signal, row.share) for row in rows(life)] == [(USED, 0.9), (IGNORED, 0.5)]
    turn(life, "The reading room closes early.", "m_1")  # not a number: a trouble, and the words tell
    turn(life, "No.", "m_1")
    assert [(row.signal, row.share) for row in rows(life)[2:]] == [(USED, 1.0), (USED, 1.0)]
    assert [each.where for each in life.runtime.memo.troubles] == ["feedback"]


def test_a_similarity_that_fails_is_a_trouble_and_the_words_tell(life) -> None:  # T6
    know(life, "m_1", "The reading room closes early")

    def similar(text: str, reply: str) -> float:
        raise RuntimeError(f"secret: {text}")

    life.runtime = replace(life.runtime, similar=similar)
    turn(life, "The reading room closes at six.", "m_1")
    assert told(life, "m_1") == ["used"]
    (trouble,) = life.runtime.memo.troubles
    assert trouble.says == "The similarity failed (RuntimeError); words are compared."


def test_a_similarity_comes_in_where_a_store_is_opened(tmp_path) -> None:  # type: ignore[no-untyped-def] # T6
    with Atlas.open(tmp_path / "me.atlas", background=False, similar=lambda text, reply: 1.0) as atlas:
        atlas.observe(user="I live in Porto.", assistant="Nice.", conversation="c1")
        atlas.context("Where do I live?", conversation="c1")
        atlas.observe(user="Where do I live?", assistant="Who knows.", conversation="c1")
        atlas.flush()
        assert {each.feedback.signal for each in atlas.feedback.log()} == {USED}


def test_over_a_long_time_what_is_used_and_what_is_ignored_part_ways(life) -> None:  # T6, T7
    know(life, "m_used", "The reading room closes early", basis=Basis.INFERRED, stability_days=1.0)
    know(life, "m_ignored", "Bicycles belong in the cellar", basis=Basis.INFERRED, stability_days=1.0)
    know(life, "m_stated", "My bicycle stands outside", basis=Basis.STATED)
    for day in range(40):
        life.virtual.later(hours=6)
        turn(life, "The reading room closes at six.", "m_used", "m_ignored")
        if day % 20 == 0:
            turn(life, "The reading room closes at six.", "m_stated")
    now, policy = life.runtime.now(), life.runtime.retention
    strengths = {id: current_strength(held(life, id), now, policy) for id in ("m_used", "m_ignored", "m_stated")}
    assert strengths["m_used"] == 1.0
    assert strengths["m_stated"] > 0.5
    assert strengths["m_ignored"] < 0.05
    assert [id for id, left in strengths.items() if left < 0.05] == ["m_ignored"]
    assert held(life, "m_used").uses == 40
    assert life.atlas.admin.verify().ok


def test_a_memory_that_is_always_ignored_stops_filling_the_journal(life) -> None:
    know(life, "m_1", "Bicycles belong in the cellar")
    for _ in range(60):
        turn(life, "I cannot say.", "m_1")
    before = len(entries(life))
    for _ in range(20):
        turn(life, "I cannot say.", "m_1")
    assert len(rows(life)) == 80
    assert len(entries(life)) == before < 40


def test_talk_without_contexts_is_passed_by_and_nothing_behind_it_is_missed(
    life, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feedback, "PAGE", 5)
    monkeypatch.setattr(feedback, "BATCH", 2)
    know(life, "m_1", "The reading room closes early")
    for number in range(12):
        if number in (3, 4, 5, 11):
            stand(life, "m_1")
        answer(life, "The reading room closes.", asked=f"Question {number}")
        answer(life, "The reading room closes.", asked=f"Question {number}", conversation="elsewhere")
    assert reinforce_from_replies(life.runtime) == 24
    assert (told(life, "m_1"), held(life, "m_1").uses) == (["used"] * 4, 4)


# --- somebody's word


def test_helped_counts_as_used_and_applied(life) -> None:  # T6
    know(life, "m_1", "The reading room closes early")
    made = life.atlas.feedback.rate_memory("m_1", "helped", "it was right")
    assert made.counted
    assert (made.memory.uses, made.memory.applications, made.memory.contexts) == (1, 1, 1)
    assert made.memory.stability_days == 75.0
    assert held(life, "m_1") == made.memory
    assert told(life, "m_1") == ["helped"]
    (entry,) = entries(life)
    assert entry.actor is Actor.OPERATOR
    again = life.atlas.feedback.rate_memory("m_1", "used")
    assert (again.memory.uses, again.memory.applications) == (2, 1)  # nobody knows of which reply: each word counts


def test_a_word_counts_once_for_each_reply(life) -> None:  # T3
    know(life, "m_1", "The reading room closes early")
    turn(life, "The reading room closes at six.", "m_1")
    assert not life.atlas.feedback.rate_memory("m_1", "used").counted  # told from the reply already
    helped = life.atlas.feedback.rate_memory("m_1", "helped")
    assert helped.counted
    assert (helped.memory.uses, helped.memory.applications) == (1, 1)
    assert not life.atlas.feedback.rate_memory("m_1", "helped").counted
    assert (held(life, "m_1").uses, held(life, "m_1").applications) == (1, 1)
    assert told(life, "m_1") == ["used", "helped"]


def test_a_word_that_comes_before_the_reply_is_looked_at_is_not_counted_again(life) -> None:  # T3
    know(life, "m_1", "The reading room closes early")
    stand(life, "m_1")
    life.atlas.feedback.rate_memory("m_1", "used")  # before the reply is handed over
    answer(life, "The reading room closes at six.")
    reinforce_from_replies(life.runtime)
    assert (held(life, "m_1").uses, told(life, "m_1")) == (1, ["used"])


def test_a_word_outranks_what_the_words_told(life) -> None:  # T3
    know(life, "m_1", "The reading room closes early")
    turn(life, "Yes.", "m_1")
    assert told(life, "m_1") == ["ignored"]
    assert life.atlas.feedback.rate_memory("m_1", "used").counted
    assert (held(life, "m_1").uses, told(life, "m_1")) == (1, ["ignored", "used"])


def test_wrong_opens_a_failure_and_asks_for_review(life) -> None:  # T6, C2
    life.say("I live in Porto.")
    life.virtual.later(seconds=5)
    life.atlas.context("Where do I live?", conversation="c1")
    answer(life, "In Porto.", asked="Where do I live?")
    life.atlas.flush()
    fact = life.fact("Porto")
    made = life.atlas.feedback.rate_memory(fact.id, "wrong", "It is Braga.")
    assert held(life, fact.id).status is made.memory.status is Status.NEEDS_REVIEW
    (failure,) = life.atlas.inspect.failures()
    assert failure.id == made.failure
    (reply,) = (each for each in life.atlas.inspect.memory(fact.id).replies if each.use and each.use.used)
    assert failure.about == reply.message.interaction  # the reply that used it
    assert fact.id in {each.id for each in life.atlas.review.pending().memories}
    assert life.atlas.feedback.rate_memory(fact.id, "wrong").failure == made.failure  # one for each reply
    life.atlas.undo()
    assert held(life, fact.id).status is Status.APPROVED
    assert life.atlas.admin.verify().ok


def test_wrong_of_what_no_reply_used_is_about_what_it_was_learned_from(life) -> None:  # T6
    life.say("I live in Porto.")
    fact = life.fact("Porto")
    made = life.atlas.feedback.rate_memory(fact.id, "wrong")
    (failure,) = life.atlas.inspect.failures()
    assert failure.id == made.failure
    assert life.atlas.inspect.interaction(failure.about).interaction.messages[0].text == "I live in Porto."
    know(life, "m_1", "Nobody said so")
    alone = life.atlas.feedback.rate_memory("m_1", "wrong")
    assert (alone.failure, alone.memory.status) == (None, Status.NEEDS_REVIEW)


def test_stale_proposes_to_close_and_curation_judges(life) -> None:  # T6, T16
    life.say("I live in Porto.")
    fact = life.fact("Porto")
    life.virtual.later(days=3)
    made = life.atlas.feedback.rate_memory(fact.id, "stale", "She moved.")
    assert made.judged is not None
    assert made.judged.verdict.outcome is Outcome.ACCEPTED
    assert held(life, fact.id).valid_until == life.runtime.now()
    assert held(life, fact.id).evidence[0] == fact.evidence[0]
    assert "Porto" not in str([each.memory.claim for each in life.atlas.recall("Where do I live?")])
    with pytest.raises(Refused, match="is closed already"):
        life.atlas.feedback.rate_memory(fact.id, "stale")
    life.atlas.undo()
    assert held(life, fact.id).valid_until is None
    assert life.atlas.admin.verify().ok


def test_stale_waits_for_a_person_where_a_person_decides(live: Callable[..., object]) -> None:  # C3
    life = live("careful.atlas", mode=Mode.MANUAL)
    life.say("I live in Porto.")
    fact = life.fact("Porto")
    life.atlas.approve(fact.id)
    made = life.atlas.feedback.rate_memory(fact.id, "stale")
    assert made.judged.verdict.outcome is Outcome.HELD
    assert held(life, fact.id).valid_until is None
    life.atlas.approve(made.judged.id)
    assert held(life, fact.id).valid_until is not None


def test_stale_of_what_stands_on_nothing_waits_for_a_person(life) -> None:  # T6
    know(life, "m_1", "Nobody said so")
    made = life.atlas.feedback.rate_memory("m_1", "stale")
    assert made.judged.verdict.outcome is Outcome.HELD
    assert made.judged.verdict.why == "Nothing that was said stands behind it; a person decides."
    assert [each.id for each in life.atlas.review.pending().proposals] == [made.judged.id]
    assert life.atlas.feedback.rate_memory("m_1", "stale").judged.id == made.judged.id  # it waits already
    life.atlas.approve(made.judged.id)
    assert held(life, "m_1").state is State.ARCHIVED


@pytest.mark.parametrize("mode", list(Mode))
def test_a_model_can_neither_approve_nor_close(live: Callable[..., object], mode: Mode) -> None:  # C3
    life = live(f"{mode}.atlas", mode=mode)
    life.say("I live in Porto.")
    fact = life.fact("Porto")
    before = fact
    stale = life.atlas.feedback.rate_memory(fact.id, "stale", by_model=True)
    wrong = life.atlas.feedback.rate_memory(fact.id, "wrong", by_model=True)
    assert life.atlas.feedback.rate_memory(fact.id, "wrong", by_model=True).judged.id == wrong.judged.id
    for made, kind in ((stale, Revise), (wrong, Archive)):
        assert isinstance(made.judged.proposal, kind)
        assert made.judged.verdict.outcome is Outcome.HELD
    assert wrong.failure == life.atlas.inspect.failures()[0].id
    assert held(life, fact.id) == before
    assert {each.id for each in life.atlas.review.pending().proposals} == {stale.judged.id, wrong.judged.id}
    held_by = {entry.actor for entry in entries(life, Action.HELD) if entry.actor is not Actor.POLICY}
    assert held_by == {Actor.MODEL}


def test_a_model_reinforces_only_what_it_was_given(life) -> None:  # T3
    know(life, "m_1", "The reading room closes early")
    for _ in range(3):
        assert not life.atlas.feedback.rate_memory("m_1", "helped", by_model=True).counted
    stand(life, "m_1")
    assert [life.atlas.feedback.rate_memory("m_1", "helped", by_model=True).counted for _ in range(3)] == [
        True,
        False,
        False,
    ]
    assert (held(life, "m_1").uses, held(life, "m_1").applications) == (1, 1)
    assert [entry.actor for entry in entries(life)] == [Actor.MODEL]


def test_what_cannot_be_said_is_one_sentence(life) -> None:
    know(life, "m_1", "The reading room closes early")
    know(life, "m_2", "The reading room closes early")
    life.atlas.forget("m_2")
    with pytest.raises(NotFound, match="There is nothing with the id"):
        life.atlas.feedback.rate_memory("m_nowhere", "used")
    with pytest.raises(Refused, match="was forgotten"):
        life.atlas.feedback.rate_memory("m_2", "used")
    with pytest.raises(BadInput, match="There is no feedback 'great'; there are helped, wrong, stale, used"):
        life.atlas.feedback.rate_memory("m_1", "great")
    with pytest.raises(BadInput, match="is told from replies"):
        life.atlas.feedback.rate_memory("m_1", "ignored")
    assert rows(life) == []


def test_a_note_keeps_no_secret(life) -> None:
    know(life, "m_1", "The reading room closes early")
    key = "sk-ant-" + "api03-" + "a1B2" * 12
    life.atlas.feedback.rate_memory("m_1", "wrong", f"the key is {key}")
    assert key not in str(list(life.atlas.history.export()))


def test_the_journal_keeps_what_moved_and_can_take_it_back(life) -> None:  # T6, P11
    known = know(life, "m_tea", "Green tea is what Ana drinks in the morning.")
    before = held(life, known)
    turn(life, "Ana drinks green tea in the morning.", known)
    turn(life, "In the morning Ana drinks her green tea.", known)
    newest, older = entries(life)
    assert {part.kind for entry in (newest, older) for part in entry.parts} == {RowKind.USE}
    assert all("green tea" not in (part.payload or "").lower() for part in newest.parts)  # nothing is said anew
    assert life.atlas.admin.verify().ok
    life.atlas.history.revert(newest.seq)
    life.atlas.history.revert(older.seq)
    assert replace(held(life, known), version=before.version) == before
    assert life.atlas.admin.verify().ok


def test_a_strength_that_was_changed_behind_the_journals_back_is_found(life) -> None:  # P11
    known = know(life, "m_tea", "Green tea is what Ana drinks in the morning.")
    turn(life, "Ana drinks green tea in the morning.", known)
    with life.runtime.store.writing(life.runtime.space) as txn:
        now = txn.memory(known)
        txn.put_memory(replace(now, uses=99, version=now.version + 1), now.version)
    assert any("m_tea" in problem for problem in life.atlas.admin.verify().problems)
