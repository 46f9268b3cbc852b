"""Where rows live: one SQL body (`sql`), its dialect (`sqlite`), and a plain store that says what the rows mean.

Nothing is imported here: a hook takes two small modules of the dialect, and has no time for the rest.
"""
