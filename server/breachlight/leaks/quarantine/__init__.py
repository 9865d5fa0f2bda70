"""The quarantine: rejected input, and files that are held."""
