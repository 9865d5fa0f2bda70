"""Retroactive scans for new identities."""
