-- What must never happen, said where rows are written. The sentence of a guard is what the caller reads.

-- --------------------------------------------------------------------------------------------- trust (X1)

CREATE TRIGGER message_origin_stays BEFORE UPDATE OF space, id, origin ON messages
WHEN NEW.origin <> OLD.origin OR NEW.space <> OLD.space OR NEW.id <> OLD.id
BEGIN
    SELECT RAISE(ABORT, 'Where a message came from is set once and never changed.');
END;

CREATE TRIGGER memory_trust_falls BEFORE UPDATE OF trust ON memories
WHEN NEW.trust > OLD.trust
BEGIN
    SELECT RAISE(ABORT, 'Trust never rises: a memory cannot be trusted more than it was.');
END;

CREATE TRIGGER memory_trust_holds_up BEFORE UPDATE OF trust ON memories
WHEN NEW.trust < OLD.trust AND EXISTS (
    SELECT 1 FROM links l JOIN memories m ON m.space = l.space AND m.id = l.memory
    WHERE l.space = NEW.space AND l.target = NEW.id AND l.relation IN ('derived_from', 'supports')
        AND m.id <> NEW.id AND m.trust > NEW.trust)
BEGIN
    SELECT RAISE(ABORT, 'Trust is the lowest of its sources: lower what was derived from this memory first.');
END;

CREATE TRIGGER episode_trust_on_insert BEFORE INSERT ON memories
WHEN NEW.transcribes IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM messages u JOIN origins o ON o.origin = u.origin
    WHERE u.space = NEW.space AND u.id = NEW.transcribes AND o.trust >= NEW.trust)
BEGIN
    SELECT RAISE(ABORT, 'Trust is the lowest of its sources: an episode cannot be trusted more than its message.');
END;

CREATE TRIGGER episode_trust_on_update BEFORE UPDATE OF transcribes ON memories
WHEN NEW.transcribes IS NOT NULL AND NEW.transcribes IS NOT OLD.transcribes AND NOT EXISTS (
    SELECT 1 FROM messages u JOIN origins o ON o.origin = u.origin
    WHERE u.space = NEW.space AND u.id = NEW.transcribes AND o.trust >= NEW.trust)
BEGIN
    SELECT RAISE(ABORT, 'Trust is the lowest of its sources: an episode cannot be trusted more than its message.');
END;

CREATE TRIGGER evidence_trust BEFORE INSERT ON evidence
WHEN NOT EXISTS (
    SELECT 1 FROM messages u JOIN origins o ON o.origin = u.origin
        JOIN memories m ON m.space = NEW.space AND m.id = NEW.memory
    WHERE u.space = NEW.space AND u.id = NEW.message AND u.origin = NEW.origin AND o.trust >= m.trust)
BEGIN
    SELECT RAISE(ABORT, 'Trust is the lowest of its sources: a memory cannot be trusted more than what it cites.');
END;

CREATE TRIGGER evidence_stays BEFORE UPDATE OF space, memory, message, start_at, end_at, origin ON evidence
BEGIN
    SELECT RAISE(ABORT, 'Evidence can be masked, not moved.');
END;

CREATE TRIGGER link_target BEFORE INSERT ON links
WHEN NOT EXISTS (SELECT 1 FROM memories s WHERE s.space = NEW.space AND s.id = NEW.target)
BEGIN
    SELECT RAISE(ABORT, 'A memory can only link to one that is there.');
END;

CREATE TRIGGER link_trust BEFORE INSERT ON links
WHEN NEW.relation IN ('derived_from', 'supports') AND EXISTS (
    SELECT 1 FROM memories s JOIN memories m ON m.space = NEW.space AND m.id = NEW.memory
    WHERE s.space = NEW.space AND s.id = NEW.target AND m.trust > s.trust)
BEGIN
    SELECT RAISE(ABORT, 'Trust is the lowest of its sources: a memory cannot be trusted more than its source.');
END;

CREATE TRIGGER link_stays BEFORE UPDATE OF space, memory, relation, target ON links
BEGIN
    SELECT RAISE(ABORT, 'A link is replaced with its memory, never moved.');
END;

-- --------------------------------------------------------------------------------------------- tombstones (rule 7)

-- What was never served by anything else may be withdrawn (undo of an insertion); what was forgotten stays a tombstone.
CREATE TRIGGER tombstone_is_kept BEFORE DELETE ON memories
WHEN OLD.gone_at IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'What was forgotten leaves a tombstone: it is never deleted.');
END;

CREATE TRIGGER tombstone_stays BEFORE UPDATE ON memories
WHEN OLD.gone_at IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'What was forgotten stays forgotten.');
END;

-- --------------------------------------------------------------------------------------------- the journal (P11)

CREATE TRIGGER journal_continues BEFORE INSERT ON journal
WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM journal WHERE space = NEW.space), 0)
    OR NEW.previous <> coalesce(
        (SELECT chain FROM journal WHERE space = NEW.space ORDER BY seq DESC LIMIT 1),
        '0000000000000000000000000000000000000000000000000000000000000000')
BEGIN
    SELECT RAISE(ABORT, 'The journal was continued meanwhile: this entry does not follow its head.');
END;

CREATE TRIGGER journal_keeps_entries BEFORE UPDATE ON journal
BEGIN
    SELECT RAISE(ABORT, 'The journal is only ever added to.');
END;

CREATE TRIGGER journal_loses_no_entry BEFORE DELETE ON journal
BEGIN
    SELECT RAISE(ABORT, 'The journal is only ever added to.');
END;

CREATE TRIGGER journal_parts_only_blanked BEFORE UPDATE ON journal_parts
WHEN NEW.payload IS NOT NULL OR NEW.salt IS NOT NULL
    OR (NEW.row, NEW.space, NEW.seq, NEW.ordinal, NEW.kind, NEW.id, NEW.digest, NEW.by_row)
    IS NOT (OLD.row, OLD.space, OLD.seq, OLD.ordinal, OLD.kind, OLD.id, OLD.digest, OLD.by_row)
BEGIN
    SELECT RAISE(ABORT, 'A part of the journal can be blanked, never altered.');
END;

CREATE TRIGGER journal_loses_no_part BEFORE DELETE ON journal_parts
BEGIN
    SELECT RAISE(ABORT, 'A part of the journal can be blanked, never deleted.');
END;
