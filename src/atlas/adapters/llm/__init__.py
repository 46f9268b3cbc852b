"""Language models over HTTP: two thin clients, one for each of the two wire formats in use.

`wire.py` is what both share: one endpoint, bounded in time, size and tries. `recorded.py` writes down what a model said
and says it again in tests.
"""
