"""Log-in sessions, tokens and the audit log of security events."""
