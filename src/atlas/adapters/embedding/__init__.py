"""Ways to turn texts into vectors, from a real model down to a lexical floor."""
