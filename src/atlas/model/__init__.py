"""The nouns, one file each. Frozen values; standard library only."""
