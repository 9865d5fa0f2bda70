"""Breachlight: dark-web intelligence and breach detection."""
