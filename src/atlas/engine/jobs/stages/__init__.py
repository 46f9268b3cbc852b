"""One folder for each stage of thinking: its record, what it reads, and what is special about its commit."""
