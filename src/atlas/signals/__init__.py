"""What was said and done becomes signals: measured facts with a score and their evidence. Nothing here decides."""
