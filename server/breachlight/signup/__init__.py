"""Sign-up of individuals, organizations and partners."""
