"""An audit as one page: a file that loads nothing and runs nothing."""
