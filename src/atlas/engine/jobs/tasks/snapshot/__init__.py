"""The snapshot: beliefs fade, and the persona is rewritten in small edits that keep them (B5-B8)."""
