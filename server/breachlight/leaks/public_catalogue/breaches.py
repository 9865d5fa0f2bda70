"""Leaks in the form of the breach model of Have I Been Pwned (API v3)."""

import html
from datetime import UTC, datetime

from breachlight.leaks.catalogue_entry import LeakEntry

Breach = dict[str, object]


def breach_of(entry: LeakEntry) -> Breach:
    """Return a leak as a breach. Its description is HTML, and no logo is known."""
    return {
        "Name": entry.name,
        "Title": entry.title,
        "Domain": entry.domain or "",
        "BreachDate": None if entry.breach_date is None else entry.breach_date.isoformat(),
        "AddedDate": _instant(entry.added_at),
        "ModifiedDate": _instant(entry.modified_at),
        "PwnCount": entry.pwn_count,
        "Description": html.escape(entry.description),
        "LogoPath": "",
        "Attribution": entry.attribution,
        "DataClasses": entry.data_classes,
        "IsVerified": entry.is_verified,
        "IsFabricated": entry.is_fabricated,
        "IsSensitive": entry.is_sensitive,
        "IsRetired": entry.is_retired,
        "IsSpamList": entry.is_spam_list,
        "IsMalware": entry.is_malware,
        "IsStealerLog": entry.is_stealer_log,
        "IsSubscriptionFree": entry.is_subscription_free,
    }


def _instant(instant: datetime) -> str:
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
