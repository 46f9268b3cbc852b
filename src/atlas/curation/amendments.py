"""Judge a change set of documents, and compute what it makes of them (E4, E5, H1, C3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import groupby

from atlas.curation.document_invariants import check_draft
from atlas.curation.judgement_input import JudgementInput
from atlas.curation.policy import CurationPolicy, Mode
from atlas.curation.trust import proposal_origin, proposal_trust
from atlas.curation.verdict_reason import hold_by_rule, refuse_by_rule
from atlas.language.document_blocks import apply_edits
from atlas.language.document_sources import names_source
from atlas.model.document import Document, DocumentChange, DocumentKind, Edit
from atlas.model.document_draft import DocumentDraft, Ending
from atlas.model.document_paths import find_kind, find_slug
from atlas.model.ids import BeliefId
from atlas.model.journal import PEOPLE
from atlas.model.memory import Status
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Amend
from atlas.model.verdict import Outcome, Verdict


def judge_amendment(proposal: Amend, before: JudgementInput, policy: CurationPolicy) -> Verdict:
    """Refuse what breaks an invariant; of the rest, what a model wrote or somebody else than the user said waits."""
    after = edit_files(before.files, proposal.edits)
    if after is None:
        return refuse_by_rule("E4", "A document is not as it was when the amendment was written.")
    changed = find_changed_paths(before.files, after)
    if not changed:
        return refuse_by_rule("E4", "It changes nothing.")
    draft = DocumentDraft(before.files, after, Ending.OK, changed, proposal.compacted)
    found = check_draft(draft, policy.documents)
    if any(not finding.soft for finding in found):
        return Verdict(Outcome.REFUSED, found)
    verdict = judge_author(proposal, before, policy)
    return replace(verdict, findings=(*verdict.findings, *found))


def judge_author(proposal: Amend, before: JudgementInput, policy: CurationPolicy) -> Verdict:
    """Judge by whose words it goes back to, and who wrote it, whatever stands in the documents."""
    if _find_source(proposal, before)[0] < Trust.USER and not _is_filed_by_decision(proposal, before):
        return hold_by_rule("C3", "It goes back to text that is not the user's own; a person decides.")
    if before.by_model:
        if policy.mode is Mode.AUTO or policy.trusts_amendments:
            return Verdict(Outcome.ACCEPTED)
        return hold_by_rule("C3", "A model wrote it; a person decides.")
    if policy.mode is Mode.MANUAL:
        return hold_by_rule("C3", "Under this policy a person decides.")
    if _takes_out_filed_lines(proposal):
        return Verdict(Outcome.ACCEPTED)
    if not _is_all_approved(proposal, before):
        return hold_by_rule("C3", "Not all that it was filed from is approved; a person decides.")
    return Verdict(Outcome.ACCEPTED)


def _is_filed_by_decision(proposal: Amend, before: JudgementInput) -> bool:
    """Whether rules filed it from memories alone, each the user's own or approved by a person, as it stands."""
    if before.by_model or not proposal.sources or proposal.evidence or proposal.beliefs or proposal.arguments:
        return False
    sources = [before.named[each] for each in proposal.sources]
    return all(each.trust >= Trust.USER or each.approved_by in PEOPLE for each in sources)


def _is_all_approved(proposal: Amend, before: JudgementInput) -> bool:
    """Whether it was filed from something, all of which is in service; an insight is while its belief is (B6)."""
    beliefs = [before.beliefs.get(id) for id in _list_beliefs(proposal, before)]
    if len(before.arguments) < len(proposal.arguments) or not (proposal.sources or beliefs):
        return False
    filed = all(before.named[each].served for each in proposal.sources)
    return filed and all(belief is not None and belief.served for belief in beliefs)


def _list_beliefs(proposal: Amend, before: JudgementInput) -> list[BeliefId]:
    about = (before.arguments[id].belief for id in proposal.arguments if id in before.arguments)
    return list(dict.fromkeys([*proposal.beliefs, *about]))


def _takes_out_filed_lines(proposal: Amend) -> bool:
    """Whether it says nothing new, and takes out nothing but lines that rules had filed."""
    pairs = [(edit.old.splitlines(), edit.new.splitlines()) for edit in proposal.edits]
    gone = [line for old, new in pairs for line in (Counter(old) - Counter(new)).elements() if line.strip()]
    adds = any(line.strip() for old, new in pairs for line in (Counter(new) - Counter(old)).elements())
    return bool(gone) and not adds and all(map(names_source, gone))


def _find_source(proposal: Amend, before: JudgementInput) -> tuple[Trust, Origin]:
    """The trust and origin of an amendment: what a model wrote from all it saw is no better than the least of that."""
    if not before.by_model and _takes_out_filed_lines(proposal):
        return Trust.USER, Origin.USER
    if proposal.evidence or before.named or before.beliefs:
        return proposal_trust(proposal, before), proposal_origin(proposal, before)
    trust = Trust.UNKNOWN if before.ceiling is None else before.ceiling
    return trust, next(origin for origin in Origin if origin.trust is trust)


def edit_files(files: Mapping[str, str], edits: tuple[Edit, ...]) -> dict[str, str] | None:
    """The copy after the edits; None where one of them does not find what it replaces."""
    after = dict(files)
    for path, group in groupby(edits, key=lambda edit: edit.document):
        text = apply_edits(after.get(path, ""), group)
        if text is None:
            return None
        after[path] = text
    return after


def find_changed_paths(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(sorted(path for path in {*before, *after} if before.get(path) != after.get(path)))


def amend_documents(proposal: Amend, before: JudgementInput, now: datetime) -> tuple[DocumentChange, ...]:
    """Compute the documents that an accepted amendment changes."""
    after = edit_files(before.files, proposal.edits)
    if after is None:
        return ()
    return tuple(_amend_documents(proposal, before, after, now))


def _amend_documents(
    proposal: Amend, before: JudgementInput, after: Mapping[str, str], now: datetime
) -> Iterator[DocumentChange]:
    trust, origin = _find_source(proposal, before)
    for path in find_changed_paths(before.files, after):
        known, kind = before.documents.get(path), find_kind(path)
        if kind is None:
            continue
        id, title = known.id if known else before.fresh[path], find_slug(path) or ""
        fresh = Document(id, DocumentKind(kind), title, after[path], Status.APPROVED, origin, trust, now)
        yield DocumentChange(known, _continue_document(known, fresh) if known else fresh)


def _continue_document(known: Document, fresh: Document) -> Document:
    """The next version of a document. Trust never rises (X1)."""
    lower = fresh if fresh.trust < known.trust else known
    return replace(fresh, title=known.title, origin=lower.origin, trust=lower.trust, version=known.version + 1)
