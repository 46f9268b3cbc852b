"""What entries of a memory say, and whether they say anything, by light rules: an audit reads a million of them."""
