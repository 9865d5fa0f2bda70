"""Who may know from which sensitive leak an alert is: nobody else sees the leak's name or facts, in whatever answer (B3.15).

These are the verified owner of the alert's address, and those who may reveal passwords (owners and analysts) in the organization
that verified the address's domain, the affected site or the leak's own domain.
"""

import uuid
from collections.abc import Sequence
from typing import Final, NamedTuple

from breachlight.auth.permissions import Permission
from breachlight.auth.subject import Subject
from breachlight.kit.messages import say

HIDDEN_TITLE: Final = say("Sensitive leak")
"""The title of a sensitive leak for those whom it doesn't concern."""

_DOMAIN_STAFF: Final = "domain"  # in an audience: those who may reveal passwords in the organization


def owns_address(alert: str = "a", email_account: str = "e") -> str:
    """Return a subquery of the users who have verified that an alert's address is theirs, with these aliases of tables."""
    keys = f"({email_account}.email, {alert}.username_key)"
    return f"""SELECT email_claims.user_id FROM email_claims JOIN users ON users.id = email_claims.user_id
        WHERE users.email_verified_at IS NOT NULL AND email_claims.email_key IN {keys}
    UNION ALL SELECT m.user_id FROM monitored_emails AS m JOIN accounts ON accounts.id = m.account_id AND accounts.kind = 'ind'
        WHERE m.account_id = {alert}.account_id AND m.verified_at IS NOT NULL AND m.email_key IN {keys}"""


def concerns_domain(account: str, condition: str) -> str:
    """Return in SQL whether an organization has verified a domain ``c`` that meets a condition."""
    return f"""EXISTS (SELECT 1 FROM domain_claims AS c JOIN accounts ON accounts.id = c.account_id AND accounts.kind = 'org'
        WHERE c.account_id = {account} AND ({condition}))"""


def concerns_verified(condition: str, domain_ids: str, domains: str) -> str:
    """Return in SQL whether a domain ``c`` meets a condition, of those in two arrays (``directory_repository.Verified``)."""
    return f"EXISTS (SELECT FROM unnest({domain_ids}::uuid[], {domains}::text[]) AS c (domain_id, domain) WHERE {condition})"


ADDRESS_OR_SITE: Final = """a.domain_id = c.domain_id
    OR right('.' || split_part(e.email, '@', 2), length(c.domain) + 1) = '.' || c.domain"""
"""The condition of ``concerns_domain`` for an alert ``a`` and its email account ``e``."""


def of_leak(leak: str) -> str:
    """Return the condition of ``concerns_domain`` for a leak's own domain."""
    return f"right('.' || {leak}.domain, length(c.domain) + 1) = '.' || c.domain"


READERS: Final = f"""ARRAY(
    SELECT owner.user_id::text FROM ({owns_address()}) AS owner
    UNION ALL SELECT '{_DOMAIN_STAFF}' WHERE {concerns_domain("a.account_id", f"{ADDRESS_OR_SITE} OR {of_leak('l')}")})"""
"""In SQL: who may see the leak ``l`` of the alert ``a``, whose email account is ``e``, if it is sensitive."""

CONCERN: Final = """CASE WHEN l.is_sensitive THEN json_build_object('account_id', a.account_id, 'username_key', a.username_key,
    'domain_id', a.domain_id, 'email', e.email, 'domain', l.domain)::text END"""
"""In SQL: what decides who may see the leak ``l`` of the alert ``a``, whose email account is ``e``; NULL for everybody.

``directory_repository.fetch_audiences`` returns the audience.
"""


class LeakReader(NamedTuple):
    """Who reads: a user, and whether they may see sensitive leaks of the organization's domains."""

    user_id: uuid.UUID
    for_domains: bool

    @property
    def audiences(self) -> list[str]:
        """What an audience calls the reader: by id, and as staff of the organization's domains."""
        return [str(self.user_id), *([_DOMAIN_STAFF] if self.for_domains else [])]


def reader_of(subject: Subject) -> LeakReader:
    """Return a subject as a reader of leaks."""
    return LeakReader(subject.user_id, may_see_for_domains(subject))


def is_seen_by(account: str, addresses: str, domain_ids: str, domains: str) -> str:
    """Return in SQL whether a reader may see the leak of the alert ``a`` if it is sensitive.

    The arguments are placeholders: the account, and what the reader has verified in it (``directory_repository.Verified``).
    """
    email = (
        f"SELECT (SELECT email FROM email_accounts WHERE account_id = {account} AND id = a.email_account_id) AS email"
    )
    leak = f"EXISTS (SELECT FROM leaks AS l WHERE l.id = a.leak_id AND {concerns_verified(of_leak('l'), domain_ids, domains)})"
    return f"""EXISTS (SELECT FROM ({email}) AS e WHERE e.email = ANY({addresses}::text[]) OR a.username_key = ANY({addresses}::text[])
        OR {concerns_verified(ADDRESS_OR_SITE, domain_ids, domains)} OR {leak})"""


def may_see(subject: Subject, audience: Sequence[str] | None) -> bool:
    """Return whether a subject may see the leak with an audience (``directory_repository.fetch_audiences``); None is everybody."""
    return audience is None or not set(audience).isdisjoint(reader_of(subject).audiences)


def may_see_for_domains(subject: Subject) -> bool:
    """Return whether a subject may see sensitive leaks of the organization's domains."""
    return Permission.REVEAL in subject.permissions
