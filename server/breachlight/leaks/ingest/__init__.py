"""Ingestion of leak files."""
