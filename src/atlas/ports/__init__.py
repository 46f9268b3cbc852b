"""What the engine asks of the world, as small protocols. Sync; time and ids come in as arguments."""
