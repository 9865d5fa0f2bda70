"""The operator console: the installation in the browser of the people who run it."""
