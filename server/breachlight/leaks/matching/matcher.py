"""Which records concern which accounts, and what ties them together (design §3).

A record whose site lies at or under a domain of the account is a Portals match, tied to the longest such domain. Any other
record whose login is a monitored address, has one as alias key, or lies at or under a monitored domain is a Workforce match.
Both at once is one Portals match; an Android app ties to no domain. A Portals match has a person if the login lies at or under
the same domain: no other identity decides about it, so the order in which they are verified doesn't matter. An account gets at most one match of a record.
"""

import uuid
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from breachlight.kit.addresses import parent_domains
from breachlight.watchlist.models import IdentityKind
from breachlight.watchlist.repository import WatchedKeys

if TYPE_CHECKING:  # the server, which matches nothing, starts without it
    import pyarrow as pa

_LOOKED_AT: Final = ["host", "email_key", "alias_key"]


class Match(NamedTuple):
    """One record, by its row in the table, that concerns one account.

    Portals: ``domain_id`` and ``domain_name`` are those of the monitored domain, and ``email`` is an address at or under it, or
    None. Workforce: ``email`` is the monitored address. ``is_alias`` says that the login is another form of it.
    """

    row: int
    account_id: uuid.UUID
    domain_id: uuid.UUID | None
    domain_name: str | None
    email: str | None
    is_alias: bool


class Identities:
    """What all accounts watch, ready to be looked up. It never changes, so threads may share it."""

    def __init__(self, watched: Iterable[WatchedKeys]) -> None:
        """Index the identities."""
        self.accounts_by_email: dict[str, list[uuid.UUID]] = {}
        self.owners_by_domain: dict[str, list[tuple[uuid.UUID, uuid.UUID | None]]] = {}
        for account_id, kind, keys, domain_ids in watched:
            if kind == IdentityKind.EMAIL:
                for key in keys:
                    self.accounts_by_email.setdefault(key, []).append(account_id)
            else:
                for key, domain_id in zip(keys, domain_ids or (), strict=True):
                    self.owners_by_domain.setdefault(key, []).append((account_id, domain_id))


def match(table: "pa.Table", identities: Identities) -> list[Match]:
    """Return the matches of records (``RECORD_SCHEMA``), ordered by row.

    They are looked at one by one: of many records choose those that may concern anybody first (``preparing``).
    """
    looked_at: Any = table.select(_LOOKED_AT)
    found = looked_at.to_pydict()
    return [
        one
        for row, (host, email, alias) in enumerate(zip(*(found[name] for name in _LOOKED_AT), strict=True))
        for one in _matches(row, host, email, alias, identities)
    ]


def _matches(
    row: int, host: str | None, email: str | None, alias: str | None, identities: Identities
) -> Iterator[Match]:
    """The matches of one record."""
    matched: set[uuid.UUID] = set()
    if host is not None:
        for account_id, domain_id, domain in _owners(host, identities):
            if account_id not in matched:  # the longest domain comes first
                matched.add(account_id)
                address, is_alias = _person(domain, email, alias)
                yield Match(row, account_id, domain_id, domain, address, is_alias)
    if email is None:
        return
    for key, is_alias in ((email, False), (alias, True)):
        for account_id in identities.accounts_by_email.get(key or "", ()):
            if account_id not in matched:
                matched.add(account_id)
                yield Match(row, account_id, None, None, key, is_alias)
    for account_id, _, domain in _owners(email.rpartition("@")[2], identities):
        if account_id not in matched:
            matched.add(account_id)
            address, is_alias = _person(domain, email, alias)
            yield Match(row, account_id, None, None, address, is_alias)


def _person(domain: str, email: str | None, alias: str | None) -> tuple[str | None, bool]:
    """Return the address at or under a domain that a login is, if it is one, and whether the login is another form of it."""
    if email is None or domain not in parent_domains(email.rpartition("@")[2]):
        return None, False
    # An alias may lead out of the domain (jane@acme.sent.com is acme@sent.com): then the login itself is monitored.
    is_alias = alias is not None and domain in parent_domains(alias.rpartition("@")[2])
    return (alias if is_alias else email), is_alias


def _owners(host: str, identities: Identities) -> Iterator[tuple[uuid.UUID, uuid.UUID | None, str]]:
    """Who watches the host or a domain above it, the longest domain first."""
    for domain in parent_domains(host):
        for account_id, domain_id in identities.owners_by_domain.get(domain, ()):
            yield account_id, domain_id, domain
