"""PostgreSQL: the embedded server, connections and migrations."""
