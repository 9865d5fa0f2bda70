"""Shapes of single fields, by which detection tells formats apart."""

from breachlight.kit.addresses import email_key


def is_email_field(field: str) -> bool:
    """Whether a whole field is an email address rather than a URL with an ``@`` in its path or query."""
    return "@" in field and "/" not in field and "?" not in field and email_key(field) is not None
