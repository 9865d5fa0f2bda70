"""Public indexes of hashes of leaked values with counts: how they are stored, kept up to date, and read by prefix."""
