"""Who is asking: users, accounts, roles, permissions, API keys."""
