"""GraphQL types of the audit log in the console."""

import json
import uuid
from datetime import datetime
from enum import Enum
from typing import Annotated, Self

import strawberry

from breachlight.audit.chain import OPERATORS
from breachlight.audit.verification import Break, Verification
from breachlight.auth.subject import NOBODY
from breachlight.console import audit_log
from breachlight.console.audit_log_repository import Event
from breachlight.graphql.errors import RefusedProblem, ThrottledProblem
from breachlight.graphql.scalars import BigInt
from breachlight.kit.messages import Sentence


@strawberry.input
class ConsoleAuditLogFilter:
    """The events to list; without an account those of operators."""

    account: str | None = strawberry.field(default=None, description="The ID of an account, or a member's address.")
    kind: str | None = None
    person: str | None = strawberry.field(default=None, description="The operator, or the address of the member.")
    since: datetime | None = None
    until: datetime | None = strawberry.field(default=None, description="Events before this time.")

    def chosen(self) -> audit_log.Filter:
        """Return the filter of the service."""
        return audit_log.Filter(self.account, self.kind, self.person, self.since, self.until)


@strawberry.type
class ConsoleAuditDetail:
    """One detail of an event."""

    name: str
    value: str

    @classmethod
    def of(cls, name: str, value: object) -> Self:
        """Convert a value; all but texts are printed as JSON."""
        return cls(name=name, value=value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


@strawberry.type
class ConsoleAuditEvent:
    """An event of the audit log."""

    id: strawberry.ID
    sequence: BigInt = strawberry.field(description="Position in its chain.")
    kind: str
    happened_at: datetime
    person: str | None = strawberry.field(
        description="The operator, or the address of the member as it is now; null if unknown."
    )
    address: str = strawberry.field(description="Network address; empty for operators' events.")
    user_agent: str
    detail: list[ConsoleAuditDetail]

    @classmethod
    def of(cls, event: Event) -> Self:
        """Convert a row."""
        return cls(
            id=strawberry.ID(str(event.id)),
            sequence=BigInt(event.sequence),
            kind=event.kind,
            happened_at=event.happened_at,
            person=event.person,
            address=event.address,
            user_agent=event.user_agent,
            detail=[ConsoleAuditDetail.of(name, value) for name, value in event.detail.items()],
        )


@strawberry.type
class ConsoleAuditLog:
    """Some events."""

    account_id: strawberry.ID | None = strawberry.field(description="Null for operators' events.")
    results: list[ConsoleAuditEvent]
    has_more: bool
    cursor: str = strawberry.field(description="Position of the last event: pass it as `after` for the next page.")
    chain: strawberry.Private[uuid.UUID | None]

    @strawberry.field
    async def kinds(self) -> list[str]:
        """List the kinds of events that the chain contains."""
        return await audit_log.list_kinds(self.chain)

    @classmethod
    def of(cls, page: audit_log.Page) -> Self:
        """Convert a page."""
        return cls(
            account_id=None if page.account_id is None else strawberry.ID(str(page.account_id)),
            results=[ConsoleAuditEvent.of(event) for event in page.events],
            has_more=page.has_more,
            cursor=page.cursor,
            chain=page.account_id,
        )


@strawberry.enum
class ConsoleAuditChain(Enum):
    """Whose events a chain of the audit log has."""

    OPERATORS = "operators"
    VISITORS = "visitors"
    ACCOUNT = "account"


@strawberry.type
class ConsoleAuditBreak:
    """The first row of a chain that isn't as it was written."""

    chain: ConsoleAuditChain
    account_id: strawberry.ID | None
    sequence: BigInt | None
    event_id: strawberry.ID | None
    happened_at: datetime | None
    problem: Sentence

    @classmethod
    def of(cls, found: Break) -> Self:
        """Convert a break."""
        chains = {OPERATORS: ConsoleAuditChain.OPERATORS, NOBODY: ConsoleAuditChain.VISITORS}
        chain = chains.get(found.chain, ConsoleAuditChain.ACCOUNT)
        return cls(
            chain=chain,
            account_id=strawberry.ID(str(found.chain)) if chain is ConsoleAuditChain.ACCOUNT else None,
            sequence=None if found.sequence is None else BigInt(found.sequence),
            event_id=None if found.id is None else strawberry.ID(str(found.id)),
            happened_at=found.happened_at,
            problem=found.problem,
        )


@strawberry.type
class VerifyAuditLogSuccess:
    """What was read, and the first break of each broken chain."""

    rows: BigInt
    chains: int
    breaks: list[ConsoleAuditBreak] = strawberry.field(description="At most 100.")
    broken_chains: int

    @classmethod
    def of(cls, result: Verification) -> Self:
        """Convert a result."""
        return cls(
            rows=BigInt(result.rows),
            chains=result.chains,
            breaks=[ConsoleAuditBreak.of(found) for found in result.breaks[:100]],
            broken_chains=len(result.breaks),
        )


ConsoleVerificationResult = Annotated[
    VerifyAuditLogSuccess | RefusedProblem | ThrottledProblem, strawberry.union("ConsoleVerificationResult")
]
