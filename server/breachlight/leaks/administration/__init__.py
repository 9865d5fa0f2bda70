"""Operators' work on the catalogue of leaks."""
