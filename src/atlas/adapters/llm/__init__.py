"""Language models over HTTP: two thin clients, one for each of the two wire formats in use."""
