"""Backups of a running installation: database, lake and a manifest (decision 54)."""
