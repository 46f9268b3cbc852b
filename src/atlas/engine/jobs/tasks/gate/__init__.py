"""The gate: whether a session that ended holds anything that lasts (E1)."""
