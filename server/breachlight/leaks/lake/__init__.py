"""The lake: sealed records in DuckLake."""
