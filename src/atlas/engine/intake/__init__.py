"""What comes in: interactions, their episodes, the signals in them, and the use that replies made of memories."""
