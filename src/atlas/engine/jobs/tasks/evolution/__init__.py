"""Evolution: sessions that the gate let through are thought over, and documents amended (E2-E10)."""
