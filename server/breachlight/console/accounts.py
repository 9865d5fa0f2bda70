"""Accounts in the console: search, the page of one, partner applications."""

import uuid
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from breachlight.auth.models import Account, AccountKind
from breachlight.auth.repository import find_account
from breachlight.console import accounts_repository as repository
from breachlight.console.accounts_repository import AccountRow, ApplicationRow, DomainRow, MemberRow, SessionRow
from breachlight.database.session import transaction
from breachlight.graphql.limits import MAXIMUM_PAGE_SIZE
from breachlight.kit import clock
from breachlight.kit.identifiers import parse_id
from breachlight.kit.pagination import bounded_page_size, invalid_cursor
from breachlight.operators.recording import record
from breachlight.operators.service import Operator

MOST_MEMBERS: Final = 200
MOST_SESSIONS: Final = 200
MOST_DOMAINS: Final = 200
_LONGEST_SEARCH: Final = 254

RowT = TypeVar("RowT", AccountRow, ApplicationRow)


@dataclass(frozen=True, slots=True)
class Page(Generic[RowT]):
    """Some rows, the newest first."""

    rows: list[RowT]
    has_more: bool

    @property
    def cursor(self) -> str:
        """Return the position of the last row."""
        return str(self.rows[-1].id) if self.rows else ""


@dataclass(frozen=True, slots=True)
class AccountDetail:
    """An account with its members, their live sessions, and its domains."""

    account: Account
    members: list[MemberRow]
    sessions: list[SessionRow]
    domains: list[DomainRow]


async def list_accounts(
    search: str | None, kind: AccountKind | None, first: int, after: str | None
) -> Page[AccountRow]:
    """Return a page of accounts whose name or a member's name or address contains ``search``.

    Raises:
        ValidationError: the position or the size of the page is invalid.
    """
    size = bounded_page_size(1, first, MAXIMUM_PAGE_SIZE)
    wanted = (search or "").strip()[:_LONGEST_SEARCH] or None
    found = await repository.accounts(_position(after), kind, wanted, size + 1)
    return Page(found[:size], len(found) > size)


async def get_account(operator: Operator, account_id: uuid.UUID) -> AccountDetail | None:
    """Return an account; None if there is none. Reading it is recorded."""
    account = await find_account(account_id)
    if account is None:
        return None
    async with transaction() as connection:
        await record(connection, operator, "console_account_read", {"account_id": str(account_id)})
    return AccountDetail(
        account,
        await repository.members(account_id, MOST_MEMBERS),
        await repository.sessions(account_id, clock.now(), MOST_SESSIONS),
        await repository.domains(account_id, MOST_DOMAINS),
    )


async def list_applications(operator: Operator, first: int, after: str | None) -> Page[ApplicationRow]:
    """Return a page of partner applications, which are personal: reading them is recorded.

    Raises:
        ValidationError: the position or the size of the page is invalid.
    """
    size = bounded_page_size(1, first, MAXIMUM_PAGE_SIZE)
    found = await repository.applications(_position(after), size + 1)
    async with transaction() as connection:
        await record(connection, operator, "console_applications_read", {})
    return Page(found[:size], len(found) > size)


def _position(after: str | None) -> uuid.UUID | None:
    if not after:
        return None
    position = parse_id(after)
    if position is None:
        raise invalid_cursor()
    return position
