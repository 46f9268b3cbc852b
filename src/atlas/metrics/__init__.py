"""What memory is worth, in figures: entries in, rates out. No model, no store, no clock."""
