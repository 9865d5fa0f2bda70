"""A small schema with one of everything, to try the GraphQL machinery on without any feature."""

import asyncio
import enum
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Self

import strawberry
from strawberry.dataloader import DataLoader
from written_json import as_fragments

from breachlight.graphql.context import Context, context_factory, optional_subject, require_subject
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.graphql.limits import cost
from breachlight.graphql.scalars import BigInt
from breachlight.graphql.schema import Schema, create_schema
from breachlight.kit.errors import (
    ForbiddenError,
    NotFoundError,
    ProblemError,
    ThrottledError,
    UnauthenticatedError,
    UnavailableError,
    ValidationError,
)

CANARY = "canary-8814-secret"
GOOD_TOKEN = "good-token"


@dataclass(frozen=True)
class Subject:
    name: str
    expires_at: datetime | None = None
    is_api_key: bool = False


class Sessions:
    """Stand-in for the sessions feature: the tokens that are valid."""

    def __init__(self) -> None:
        self.alive: dict[str, Subject] = {GOOD_TOKEN: Subject("jane")}
        self.checks = 0
        self.away = False

    async def authenticate(self, token: str) -> Subject:
        self.checks += 1
        await asyncio.sleep(0)
        if self.away:
            raise UnavailableError
        if token == "poison":
            raise RuntimeError(CANARY)
        subject = self.alive.get(token)
        if subject is None:
            raise UnauthenticatedError
        return subject


Info = strawberry.Info[Context[Subject], None]


@strawberry.enum
class Colour(enum.Enum):
    RED = "red"
    GREEN = "green"


@strawberry.type
class Tag:
    label: str
    weight: float | None = None


@strawberry.type
class Row:
    id: strawberry.ID
    name: str
    note: str | None
    count: int
    big: BigInt
    ratio: float
    flag: bool
    colour: Colour | None
    at: datetime
    day: date
    words: list[str]
    numbers: list[int] | None
    tag: Tag | None
    tags: list[Tag]

    @strawberry.field
    def shout(self, times: int = 1) -> str:
        return self.name.upper() * times

    @strawberry.field
    async def slowly(self) -> str:
        await asyncio.sleep(0)
        return self.name

    @strawberry.field
    def peers(self, page_size: int = 10) -> list["Row"]:
        return [row(index) for index in range(min(page_size, 3))]

    @strawberry.field(metadata=cost(items=50))
    def history(self) -> list[Tag]:
        return []

    @strawberry.field
    def risky(self) -> str:
        if self.count % 2:
            raise NotFoundError
        return "fine"

    @strawberry.field
    def maybe(self) -> str | None:
        if self.count % 3 == 0:
            raise ForbiddenError
        return None

    @strawberry.field
    async def loaded(self, info: Info) -> str:
        loader: DataLoader[int, str] = info.context.loader(make_loader)
        return await loader.load(self.count)


loads: list[list[int]] = []


def make_loader(_context: Context[Subject]) -> DataLoader[int, str]:
    async def load(keys: list[int]) -> list[str]:
        loads.append(keys)
        return [f"loaded {key}" for key in keys]

    return DataLoader(load)


def row(index: int, **changes: Any) -> Row:
    values: dict[str, Any] = {
        "id": strawberry.ID(str(index)),
        "name": f"row {index}",
        "note": None if index % 2 else "a note",
        "count": index,
        "big": BigInt(2**40 + index),
        "ratio": index / 4,
        "flag": index % 2 == 0,
        "colour": [Colour.RED, Colour.GREEN, None][index % 3],
        "at": datetime(2026, 11, 21, tzinfo=UTC) + timedelta(hours=index),
        "day": date(2026, 11, 21),
        "words": ["a", "b"][: index % 3],
        "numbers": [index] if index % 2 else None,
        "tag": Tag(label="t") if index % 2 else None,
        "tags": [Tag(label="x", weight=1.5), Tag(label="y")],
    }
    return Row(**(values | changes))


@strawberry.type
class Page:
    results: list[Row]
    total: int


Item = Annotated[Row | Tag, strawberry.union("Item")]


@strawberry.input
class Filter:
    search: str | None = None
    page_size: int = 10


@strawberry.input
class Order:
    name: str
    amount: int
    deep: "Order | None" = None


@strawberry.type
class Ordered:
    name: str


OrderResult = Annotated[
    Ordered | ValidationProblem | ThrottledProblem | NotFoundProblem | RefusedProblem, strawberry.union("OrderResult")
]
NarrowResult = Annotated[Ordered | RefusedProblem, strawberry.union("NarrowResult")]

PROBLEMS: dict[str, Exception] = {
    "invalid": ValidationError(
        {"user.first_name": ["Field is Required"], "phone": ["Enter Phone Number", "Too short"]}
    ),
    "throttled": ThrottledError(7),
    "unknown": NotFoundError(),
    "forbidden": ForbiddenError(),
    "unauthenticated": UnauthenticatedError(),
    "unavailable": UnavailableError(),
    "own": ProblemError("Not today.", "NOT_TODAY"),
    "bug": RuntimeError(CANARY),
}


@strawberry.type
class Query:
    @strawberry.field
    def hello(self) -> str:
        return "world"

    @strawberry.field
    def rows(self, page: int = 1, page_size: int = 10) -> Page:
        del page
        size = max(1, min(page_size, 100))
        return Page(results=[row(index) for index in range(size)], total=1000)

    @strawberry.field
    def written(self, info: Info, page_size: int = 10) -> Page:
        """Answer with the JSON of rows, where a known document selects nothing that must be resolved."""
        return Page(results=as_fragments(info, [row(index) for index in range(page_size)]), total=1000)

    @strawberry.field
    def filtered(self, filter: Filter) -> Page:  # noqa: A002 -- the name in the schema
        return Page(results=[row(0)], total=filter.page_size)

    @strawberry.field
    def row(self, id: strawberry.ID) -> Row | None:  # noqa: A002 -- the name in the schema
        return row(int(id)) if id.isdigit() else None

    @strawberry.field
    async def items(self) -> list[Item]:
        await asyncio.sleep(0)
        return [row(1), Tag(label="tag"), row(2)]

    @strawberry.field
    def odd(self) -> list[Row | None]:
        """Rows whose values do not fit their fields, one kind each."""
        return [
            row(0),
            row(1, name=None),
            row(2, count=2**40),
            row(3, words=["a", None]),
            row(4, colour="purple"),
            row(5, note=RuntimeError(CANARY)),
            row(6, at=datetime(2026, 1, 1)),  # noqa: DTZ001 -- what must not be sent
            None,
            row(8, tags=[None]),
            row(9, flag=1, ratio=2, id=7, words=("tuple",)),
        ]

    @strawberry.field
    def broken(self) -> str | None:
        raise RuntimeError(CANARY)

    @strawberry.field
    def broken_root(self) -> str:
        raise RuntimeError(CANARY)

    @strawberry.field
    def double(self, number: int) -> int:
        return number * 2

    @strawberry.field
    def at_least_five(self, number: int = 5) -> int:
        return number

    @strawberry.field
    def instant(self, at: datetime, day: date, big: BigInt) -> str:
        return f"{at.isoformat()} {day.isoformat()} {big}"

    @strawberry.field
    def refused(self, kind: str) -> str | None:
        raise PROBLEMS[kind]

    @strawberry.field
    async def viewer(self, info: Info) -> str:
        return (await require_subject(info)).name

    @strawberry.field
    async def visitor(self, info: Info) -> str | None:
        subject = await optional_subject(info)
        return subject.name if subject else None

    @strawberry.field
    def client(self, info: Info) -> list[str]:
        return [info.context.client_address, info.context.user_agent]


effects: list[str] = []


@strawberry.type
class Mutation:
    @strawberry.mutation
    async def order(self, input: Order) -> OrderResult:  # noqa: A002 -- the name in the schema
        if input.name in PROBLEMS:
            raise PROBLEMS[input.name]
        effects.append(input.name)
        return Ordered(name=input.name)

    @strawberry.mutation
    def narrow(self, kind: str) -> NarrowResult:
        raise PROBLEMS[kind]

    @strawberry.mutation(metadata=cost(1000))
    def login(self, password: str) -> bool:
        effects.append("login")
        if password == CANARY:
            raise RuntimeError(CANARY)
        return False


class Feed:
    """Counts the sources that are open, so that a test sees whether a socket cleaned up."""

    open = 0
    yielded = 0

    @classmethod
    def enter(cls) -> type[Self]:
        cls.open += 1
        return cls


@strawberry.type
class Subscription:
    @strawberry.subscription
    async def count(self, to: int = 3) -> AsyncIterator[int]:
        for number in range(to):
            await asyncio.sleep(0)
            yield number

    @strawberry.subscription
    async def never(self) -> AsyncIterator[int]:
        Feed.enter()
        try:
            await asyncio.Event().wait()
            yield 0
        finally:
            Feed.open -= 1

    @strawberry.subscription
    async def busy(self) -> AsyncIterator[int]:
        """Yield forever without waiting."""
        Feed.enter()
        try:
            while True:
                Feed.yielded += 1
                yield Feed.yielded
        finally:
            Feed.open -= 1

    @strawberry.subscription
    async def failing(self) -> AsyncIterator[int]:
        yield 1
        raise RuntimeError(CANARY)

    @strawberry.subscription
    async def me(self, info: Info) -> AsyncIterator[str]:
        yield (await require_subject(info)).name


def toy_schema(*, introspection: bool = True) -> Schema:
    return create_schema(Query, Mutation, Subscription, types=[Tag], introspection=introspection)


def toy_context(token: str | None = None) -> Context[Subject]:
    return Context(Sessions().authenticate, token=token, request_id="request-1", client_address="192.0.2.1")


__all__ = [
    "CANARY",
    "GOOD_TOKEN",
    "Feed",
    "Sessions",
    "Subject",
    "context_factory",
    "effects",
    "loads",
    "toy_context",
    "toy_schema",
]
