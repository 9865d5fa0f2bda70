"""Notifications in the interface: what is new for a member (decision 67)."""
