"""Documents and exams, whose rows are read for every context."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from atlas.errors import BadInput, NotFound, Refused
from atlas.model.document import DocumentKind
from atlas.model.ids import DocumentId, ServingId
from atlas.model.memory import Status
from atlas.model.origin import Origin, Trust
from atlas.model.recall import ServedDocument
from atlas.ports.store import Store
from atlas.ports.writing import Writer
from atlas.testing.conformance.common import assert_refused, assert_same
from atlas.testing.samples import AWAY, HOME, TALK, at, changed, document, exam, serving


class DocumentConformance:
    def test_documents_come_back_as_they_went(self, store: Store) -> None:
        """C1, C6: of every kind and status, in the order in which they were first written."""
        full = [
            document(f"d_{number}", f"- {kind}\n\né 🏳️\x00", title=f"On {kind}", kind=kind, updated_at=at(number))
            for number, kind in enumerate(DocumentKind)
        ]
        with store.writing(HOME) as writer:
            for each in full:
                writer.put_document(each, None)
            for number, status in enumerate(Status, start=2):
                first = full[0] = changed(full[0], status=status, text=f"{number}")
                writer.put_document(first, number - 1)
        with store.reading(HOME) as reader:
            assert_same(list(reader.documents()), full)
            assert_same([reader.document(each.id) for each in full], full)
            assert_same(reader.document(DocumentId("d_99")), None)

    def test_a_document_changed_meanwhile_is_not_overwritten(self, store: Store) -> None:
        first = document("d_1", "one")
        second = changed(first, text="two")
        with store.writing(HOME) as writer:
            writer.put_document(first, None)
            writer.put_document(second, 1)
        assert_refused(store, lambda writer: writer.put_document(first, None))
        assert_refused(store, lambda writer: writer.put_document(replace(first, version=3), 1))
        assert_refused(store, lambda writer: writer.put_document(replace(first, id=DocumentId("d_2"), version=2), 1))
        assert_refused(store, lambda writer: writer.put_document(second, 2), BadInput)
        assert_refused(store, lambda writer: writer.put_document(document("d_2", "none", version=0), None), BadInput)
        with store.reading(HOME) as reader:
            assert_same(list(reader.documents()), [second])

    def test_every_change_of_a_document_is_another_edition(self, store: Store) -> None:
        """What a reader keeps of an edition holds as long as the edition does."""
        first = document("d_1", "one")
        with store.reading(HOME) as reader:
            editions = [reader.documents_edition()]
        steps: tuple[Callable[[Writer], object], ...] = (
            lambda writer: writer.put_document(first, None),
            lambda writer: writer.put_document(document("d_2", "two"), None),
            lambda writer: writer.put_document(changed(first, status=Status.REJECTED), 1),
            lambda writer: writer.mask_document(first.id, "", ""),
        )
        for step in steps:
            with store.writing(HOME) as writer:
                step(writer)
                editions.append(writer.documents_edition())
        assert_same((editions[0], sorted(set(editions))), (0, editions))
        with store.writing(HOME) as writer:
            writer.add_exam(exam("x_1"))
            writer.add_serving(serving("c_1"))
            assert_same(writer.documents_edition(), editions[-1])
        with store.writing(AWAY) as writer:
            assert_same(writer.documents_edition(), 0)

    def test_a_document_is_not_trusted_more_than_where_it_came_from(self, store: Store) -> None:
        """X1: and rewriting never raises it."""
        for origin in Origin:
            if origin is Origin.OPERATOR:
                continue
            above = document("d_x", "no", origin, trust=Trust(origin.trust + 1))
            assert_refused(store, lambda writer, above=above: writer.put_document(above, None))  # type: ignore[misc]
        page = document("d_1", "from a page", Origin.WEB)
        with store.writing(HOME) as writer:
            writer.put_document(page, None)
        assert_refused(store, lambda writer: writer.put_document(changed(page, trust=Trust.USER), 1))
        raised = changed(page, origin=Origin.USER, trust=Trust.USER)
        assert_refused(store, lambda writer: writer.put_document(raised, 1))
        with store.writing(HOME) as writer:
            writer.put_document(changed(page, origin=Origin.UNKNOWN, trust=Trust.UNKNOWN), 1)

    def test_a_masked_document_says_what_it_is_left(self, store: Store) -> None:
        """X3: and it is its next version, so that who holds the last one notices."""
        first = document("d_1", "- Maria\n- tea", title="Maria")
        with store.writing(HOME) as writer:
            writer.put_document(first, None)
            writer.mask_document(first.id, "", "- tea")
            assert_same(writer.document(first.id), changed(first, title="", text="- tea"))
        assert_refused(store, lambda writer: writer.mask_document(DocumentId("d_9"), "", ""), NotFound)
        assert_refused(store, lambda writer: writer.put_document(changed(first), 1), Refused)

    def test_a_serving_knows_which_version_of_which_document_it_held(self, store: Store) -> None:
        """C8."""
        written = (ServedDocument(DocumentId("d_2"), 3, (1, 4)), ServedDocument(DocumentId("d_1"), 1))
        held = serving("c_1", documents=written)
        with store.writing(HOME) as writer:
            writer.add_serving(held)
            writer.add_serving(serving("c_2", documents=(ServedDocument(DocumentId("d_1"), 2),)))
            writer.add_serving(serving("c_3"))
            assert_same(writer.serving(ServingId("c_1")), held)
            assert_same(sorted(writer.find_served_documents(TALK, 2)), ["d_1"])
            assert_same(sorted(writer.find_served_documents(TALK, 3)), ["d_1", "d_2"])
            assert_same([each.id for each in writer.servings_with([DocumentId("d_1")])], ["c_2", "c_1"])
            assert_same([each.id for each in writer.servings_with([DocumentId("d_2"), DocumentId("d_9")])], ["c_1"])

    def test_exams_come_newest_first(self, store: Store) -> None:
        """C10: by when they were taken, however late they were written down."""
        taken = {minute: exam(f"x_{minute}", minute, minute=minute) for minute in (2, 0, 3, 1)}
        again = exam("x_9", minute=3)
        with store.writing(HOME) as writer:
            for each in (*taken.values(), again):
                writer.add_exam(each)
        with store.reading(HOME) as reader:
            assert_same(list(reader.exams(9)), [again, *(taken[minute] for minute in (3, 2, 1, 0))])
            assert_same(list(reader.exams(2)), [again, taken[3]])

    def test_a_grade_is_added_once_and_makes_sense(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            writer.add_exam(exam("x_1"))
            writer.add_exam(exam("x_2", 0, 5))
        assert_refused(store, lambda writer: writer.add_exam(exam("x_1")))
        for wrong in (exam("x_3", 6), exam("x_3", 4, 6), exam("x_3", -1), exam("x_3", 0, 0, asked=0)):
            assert_refused(store, lambda writer, wrong=wrong: writer.add_exam(wrong), BadInput)  # type: ignore[misc]
        with store.reading(HOME) as reader:
            assert_same({each.id for each in reader.exams(9)}, {"x_1", "x_2"})
