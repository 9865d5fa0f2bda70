"""Public settings and the list of countries."""
