"""Withdrawing evidence from alerts: of a leak that is retracted, or of a person who is erased."""
