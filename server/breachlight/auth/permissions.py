"""Permissions of members and API keys: the table of roles (spec §6)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from breachlight.auth.models import MembershipRole


class Permission(StrEnum):
    """One thing that a subject may do; the schema and error messages call the scopes of API keys by the members' names."""

    READ = "read"  # detections, statistics, domains, e-mail accounts
    TRIAGE = "triage"  # mark, close, assign, annotate detections
    REVEAL = "reveal"  # see a leaked password
    EXPORT = "export"  # take detections away as a file
    MANAGE_DOMAINS = "domains"
    MANAGE_EMAILS = "emails"  # monitored addresses, the list of live e-mail accounts
    EMAIL_RANGES = "email_ranges"  # look up which public leaks addresses are in, by a part of their hash
    MANAGE_MEMBERS = "members"
    MANAGE_API_KEYS = "api_keys"
    MANAGE_ACCOUNT = "account"  # the organization's name, the export and the end of the whole account


PERMISSIONS_OF: Final[Mapping[MembershipRole, frozenset[Permission]]] = {
    MembershipRole.OWNER: frozenset(Permission),
    MembershipRole.ANALYST: frozenset({Permission.READ, Permission.TRIAGE, Permission.REVEAL, Permission.EXPORT}),
    MembershipRole.VIEWER: frozenset({Permission.READ}),
}

SCOPES: Final = frozenset(
    {
        Permission.READ,
        Permission.TRIAGE,
        Permission.REVEAL,
        Permission.EXPORT,
        Permission.MANAGE_DOMAINS,
        Permission.MANAGE_EMAILS,
        Permission.EMAIL_RANGES,
    }
)
"""The permissions that an API key can have, always within those of the member who made it."""
