"""Commands that set ATLAS beside an assistant: install, hook, mcp."""
