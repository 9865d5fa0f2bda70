"""GraphQL types of the catalogue of leaks in the console."""

from datetime import date, datetime
from enum import Enum
from typing import Annotated, Any, Final, Self

import strawberry

from breachlight.console import leaks, leaks_repository
from breachlight.console.leaks import Detail, Page
from breachlight.console.leaks_repository import LeakOrder, LeakRow
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ValidationProblem
from breachlight.graphql.limits import cost
from breachlight.graphql.scalars import BigInt
from breachlight.kit.messages import Sentence
from breachlight.leaks.administration.operations_repository import OperationRow
from breachlight.leaks.models import LeakKind, LeakOperationKind

FLAGS: Final = (
    "is_verified",
    "is_fabricated",
    "is_sensitive",
    "is_retired",
    "is_spam_list",
    "is_malware",
    "is_stealer_log",
    "is_subscription_free",
)


@strawberry.enum
class ConsoleLeakOrder(Enum):
    """What comes first in the list of leaks: the one that was entered last, the first name, or the most records."""

    NEWEST = LeakOrder.NEWEST.value
    NAME = LeakOrder.NAME.value
    RECORDS = LeakOrder.RECORDS.value


@strawberry.input
class ConsoleLeakFilter:
    """The leaks to list; null is any."""

    search: str | None = strawberry.field(default=None, description="A part of the name, title or domain.")
    kind: LeakKind | None = None
    is_sensitive: bool | None = None
    is_retracted: bool | None = None

    def chosen(self) -> leaks_repository.Wanted:
        """Return the filter of the service."""
        return leaks_repository.Wanted(self.search, self.kind, self.is_sensitive, self.is_retracted)


@strawberry.type
class ConsoleLeak:
    """A leak in the list. A worker counts records and accounts; null until it has."""

    id: strawberry.ID
    name: str
    title: str
    domain: str | None
    kind: LeakKind
    breach_date: date | None
    added_date: datetime
    pwn_count: BigInt
    is_sensitive: bool
    retracted_date: datetime | None
    records: BigInt | None = strawberry.field(description="Records in the lake.")
    accounts: int | None = strawberry.field(description="Accounts of this installation with detections of the leak.")
    counted_at: datetime | None

    @classmethod
    def of(cls, row: LeakRow) -> Self:
        """Convert a row."""
        entry = row.entry
        return cls(
            id=strawberry.ID(str(entry.id)),
            name=entry.name,
            title=entry.title,
            domain=entry.domain,
            kind=entry.kind,
            breach_date=entry.breach_date,
            added_date=entry.added_at,
            pwn_count=BigInt(entry.pwn_count),
            is_sensitive=entry.is_sensitive,
            retracted_date=entry.retracted_at,
            records=None if row.records is None else BigInt(row.records),
            accounts=row.accounts,
            counted_at=row.counted_at,
        )


@strawberry.type
class ConsoleLeakPage:
    """Some leaks."""

    results: list[ConsoleLeak]
    has_more: bool
    cursor: str = strawberry.field(description="Position of the last leak: pass it as `after` for the next page.")

    @classmethod
    def of(cls, page: Page) -> Self:
        """Convert a page."""
        return cls(results=[ConsoleLeak.of(row) for row in page.rows], has_more=page.has_more, cursor=page.cursor)


@strawberry.enum
class ConsoleOperationKind(Enum):
    """What a worker does with a leak or a file."""

    RETRACT = LeakOperationKind.RETRACT.value
    MERGE = LeakOperationKind.MERGE.value
    REREAD = LeakOperationKind.REREAD.value


@strawberry.enum
class ConsoleOperationState(Enum):
    """Whether work has begun, ended, or wasn't possible."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@strawberry.type
class ConsoleFigure:
    """One figure of an operation, by name."""

    name: str
    value: BigInt


@strawberry.type
class ConsoleOperation:
    """Long work on a leak or a file, which a worker does."""

    id: strawberry.ID
    kind: ConsoleOperationKind
    state: ConsoleOperationState
    step: str = strawberry.field(description="What is being done; empty before and after.")
    done: BigInt
    total: BigInt
    figures: list[ConsoleFigure]
    failure: str | None = strawberry.field(description="Why nothing was done, in English.")
    other_leak: str | None = strawberry.field(description="The other leak of a merge, if there is one still.")
    operator: str
    created_at: datetime
    finished_at: datetime | None

    @classmethod
    def of(cls, row: OperationRow, other_leak: str | None = None) -> Self:
        """Convert a row."""
        has_ended = row.finished_at is not None
        ended = ConsoleOperationState.DONE if row.failure is None else ConsoleOperationState.FAILED
        going = ConsoleOperationState.RUNNING if row.step else ConsoleOperationState.WAITING
        return cls(
            id=strawberry.ID(str(row.id)),
            kind=ConsoleOperationKind(row.kind.value),
            state=ended if has_ended else going,
            step=row.step,
            done=BigInt(row.done),
            total=BigInt(row.total),
            figures=[ConsoleFigure(name=name, value=BigInt(number)) for name, number in row.figures.items()],
            failure=row.failure,
            other_leak=other_leak,
            operator=row.operator,
            created_at=row.created_at,
            finished_at=row.finished_at,
        )


async def _count_detections(root: strawberry.Parent["ConsoleLeakDetail"]) -> BigInt:
    return BigInt(await leaks_repository.count_detections(root.found.row.entry.id))


@strawberry.type
class ConsoleLeakDetail:
    """A leak with the fields of the Have I Been Pwned breach model."""

    found: strawberry.Private[Detail]
    leak: ConsoleLeak
    modified_date: datetime
    description: str = strawberry.field(description="Plain text.")
    data_classes: list[str]
    is_verified: bool
    is_fabricated: bool
    is_sensitive: bool
    is_retired: bool
    is_spam_list: bool
    is_malware: bool
    is_stealer_log: bool
    is_subscription_free: bool
    attribution: str | None
    logo_path: str | None = strawberry.field(description="Always null now: nothing is fetched from other sites.")
    former_names: list[str] = strawberry.field(description="Names of leaks that were merged into this one.")
    files: int
    operations: list[ConsoleOperation] = strawberry.field(
        description="The last retractions and merges, the newest first.", metadata=cost(items=10)
    )
    detections: BigInt = strawberry.field(
        resolver=_count_detections,
        description="Detections that the leak has raised, in all accounts; counted when asked for.",
        metadata=cost(100),
    )

    @classmethod
    def of(cls, found: Detail) -> Self:
        """Convert a leak."""
        entry = found.row.entry
        return cls(
            found=found,
            leak=ConsoleLeak.of(found.row),
            modified_date=entry.modified_at,
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
            logo_path=found.logo_path,
            former_names=found.former_names,
            files=found.files,
            operations=[ConsoleOperation.of(one, _other(found, one)) for one in found.operations],
        )


def _other(found: Detail, operation: OperationRow) -> str | None:
    ids = [each for each in (operation.leak_id, operation.target_id) if each not in (None, found.row.entry.id)]
    return found.others.get(ids[0]) if ids and ids[0] is not None else None


@strawberry.input
class ConsoleLeakInput:
    """Fields to change; those that are left out stay."""

    title: str | None = strawberry.UNSET
    domain: str | None = strawberry.UNSET
    breach_date: date | None = strawberry.UNSET
    kind: LeakKind | None = strawberry.UNSET
    description: str | None = strawberry.UNSET
    data_classes: list[str] | None = strawberry.UNSET
    attribution: str | None = strawberry.UNSET
    is_verified: bool | None = strawberry.UNSET
    is_fabricated: bool | None = strawberry.UNSET
    is_sensitive: bool | None = strawberry.UNSET
    is_retired: bool | None = strawberry.UNSET
    is_spam_list: bool | None = strawberry.UNSET
    is_malware: bool | None = strawberry.UNSET
    is_stealer_log: bool | None = strawberry.UNSET
    is_subscription_free: bool | None = strawberry.UNSET

    def changes(self) -> dict[str, Any]:
        """Return the values by column; null empties a text or list, and leaves a flag or the kind as it is."""
        empty: dict[str, object] = {"title": "", "description": "", "data_classes": []}
        given = {name: value for name, value in vars(self).items() if value is not strawberry.UNSET}
        filled = {name: empty.get(name) if value is None else value for name, value in given.items()}
        return {name: value for name, value in filled.items() if value is not None or name not in {"kind", *FLAGS}}


@strawberry.type
class EditLeakSuccess:
    """The leak as it is now."""

    leak: ConsoleLeakDetail
    message: Sentence


ConsoleEditLeakResult = Annotated[
    EditLeakSuccess | NotFoundProblem | ValidationProblem | RefusedProblem, strawberry.union("ConsoleEditLeakResult")
]


async def detail_of(name: str) -> ConsoleLeakDetail | None:
    """Return a leak; None if there is none."""
    found = await leaks.get_leak(name)
    return None if found is None else ConsoleLeakDetail.of(found)
