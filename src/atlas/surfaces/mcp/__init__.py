"""ATLAS for assistants, over the Model Context Protocol. Only `atlas mcp` imports it, and the package `mcp`."""
