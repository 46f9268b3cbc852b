"""Commands that carry memory in and out: import, export, backup, audit, demo."""
