"""Sessions that ended become amendments of the documents: whether one holds anything that lasts, and what."""
