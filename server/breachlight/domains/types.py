"""GraphQL types of domains."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Self

import strawberry
from strawberry.dataloader import DataLoader

from breachlight.auth.graphql_info import Info
from breachlight.auth.subject import Subject
from breachlight.domains import models
from breachlight.domains.revocation import GRACE
from breachlight.domains.service import DomainPage
from breachlight.graphql.context import Context
from breachlight.graphql.types import NEXT_AS_OF, PREVIOUS_AS_OF
from breachlight.watchlist import service as watchlist


@strawberry.type
class Backfill:
    """The retroactive scan of past leaks for a newly verified domain."""

    is_done: bool
    progress: float = strawberry.field(description="From 0 to 1.")
    found: int = strawberry.field(description="Detections found so far.")


def _backfills(context: Context[Subject]) -> DataLoader[uuid.UUID, watchlist.BackfillProgress | None]:
    async def load(domain_ids: Sequence[uuid.UUID]) -> list[watchlist.BackfillProgress | None]:
        subject = await context.subject()
        found = {} if subject is None else await watchlist.backfills_of_domains(subject.account_id, domain_ids)
        return [found.get(domain_id) for domain_id in domain_ids]

    return DataLoader(load_fn=load)


async def _backfill(root: strawberry.Parent["Domain"], info: Info) -> Backfill | None:
    found = await info.context.loader(_backfills).load(uuid.UUID(root.id))
    return None if found is None else Backfill(is_done=found.is_done, progress=found.progress, found=found.found)


@strawberry.type
class Domain:
    """A company domain with its TXT record (spec §3)."""

    id: strawberry.ID
    domain: str
    domain_txt: str
    domain_txt_secret: str
    is_enabled: bool
    is_verified: bool
    verified_at: datetime | None
    missing_since: datetime | None = strawberry.field(
        description="Since when the TXT record of a verified domain has been missing."
    )
    drops_at: datetime | None = strawberry.field(
        description="When a domain with a missing record loses its verification."
    )

    backfill: Backfill | None = strawberry.field(
        resolver=_backfill, description="Null for a domain that is not monitored."
    )

    @classmethod
    def of(cls, domain: models.Domain) -> Self:
        """Convert a row."""
        return cls(
            id=strawberry.ID(str(domain.id)),
            domain=domain.domain,
            domain_txt=domain.domain_txt,
            domain_txt_secret=domain.domain_txt_secret,
            is_enabled=domain.is_enabled,
            is_verified=domain.is_verified,
            verified_at=domain.verified_at,
            missing_since=domain.missing_since,
            drops_at=None if domain.missing_since is None else domain.missing_since + GRACE,
        )


@strawberry.type(name="DomainPage", description="One page of domains, by name.")
class Page:
    """DomainPage as GraphQL prints it."""

    results: list[Domain]
    total: int
    page: int
    page_size: int
    next_as_of: str | None = strawberry.field(description=NEXT_AS_OF)
    previous_as_of: str | None = strawberry.field(description=PREVIOUS_AS_OF)

    @classmethod
    def of(cls, page: DomainPage) -> Self:
        """Convert a page."""
        results = [Domain.of(domain) for domain in page.results]
        return cls(
            results=results,
            total=page.total,
            page=page.page,
            page_size=page.page_size,
            next_as_of=page.next,
            previous_as_of=page.previous,
        )
