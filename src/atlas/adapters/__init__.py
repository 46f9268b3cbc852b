"""The world, as the ports ask for it."""
