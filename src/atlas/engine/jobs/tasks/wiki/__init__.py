"""The wiki: a log by night, pages by topic once a week (C6)."""
