"""Leak files: formats, ingestion, lake, matching, backfill."""
