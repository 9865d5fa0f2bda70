"""Sessions and tokens."""
