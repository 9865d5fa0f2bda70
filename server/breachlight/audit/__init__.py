"""The audit log of security events."""
