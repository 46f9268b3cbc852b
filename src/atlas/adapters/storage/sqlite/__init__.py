"""The SQLite dialect: the file and its locks, the schema, and the few statements that only SQLite understands."""
