"""Password ranges: the public index of hashes of leaked passwords with their counts."""
