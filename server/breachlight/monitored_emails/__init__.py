"""Monitored emails and active email accounts."""
