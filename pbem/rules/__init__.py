"""The games in the box, one module or folder each."""
