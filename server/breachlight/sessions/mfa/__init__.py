"""Two-factor authentication."""
