"""Statistics of an account and of the lake."""
