"""Matching of records against the watchlist."""
