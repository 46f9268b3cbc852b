"""Views of each noun, once for every surface: its JSON shape, and its words where they need no terminal."""
