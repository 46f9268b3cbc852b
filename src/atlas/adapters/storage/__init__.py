"""Where rows live: one SQL body (`sql`), its dialect (`sqlite`), whose rows the plain store of `atlas.testing` defines.

Nothing is imported here: a hook takes two small modules of the dialect, and has no time for the rest.
"""
