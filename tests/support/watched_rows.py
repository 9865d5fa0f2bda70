"""Identities one by one, as tests state them, and grouped as the watchlist reads them."""

import uuid
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from breachlight.watchlist.repository import WatchedKeys


class IdentityRow(NamedTuple):
    """One identity: ``kind`` is that of ``IdentityKind``, ``key`` an email key or an A-label domain."""

    account_id: uuid.UUID
    kind: str
    key: str
    domain_id: uuid.UUID | None


def grouped(rows: Iterable[IdentityRow]) -> list[WatchedKeys]:
    """Return the identities by account and kind."""
    groups = groupby(sorted(rows, key=lambda row: row[:2]), key=lambda row: row[:2])
    return [
        WatchedKeys(account, kind, [row.key for row in of_account], [row.domain_id for row in of_account])
        for (account, kind), found in groups
        for of_account in [list(found)]
    ]
