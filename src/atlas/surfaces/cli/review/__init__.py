"""Commands by which a person decides: approve and reject, undo, feedback, suggestions, forget."""
