"""The commands of the benchmarks: their options, and their figures in tables for people."""
