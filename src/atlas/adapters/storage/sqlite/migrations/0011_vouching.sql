-- An operator may vouch later for what was brought in from elsewhere (C3), and take that back: the origin of such a message
-- moves between `import` and the one that its role has, once the journal has said so in an operator's name. Nothing else
-- moves an origin.
DROP TRIGGER message_origin_stays;

CREATE TRIGGER message_stays BEFORE UPDATE OF space, id ON messages
WHEN NEW.space <> OLD.space OR NEW.id <> OLD.id
BEGIN
    SELECT RAISE(ABORT, 'A message keeps its name.');
END;

CREATE TRIGGER message_origin_stays BEFORE UPDATE OF origin ON messages
WHEN NEW.origin <> OLD.origin AND NOT (
    NEW.role IN ('user', 'assistant') AND 'import' IN (OLD.origin, NEW.origin) AND NEW.role IN (OLD.origin, NEW.origin)
    AND EXISTS (
        SELECT 1 FROM journal_parts p JOIN journal j ON j.space = p.space AND j.seq = p.seq
        WHERE p.space = NEW.space AND p.kind = 'message' AND p.id = NEW.id AND p.by_row = 0 AND j.actor = 'operator'))
BEGIN
    SELECT RAISE(ABORT, 'Where a message came from is set once; only an operator who vouches for it moves it.');
END;

CREATE TRIGGER message_trust_holds_up BEFORE UPDATE OF origin ON messages
WHEN NEW.origin <> OLD.origin AND EXISTS (
    SELECT 1 FROM memories m JOIN origins o ON o.origin = NEW.origin
    WHERE m.space = NEW.space AND m.trust > o.trust AND m.seq IN (
        SELECT x.seq FROM memories x WHERE x.space = NEW.space AND x.transcribes IS NOT NULL AND x.transcribes = NEW.id
        UNION
        SELECT x.seq FROM evidence e JOIN memories x ON x.space = e.space AND x.id = e.memory
        WHERE e.space = NEW.space AND e.message = NEW.id))
BEGIN
    SELECT RAISE(ABORT, 'Trust is the lowest of its sources: lower what was drawn from this message first.');
END;

-- An episode is its message and is trusted as that is; what was learned from it stays as it was judged.
DROP TRIGGER memory_trust_falls;

CREATE TRIGGER memory_trust_falls BEFORE UPDATE OF trust ON memories
WHEN NEW.trust > OLD.trust AND NOT (
    NEW.transcribes IS NOT NULL AND NEW.transcribes IS OLD.transcribes AND EXISTS (
        SELECT 1 FROM messages u JOIN origins o ON o.origin = u.origin
        WHERE u.space = NEW.space AND u.id = NEW.transcribes AND o.trust >= NEW.trust))
BEGIN
    SELECT RAISE(ABORT, 'Trust never rises: a memory cannot be trusted more than it was.');
END;
