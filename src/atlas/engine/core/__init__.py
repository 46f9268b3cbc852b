"""What every other wing stands on: the runtime with its ports, the ledger (the one door to memory), marks, vectors."""
