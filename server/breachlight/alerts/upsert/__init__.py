"""Raising alerts from matches."""
