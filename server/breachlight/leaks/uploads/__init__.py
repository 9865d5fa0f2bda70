"""Leak files that operators upload: received in parts, sealed as they arrive, ingested and then deleted."""
