"""Support requests."""
