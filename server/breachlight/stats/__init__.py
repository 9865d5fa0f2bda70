"""Statistics: kept numbers of an account and of the lake."""
