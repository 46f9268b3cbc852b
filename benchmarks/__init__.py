"""Benchmarks: each prints its figure beside a baseline from the same run. No part of the shipped package.

`python -m benchmarks` in the repository lists them; `make bench-…` runs one. They may import anything of `atlas`, and
nothing of `atlas` imports them.
"""
