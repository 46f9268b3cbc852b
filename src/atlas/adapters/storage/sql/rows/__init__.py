"""Rows in SQL, a module for each noun of `ports/rows`, with its statements beside it in a file of the same name."""
