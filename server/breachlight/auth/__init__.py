"""Users, accounts, roles, permissions and API keys."""
