"""Weekly thinking: trends, patterns, and what was learned in a week (J10)."""
