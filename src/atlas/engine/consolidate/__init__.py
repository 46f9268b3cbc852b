"""One cycle of consolidation: what it reads, what it plans, and its commit, whole or not at all."""
