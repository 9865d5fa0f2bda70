"""GraphQL: the catalogue of leaks, which operators change by commands only."""

import uuid
from collections.abc import Sequence
from datetime import date, datetime
from typing import Self, cast

import strawberry
from strawberry.dataloader import DataLoader

from breachlight.alerts.profiles import leaks as profiles
from breachlight.auth.graphql_info import Info
from breachlight.auth.subject import Subject
from breachlight.graphql.context import Context, require_subject
from breachlight.graphql.limits import cost
from breachlight.graphql.scalars import BigInt
from breachlight.graphql.types import NEXT_AS_OF, PREVIOUS_AS_OF
from breachlight.leaks import service
from breachlight.leaks.catalogue_entry import LeakEntry
from breachlight.leaks.models import LeakKind

strawberry.enum(LeakKind)


@strawberry.type
class LeakDetections:
    """The detections of the account that a leak raised; up to 100,000 are counted, the newest."""

    total: int
    open: int
    is_exact: bool = strawberry.field(description="Whether there are no more than were counted.")
    people: int = strawberry.field(description="Whose detections these are, without those of Portals.")
    known: int | None = strawberry.field(
        description="Detections that another leak raised and that this one contains, too; null for sensitive leaks."
    )
    first_detected_at: datetime | None
    last_detected_at: datetime | None
    trend: list[int] = strawberry.field(description="Detections per day, 90 days up to today, in UTC.")


def _detections_of_leaks(context: Context[Subject]) -> DataLoader[uuid.UUID, profiles.LeakDetections]:
    async def load(leak_ids: Sequence[uuid.UUID]) -> list[profiles.LeakDetections]:
        subject = await context.subject()
        assert subject is not None  # a leak was shown to them
        found = await profiles.count_detections(subject, leak_ids)
        return [found[leak_id] for leak_id in leak_ids]

    return DataLoader(load_fn=load)


async def _detections(root: strawberry.Parent["Leak"], info: Info) -> LeakDetections:
    return cast("LeakDetections", await info.context.loader(_detections_of_leaks).load(root.entry_id))


@strawberry.type
class Leak:
    """An entry of the catalogue, with the fields of the Have I Been Pwned breach model."""

    entry_id: strawberry.Private[uuid.UUID]
    name: str = strawberry.field(description="The stable key.")
    title: str
    domain: str | None = strawberry.field(description="The breached site, if any.")
    kind: LeakKind
    breach_date: date | None = strawberry.field(description="The date of the breach, if known.")
    added_date: datetime
    modified_date: datetime
    pwn_count: BigInt = strawberry.field(description="How many records the leak has.")
    description: str = strawberry.field(description="Plain text.")
    data_classes: list[str]
    is_verified: bool
    is_fabricated: bool
    is_sensitive: bool = strawberry.field(
        description="Shown only to verified owners of affected addresses, and to owners and analysts of the organization that "
        "verified the domain."
    )
    is_retired: bool
    is_spam_list: bool
    is_malware: bool
    is_stealer_log: bool
    is_subscription_free: bool
    attribution: str | None = strawberry.field(description="Whom the entry is from, if it was imported.")
    retracted_date: datetime | None = strawberry.field(
        description="Since when the leak is retracted: its records were removed, and its detections are marked."
    )
    detections: LeakDetections = strawberry.field(
        resolver=_detections, description="How much of the account is in the leak.", metadata=cost(100)
    )

    @classmethod
    def of(cls, entry: LeakEntry) -> Self:
        """Print the entry."""
        return cls(
            entry_id=entry.id,
            name=entry.name,
            title=entry.title,
            domain=entry.domain,
            kind=entry.kind,
            breach_date=entry.breach_date,
            added_date=entry.added_at,
            modified_date=entry.modified_at,
            pwn_count=BigInt(entry.pwn_count),
            description=entry.description,
            data_classes=entry.data_classes,
            is_verified=entry.is_verified,
            is_fabricated=entry.is_fabricated,
            is_sensitive=entry.is_sensitive,
            is_retired=entry.is_retired,
            is_spam_list=entry.is_spam_list,
            is_malware=entry.is_malware,
            is_stealer_log=entry.is_stealer_log,
            is_subscription_free=entry.is_subscription_free,
            attribution=entry.attribution,
            retracted_date=entry.retracted_at,
        )


@strawberry.type(description="One page of the catalogue. Only the default order has adjacent pages.")
class LeakPage:
    """The page as GraphQL prints it."""

    results: list[Leak]
    total: int
    page: int
    page_size: int
    next_as_of: str | None = strawberry.field(description=NEXT_AS_OF)
    previous_as_of: str | None = strawberry.field(description=PREVIOUS_AS_OF)


strawberry.enum(service.LeakOrder)


async def _leaks(
    info: Info,
    page: int = 1,
    page_size: int = service.DEFAULT_PAGE_SIZE,
    as_of: str | None = None,
    *,
    order_by: service.LeakOrder = service.LeakOrder.ADDED,
    reverse: bool = False,
) -> LeakPage:
    subject = await require_subject(info, with_keys=True)
    found = await service.page_of_leaks(subject, page, page_size, as_of=as_of, order=order_by, is_reversed=reverse)
    return LeakPage(
        results=[Leak.of(entry) for entry in found.results],
        total=found.total,
        page=found.page,
        page_size=found.page_size,
        next_as_of=found.next,
        previous_as_of=found.previous,
    )


async def _leak(info: Info, name: str) -> Leak | None:
    entry = await service.find_leak(await require_subject(info, with_keys=True), name)
    return None if entry is None else Leak.of(entry)


@strawberry.type
class LeakQuery:
    """The catalogue of leaks."""

    leaks: LeakPage = strawberry.field(
        resolver=_leaks, description="The catalogue of leaks, the newest entries first by default."
    )
    leak: Leak | None = strawberry.field(
        resolver=_leak,
        description="A leak by its name or a former name; null if it doesn't exist or isn't yours to see.",
    )
