"""The demonstration: invented accounts and invented leaks, ingested through the same pipeline as real ones."""
