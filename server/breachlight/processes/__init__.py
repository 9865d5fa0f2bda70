"""The processes of an installation: the supervisor, its API servers and its workers."""
