"""API keys: access for tools, with scopes and an expiry."""
