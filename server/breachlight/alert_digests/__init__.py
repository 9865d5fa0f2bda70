"""Emails about new alerts."""
