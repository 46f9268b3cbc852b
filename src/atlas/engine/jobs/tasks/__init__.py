"""One folder for each task: its record, what it reads, and what is special about its commit."""
