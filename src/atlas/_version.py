"""The version, read by the build and by `atlas --version`."""

__version__ = "0.1.0"
