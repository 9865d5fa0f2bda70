"""GraphQL types of accounts in the console."""

from datetime import datetime
from enum import Enum
from typing import Annotated, Self

import strawberry

from breachlight.accounts.types import AccountKind, MembershipRole
from breachlight.console.accounts import AccountDetail, Page
from breachlight.console.accounts_repository import AccountRow, ApplicationRow, DomainRow, MemberRow, SessionRow
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.graphql.limits import cost
from breachlight.graphql.types import MessageSuccess
from breachlight.sessions.devices import device_of


@strawberry.type
class ConsoleAccount:
    """An account in the list; the name of a person, or of the organization and its first owner."""

    id: strawberry.ID
    kind: AccountKind
    company_name: str | None
    owner_name: str | None
    owner_email: str | None
    is_verified: bool = strawberry.field(description="Whether the first owner has verified their address.")
    is_disabled: bool = strawberry.field(description="Whether the first owner is disabled.")
    members: int
    created_at: datetime

    @classmethod
    def of(cls, row: AccountRow) -> Self:
        """Convert a row."""
        has_owner = row.email is not None
        return cls(
            id=strawberry.ID(str(row.id)),
            kind=AccountKind(row.kind),
            company_name=row.company_name,
            owner_name=f"{row.first_name} {row.last_name}".strip() if has_owner else None,
            owner_email=row.email,
            is_verified=row.is_verified,
            is_disabled=row.is_disabled,
            members=row.members,
            created_at=row.created_at,
        )


@strawberry.type
class ConsoleAccountPage:
    """Some accounts."""

    results: list[ConsoleAccount]
    has_more: bool
    cursor: str = strawberry.field(description="Position of the last account: pass it as `after` for the next page.")

    @classmethod
    def of(cls, page: Page[AccountRow]) -> Self:
        """Convert a page."""
        return cls(results=[ConsoleAccount.of(row) for row in page.rows], has_more=page.has_more, cursor=page.cursor)


@strawberry.type
class ConsoleSession:
    """A live session of a member."""

    id: strawberry.ID
    device: str = strawberry.field(description="Such as `Firefox on Linux`; empty if unknown.")
    address: str = strawberry.field(description="Network address.")
    has_second_factor: bool
    created_at: datetime
    last_seen_at: datetime

    @classmethod
    def of(cls, row: SessionRow) -> Self:
        """Convert a row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            device=device_of(row.user_agent),
            address=row.address,
            has_second_factor=row.has_second_factor,
            created_at=row.created_at,
            last_seen_at=row.last_seen_at,
        )


@strawberry.type
class ConsoleMember:
    """A member of an account."""

    id: strawberry.ID
    first_name: str
    last_name: str
    email: str
    role: MembershipRole
    is_verified: bool
    is_disabled: bool
    has_second_factor: bool
    is_operator: bool
    joined_at: datetime
    sessions: list[ConsoleSession] = strawberry.field(metadata=cost(items=5))

    @classmethod
    def of(cls, row: MemberRow, sessions: list[SessionRow]) -> Self:
        """Convert a row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            first_name=row.first_name,
            last_name=row.last_name,
            email=row.email,
            role=MembershipRole(row.role),
            is_verified=row.is_verified,
            is_disabled=row.is_disabled,
            has_second_factor=row.has_second_factor,
            is_operator=row.is_operator,
            joined_at=row.joined_at,
            sessions=[ConsoleSession.of(one) for one in sessions if one.user_id == row.id],
        )


@strawberry.type
class ConsoleDomain:
    """A domain of an account and the state of its TXT record."""

    domain: str
    is_verified: bool
    is_enabled: bool
    checked_at: datetime | None = strawberry.field(description="The last look at DNS; null if there was none.")
    missing_since: datetime | None = strawberry.field(
        description="Since when the record of a verified domain is missing."
    )
    created_at: datetime

    @classmethod
    def of(cls, row: DomainRow) -> Self:
        """Convert a row."""
        return cls(
            domain=row.domain,
            is_verified=row.is_verified,
            is_enabled=row.is_enabled,
            checked_at=row.checked_at,
            missing_since=row.missing_since,
            created_at=row.created_at,
        )


@strawberry.type
class ConsoleAccountDetail:
    """An account; at most 200 members, sessions and domains."""

    id: strawberry.ID
    kind: AccountKind
    company_name: str | None
    is_mfa_required: bool
    created_at: datetime
    members: list[ConsoleMember] = strawberry.field(metadata=cost(items=20))
    domains: list[ConsoleDomain]

    @classmethod
    def of(cls, found: AccountDetail) -> Self:
        """Convert an account."""
        account = found.account
        return cls(
            id=strawberry.ID(str(account.id)),
            kind=AccountKind(account.kind),
            company_name=account.company_name,
            is_mfa_required=account.is_mfa_required,
            created_at=account.created_at,
            members=[ConsoleMember.of(member, found.sessions) for member in found.members],
            domains=[ConsoleDomain.of(domain) for domain in found.domains],
        )


@strawberry.enum
class ConsoleMailState(Enum):
    """The state of an email."""

    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"


@strawberry.type
class ConsoleApplication:
    """An application to become a partner."""

    id: strawberry.ID
    name: str
    email: str
    phone: str
    title: str
    company_name: str
    company_size: int
    company_link: str
    preference: str
    created_at: datetime
    mail: ConsoleMailState | None = strawberry.field(
        description="The email that confirmed it; null if that is unknown, because old emails are deleted."
    )
    mail_failure: str | None

    @classmethod
    def of(cls, row: ApplicationRow) -> Self:
        """Convert a row."""
        mail = None
        if row.mail_created_at is not None:
            mail = (
                ConsoleMailState.SENT
                if row.mail_sent_at
                else ConsoleMailState.FAILED
                if row.mail_failed_at
                else ConsoleMailState.WAITING
            )
        return cls(
            id=strawberry.ID(str(row.id)),
            name=f"{row.first_name} {row.last_name}".strip(),
            email=row.email,
            phone=row.phone,
            title=row.title,
            company_name=row.company_name,
            company_size=row.company_size,
            company_link=row.company_link,
            preference=row.preference,
            created_at=row.created_at,
            mail=mail,
            mail_failure=row.mail_failure,
        )


@strawberry.type
class ConsoleApplicationPage:
    """Some applications."""

    results: list[ConsoleApplication]
    has_more: bool
    cursor: str

    @classmethod
    def of(cls, page: Page[ApplicationRow]) -> Self:
        """Convert a page."""
        return cls(
            results=[ConsoleApplication.of(row) for row in page.rows], has_more=page.has_more, cursor=page.cursor
        )


ConsoleActionResult = Annotated[
    MessageSuccess | NotFoundProblem | ValidationProblem | RefusedProblem | ThrottledProblem,
    strawberry.union("ConsoleActionResult"),
]
