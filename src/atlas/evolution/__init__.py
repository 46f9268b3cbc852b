"""Documents that evolve: gate, confined copy, editors, compaction (E1-E10)."""
