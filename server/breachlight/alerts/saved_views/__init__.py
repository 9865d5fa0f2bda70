"""Filters, order and columns of a list that a user keeps under a name."""
