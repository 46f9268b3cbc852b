"""Search in process, over one space's memories: columns, words and vectors that follow the rows."""
