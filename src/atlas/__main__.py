"""`python -m atlas` is the command `atlas`."""

from atlas.surfaces.cli import main

main()
