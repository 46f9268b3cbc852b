"""All that holds of English alone: its rules for reading talk, its word lists, what must be kept word for word."""
