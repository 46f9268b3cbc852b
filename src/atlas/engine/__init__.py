"""Where the stages meet the ports: every verb is a function of the runtime. One package for each wing.

Imports between wings go down only, in this order, from the top: inspect, transfer, forget, serve, jobs, consolidate,
curate, intake, thinking, core. A contract in pyproject.toml holds it.
"""
