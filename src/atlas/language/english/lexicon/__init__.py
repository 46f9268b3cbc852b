"""English as data: one folder of word lists for one language (S14)."""
