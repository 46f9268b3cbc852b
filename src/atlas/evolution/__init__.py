"""How ATLAS amends the documents about itself: a confined copy, and the tools that thinking edits it with."""
