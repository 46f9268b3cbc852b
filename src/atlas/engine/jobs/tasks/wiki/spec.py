"""The record of writing the wiki (C6): rules file what is approved, and it stands by that approval.

An amendment is judged as every other, and committed with the record of the job in one transaction. Where a model is
named, it writes the beginnings of the pages to which something was added, which wait for a person.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from atlas.engine.core.document_files import read_document_files
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.scheduling import Scheduling
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.thinking.job_inputs import JobInput
from atlas.evolution.wiki import KINDS, write_log, write_pages
from atlas.evolution.wiki_summary import choose_pages, make_summary_ask, write_summary
from atlas.model.memory import Memory
from atlas.model.origin import Trust
from atlas.model.proposal import Amend
from atlas.model.task import Task
from atlas.model.thinking import Job, Proposed, Thinking, Thoughts
from atlas.ports.reading import SERVABLE, Reader

PAGES: Final = "wiki pages"
"""The trigger of the weekly pages."""
_PAGES_KEY: Final = f"{Task.WIKI.value}:pages"
_LATELY: Final = timedelta(days=30)
"""What was learned longer ago than this is not logged any more, though it was approved only now."""
_MOST: Final = 2_000


def has_wiki_input(runtime: Runtime, reader: Reader) -> bool:
    memories = _read_memories(runtime, reader)
    return any(_write(runtime, reader, memories, pages=pages) for pages in (False, True))


def read_wiki(runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    memories = _read_memories(runtime, reader)
    written = _write(runtime, reader, memories, pages=job.trigger == PAGES)
    if written is None:
        return None
    pages = choose_pages(written, memories) if runtime.models and job.trigger == PAGES else {}
    files = read_document_files(runtime, reader).files

    def thinking() -> Thinking:
        proposed = [Proposed(written, Trust.USER)]
        if pages:
            given = yield tuple(make_summary_ask(path, about) for path, about in pages.items())
            made = (write_summary(files, *page, each) for page, each in zip(pages.items(), given, strict=True))
            proposed += [Proposed(each, Trust.USER, by_model=True) for each in made if each is not None]
        said = {"reason": written.reason, "lines": len(written.sources), "summaries": len(proposed) - 1}
        return Thoughts(tuple(proposed), {"thinker": "rules", **said})

    named = {*written.sources, *(memory.id for about in pages.values() for memory in about)}
    seen = tuple(memory for memory in memories if memory.id in named)
    return JobInput(thinking, (), seen, Trust.USER, by_model=bool(pages), edition=reader.documents_edition())


def _write(runtime: Runtime, reader: Reader, memories: list[Memory], *, pages: bool) -> Amend | None:
    files = read_document_files(runtime, reader).files
    if pages:
        return write_pages(files, memories, runtime.zone)
    since = runtime.now() - _LATELY
    return write_log(files, [each for each in memories if each.created_at >= since], runtime.zone)


def _read_memories(runtime: Runtime, reader: Reader) -> list[Memory]:
    where = replace(SERVABLE, kinds=KINDS, valid_at=runtime.now())
    return list(reader.newest_memories(where, _MOST))


WIKI: Final = TaskSpec(
    Task.WIKI,
    Scheduling(single=True, keys={PAGES: _PAGES_KEY}),
    read_input=read_wiki,
    has_input=has_wiki_input,
    changes_itself=True,
    label="writing the wiki",
    none_owed="The wiki says all that was learned.",
)
