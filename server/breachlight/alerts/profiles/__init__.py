"""What the pages of a leak and of a person show of an account's alerts."""
