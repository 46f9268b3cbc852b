"""The manifest of ingested files, and the folders that are watched."""

from __future__ import annotations

from dataclasses import replace

from atlas.errors import BadInput
from atlas.model.memory import Kind
from atlas.model.origin import Origin, Trust
from atlas.model.source_file import WatchedFolder
from atlas.ports.store import Store
from atlas.testing.conformance.common import assert_refused, assert_same
from atlas.testing.samples import AWAY, HOME, at, memory, source_file


class SourceFileConformance:
    def test_the_manifest_knows_each_file_of_a_folder_once(self, store: Store) -> None:
        """C6: what was made of a file, and of nothing else."""
        first, second, other = source_file("a", "1", "m_1", "m_2"), source_file("a", "2"), source_file("b", "1", "m_3")
        with store.writing(HOME) as writer:
            for each in (second, other, first):
                writer.put_source_file(each)
        with store.reading(HOME) as reader:
            assert_same(list(reader.source_files("a")), [first, second])
            assert_same(list(reader.source_folders()), ["a", "b"])
            assert_same((reader.source_file("b", "1"), reader.source_file("b", "2")), (other, None))
        changed = source_file("a", "1", "m_1", "m_4", minute=5)
        with store.writing(HOME) as writer:
            writer.put_source_file(changed)
            writer.remove_source_file("a", "2")
            writer.remove_source_file("a", "never there")
            assert_same(list(writer.source_files("a")), [changed])
        with store.reading(AWAY) as reader:
            assert_same((list(reader.source_files("a")), reader.source_file("a", "1")), ([], None))

    def test_each_chunk_has_its_memory(self, store: Store) -> None:
        lost = replace(source_file("a", "1", "m_1"), memories=())
        assert_refused(store, lambda writer: writer.put_source_file(lost), BadInput)

    def test_watched_folders_come_by_path(self, store: Store) -> None:
        notes, guides = WatchedFolder("a", "/notes", at(1)), WatchedFolder("b", "/guides", at(2), review=True)
        with store.writing(HOME) as writer:
            for each in (notes, guides, notes):
                writer.put_watched_folder(each)
            assert_same(list(writer.watched_folders()), [guides, notes])
            writer.remove_watched_folder("b")
            assert_same(list(writer.watched_folders()), [notes])
        with store.reading(AWAY) as reader:
            assert_same(list(reader.watched_folders()), [])

    def test_knowledge_is_not_trusted_more_than_the_file_it_is_from(self, store: Store) -> None:
        """X1: it has no message that could be held against it, so that its origin is."""
        for origin in (Origin.FILE, Origin.WEB):
            read = memory(f"m_{origin}", "read in a file", origin, kind=Kind.KNOWLEDGE, evidence=())
            assert_refused(store, lambda writer, read=read: writer.put_memory(replace(read, trust=Trust.USER), None))  # type: ignore[misc]
            with store.writing(HOME) as writer:
                writer.put_memory(read, None)
