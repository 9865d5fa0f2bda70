"""Alerts as files."""
