"""The gate for secrets: every leaked password that leaves the server passes ``disclosure.service``."""
