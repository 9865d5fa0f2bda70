"""Password rules, changes and resets."""
