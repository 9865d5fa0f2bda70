"""Read, close, assign, annotate, undo."""
