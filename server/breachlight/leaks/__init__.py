"""Leak files: formats, intake, lake, matching, identities."""
