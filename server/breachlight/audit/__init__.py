"""The security log."""
