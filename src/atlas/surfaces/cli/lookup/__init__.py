"""Commands that look and change nothing: memories, recall, why, the graph, status and health."""
