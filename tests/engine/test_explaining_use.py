"""C8: an answer can be explained: what was served for it, whether it was used; a revoked memory names its replies."""

from __future__ import annotations

from datetime import timedelta

import pytest

from atlas import Role, Said, Status
from atlas.engine.intake import replies
from atlas.retrieval.memory_use import Use


def serve(life, question: str, **more: object):  # type: ignore[no-untyped-def]
    """A context, a little later; what was observed before it is before it."""
    life.virtual.later(seconds=5)
    return life.atlas.context(question, conversation=more.pop("conversation", "c1"), **more)


def reply(life, question: str, answer: str | None, **more: object):  # type: ignore[no-untyped-def]
    """The interaction that comes of it."""
    life.virtual.later(seconds=5)
    receipt = life.atlas.observe(user=question, assistant=answer, conversation=more.pop("conversation", "c1"), **more)
    life.atlas.flush()
    return receipt.interaction


def uses(life, serving) -> dict[str, Use | None]:  # type: ignore[no-untyped-def]
    story = life.atlas.why(serving)
    named = {memory.id: memory.content for memory in story.memories}
    return {named[item.memory]: use for item, use in zip(story.serving.items, story.uses, strict=True)}


# --- of a context


def test_why_says_which_reply_followed_and_what_of_the_context_it_used(life) -> None:  # C8, T3
    life.say("I live in Porto. I work as a nurse.")
    served = serve(life, "Where do I live?").serving
    reply(life, "Where do I live?", "In Porto, by the river.")
    story = life.atlas.why(served)
    assert story.reply is not None
    assert story.reply.text == "In Porto, by the river."
    assert len(story.uses) == len(story.serving.items)
    used = uses(life, served)
    assert used["The user lives in Porto"] == Use(1.0)
    assert used["The user works as a nurse"] == Use(0.0)


def test_without_a_reply_nothing_is_said_of_use(life) -> None:  # T3
    life.say("I live in Porto.")
    served = serve(life, "Where do I live?").serving
    assert (life.atlas.why(served).reply, life.atlas.why(served).uses) == (None, ())
    reply(life, "Where do I live?", None)  # the user's words alone are no reply
    assert life.atlas.why(served).reply is None
    elsewhere = serve(life, "Where do I live?", conversation=None).serving
    reply(life, "Where do I live?", "In Porto.")
    assert life.atlas.why(elsewhere).reply is None  # nobody said where it was asked


def test_what_was_said_before_or_elsewhere_is_not_the_reply(life) -> None:
    life.say("I live in Porto.", reply="Porto is lovely.")
    served = life.atlas.context("Where do I live?", conversation="c1").serving  # at the very same moment
    reply(life, "Where do I live?", "In Porto, elsewhere.", conversation="c2")
    assert life.atlas.why(served).reply is None


def test_a_reply_may_be_observed_apart_and_late_and_with_a_time_of_its_own(life) -> None:
    life.say("I live in Porto.")
    served = serve(life, "Where do I live?").serving
    reply(life, "Where do I live?", None)
    life.virtual.later(minutes=2)
    life.atlas.observe(assistant="In Porto.", conversation="c1")
    life.think()
    assert life.atlas.why(served).reply.text == "In Porto."
    again = serve(life, "Where is my home?").serving
    earlier = life.virtual.later(seconds=9) - timedelta(minutes=1)
    reply(life, "Where is my home?", "Home is Porto.", at=earlier)  # when the user asked, before the context was made
    life.think()
    assert life.atlas.why(again).reply.text == "Home is Porto."
    assert life.atlas.why(served).reply.text == "In Porto."


def test_several_contexts_may_stand_behind_one_reply(life) -> None:
    """An application may ask in words of its own, more than once, and then reply."""
    life.say("I live in Porto. I am allergic to peanuts.")
    first = serve(life, "the user's home").serving
    second = serve(life, "the user's allergies").serving
    done = reply(life, "What shall I cook?", "Something from Porto without peanuts.")
    assert life.atlas.why(first).reply == life.atlas.why(second).reply
    assert [each.serving.id for each in life.atlas.inspect.interaction(done).served] == [second, first]


def test_interactions_that_are_handed_over_together_find_their_own_contexts(life) -> None:
    life.say("I live in Porto. I like tea.")
    asked = ["Where do I live?", "What do I like?", "Who am I?"]
    served = [serve(life, question).serving for question in asked]
    done = [reply(life, question, f"The answer to: {question}") for question in asked]
    for question, serving, interaction in zip(asked, served, done, strict=True):
        assert life.atlas.why(serving).reply.text == f"The answer to: {question}"
        assert [each.serving.id for each in life.atlas.inspect.interaction(interaction).served] == [serving]


def test_a_question_that_is_asked_again_has_each_its_own_reply(life) -> None:
    life.say("I live in Porto.")
    first = serve(life, "Where do I live?").serving
    life.virtual.later(seconds=5)
    life.atlas.observe(assistant="The first.", conversation="c1")  # the question itself was never handed over
    second = serve(life, "Where do I live?").serving
    reply(life, "Where do I live?", "The second.")
    assert life.atlas.why(first).reply.text == "The first."
    assert life.atlas.why(second).reply.text == "The second."


def test_a_reply_on_another_day_is_not_the_one(life) -> None:
    life.say("I live in Porto.")
    served = serve(life, "my home").serving
    life.virtual.later(days=1)
    reply(life, "Good morning!", "Good morning.")
    assert life.atlas.why(served).reply is None


def test_all_that_the_assistant_said_in_one_interaction_counts(life) -> None:
    life.say("I live in Porto.")
    served = serve(life, "Where do I live?").serving
    life.virtual.later(seconds=5)
    more = [Said(Role.ASSISTANT, "Let me think.")]
    life.atlas.observe(user="Where do I live?", messages=more, assistant="In Porto.", conversation="c1")
    life.think()
    assert life.atlas.why(served).reply.text == "Let me think."
    assert uses(life, served)["The user lives in Porto"] == Use(1.0)


def test_use_is_computed_and_changes_nothing(life) -> None:  # T3
    life.say("I live in Porto.")
    served = serve(life, "Where do I live?").serving
    reply(life, "Where do I live?", "In Porto.")
    before = list(life.atlas.history.export())
    life.atlas.why(served)
    life.atlas.inspect.memory(life.fact("Porto").id)
    assert list(life.atlas.history.export()) == before


# --- of a reply


def test_why_of_a_reply_tells_what_was_served_for_it_and_why_it_ranked(life) -> None:  # C8
    life.say("I live in Porto.")
    served = serve(life, "Where do I live?").serving
    done = reply(life, "Where do I live?", "In Porto.")
    said = next(
        message
        for message in life.atlas.inspect.interaction(done).interaction.messages
        if message.role.value == "assistant"
    )
    for id in (done, said.id):
        (story,) = life.atlas.inspect.interaction(id).served
        assert story.serving.id == served
        assert story.reply == said
        fact = next(item for item in story.serving.items if item.memory == life.fact("lives in Porto").id)
        assert sum(value for _, value in fact.components) == pytest.approx(fact.score, abs=1e-4)
        assert {memory.id: memory.evidence for memory in story.memories}[fact.memory][0].quote == "I live in Porto"
    assert life.atlas.inspect.interaction(done).served == life.atlas.inspect.interaction(said.id).served


def test_a_reply_that_had_no_context_says_so(life) -> None:
    done = reply(life, "Hello!", "Hello.")
    assert life.atlas.inspect.interaction(done).served == ()


# --- of a memory


def test_a_memory_names_the_replies_it_touched_the_newest_first(life) -> None:  # C8
    life.say("I live in Porto.")
    for question, answer in (("Where do I live?", "In Porto."), ("What is the weather?", "I do not know.")):
        serve(life, question)
        reply(life, question, answer)
    serve(life, "Never answered")
    touched = life.atlas.inspect.memory(life.fact("lives in Porto").id).replies
    assert [each.message.text for each in touched] == ["I do not know.", "In Porto."]
    assert [each.use for each in touched] == [Use(0.0), Use(1.0)]
    assert life.atlas.why(touched[0].serving).reply == touched[0].message


def test_two_contexts_of_one_reply_name_it_once_and_the_newest_are_enough(
    life, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replies, "MOST_TOLD", 3)
    life.say("I live in Porto.")
    for number in range(5):
        serve(life, "my home")
        serve(life, "my town")
        reply(life, f"Question {number}", f"Porto {number}.")
    touched = life.atlas.inspect.memory(life.fact("lives in Porto").id).replies
    assert [each.message.text for each in touched] == ["Porto 4.", "Porto 3.", "Porto 2."]


def test_rejecting_a_memory_lists_every_reply_that_it_touched(life) -> None:  # C8
    life.say("I live in Porto.")
    life.say("I like tea.")
    serve(life, "Where do I live?")
    reply(life, "Where do I live?", "In Porto.")
    porto, tea = life.fact("lives in Porto").id, life.fact("likes tea").id
    (made,) = life.atlas.reject(porto, reason="no longer")
    assert made.status is Status.REJECTED
    assert [(each.message.text, each.use) for each in made.touched] == [("In Porto.", Use(1.0))]
    life.atlas.undo()
    behind = {each.id: [reply.message.text for reply in each.touched] for each in life.atlas.reject(tea, porto)}
    assert behind[porto] == ["In Porto."]
    assert behind[tea] in ([], ["In Porto."])  # whether it was served beside it


def test_approving_says_nothing_of_replies(life) -> None:
    life.say("I live in Porto.")
    serve(life, "Where do I live?")
    reply(life, "Where do I live?", "In Porto.")
    (waits,) = life.atlas.review.decide(Status.NEEDS_REVIEW, life.fact("lives in Porto").id)
    assert waits.touched == ()


def test_a_forgotten_reply_or_memory_is_not_told(life) -> None:  # X3
    life.say("I live in Quixotania.")
    served = serve(life, "Where do I live?").serving
    reply(life, "Where do I live?", "In Quixotania.")
    fact = life.fact("lives in Quixotania")
    assert life.atlas.inspect.memory(fact.id).replies
    life.atlas.forget(text="Quixotania")
    story = life.atlas.why(served)
    assert "Quixotania" not in str(story)
    assert story.reply is None
    assert life.atlas.inspect.memory(fact.id).replies == ()


def test_of_what_is_gone_from_a_context_nothing_is_said_of_use(life) -> None:  # X3
    life.say("I live in Porto.")
    served = serve(life, "Where do I live?").serving
    reply(life, "Where do I live?", "You told me.")
    gone = life.fact("lives in Porto").id
    life.atlas.forget(gone)
    story = life.atlas.why(served)
    assert story.reply.text == "You told me."
    assert {item.memory: use for item, use in zip(story.serving.items, story.uses, strict=True)}[gone] is None
