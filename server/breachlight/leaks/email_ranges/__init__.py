"""Email ranges: which public leaks have an address, asked by the first six digits of its hash, with an API key."""
