"""In and out: import of histories, replay, following transcripts, export, restore, backup."""
