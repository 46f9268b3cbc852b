"""Looking without changing: status, health, why, the graph, the audit, lists."""
