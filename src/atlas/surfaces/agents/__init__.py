"""ATLAS beside a coding agent: what it is told when it asks, what is taken down when it is done, and how it is set up.

hook.py         what a hook of the agent's gets: a context, or nothing; never an error
background.py   what a hook starts and does not wait for: the transcript is followed
plan.py         what setting up would change, as texts before and after
json_text.py, toml_text.py      a small change in a text that stays as it is otherwise
claude_code.py, codex.py        one agent each: which files, which entries
files.py        the only file here that reads and writes others' files
skills/         what the agent is told about remembering and forgetting
"""
