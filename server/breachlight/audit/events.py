"""The audit log of security events."""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any, Final

import orjson

from breachlight.audit.appending import append
from breachlight.audit.chain import Entry, Personal
from breachlight.auth.subject import Client, Subject
from breachlight.database.session import Connection, before_commit
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.kit.json import encode

BY_API_KEY: Final = "by_api_key_id"
"""The key of an event's detail that identifies the API key it was done with."""

_LONGEST_USER_AGENT: Final = 500


async def record_event(
    account_id: uuid.UUID,
    user_id: uuid.UUID | None,
    kind: str,
    *,
    address: str = "",
    user_agent: str = "",
    detail: Mapping[str, object] | None = None,
) -> None:
    """Record an event in the caller's transaction; ``detail`` must contain no secret.

    The row is written when the transaction commits, so that no other writer waits for more than the commit.
    """
    await _record(account_id, user_id, kind, Client(address, user_agent), [detail or {}])


async def record_event_of(
    subject: Subject, kind: str, client: Client, detail: Mapping[str, object] | None = None
) -> None:
    """Record an action of a signed-in user, or of a tool with one of their API keys, as ``record_event`` does."""
    await record_events_of(subject, kind, client, [detail or {}])


async def record_events_of(
    subject: Subject, kind: str, client: Client, details: Iterable[Mapping[str, object]]
) -> None:
    """Record one event for each of ``details``, in few statements however many there are, as ``record_event_of`` does."""
    by_key: dict[str, object] = {} if subject.api_key_id is None else {BY_API_KEY: str(subject.api_key_id)}
    await _record(subject.account_id, subject.user_id, kind, client, [{**detail, **by_key} for detail in details])


async def _record(
    account_id: uuid.UUID,
    user_id: uuid.UUID | None,
    kind: str,
    client: Client,
    details: list[Mapping[str, object]] | list[dict[str, object]],
) -> None:
    at = clock.now()
    address, user_agent = client.address, client.user_agent[:_LONGEST_USER_AGENT]
    entries = [
        Entry(new_id(), kind, at, user_id, Personal(address, user_agent, as_stored(detail))) for detail in details
    ]
    if not entries:
        return

    async def write(connection: Connection) -> None:
        await append(connection, account_id, entries)

    await before_commit(write, order=str(account_id))


def as_stored(detail: Mapping[str, object]) -> dict[str, Any]:
    """Return a detail as the database gives it back."""
    stored: dict[str, Any] = orjson.loads(encode(detail))
    return stored
