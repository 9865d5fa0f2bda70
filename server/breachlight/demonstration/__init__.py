"""The demonstration: invented accounts and invented leaks, taken in through the same pipeline as real ones."""
