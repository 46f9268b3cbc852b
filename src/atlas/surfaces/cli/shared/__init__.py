"""The layer that all commands share: options and help, the opened store, output, errors, lines of input."""
