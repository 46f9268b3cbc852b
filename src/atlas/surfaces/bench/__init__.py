"""Benchmarks: each prints its figure beside a baseline from the same run."""
