"""``breachlight doctor``: checks of an installation that say what to do."""
