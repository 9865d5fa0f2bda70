"""Who may do what: every operation of GraphQL and REST with every role, every scope and anonymously (spec §6).

The operations come from the schema. A new one fails here until ``table.py`` says what it asks for.
"""

import asyncio
import json
from itertools import count

import asyncpg
import factories
import httpx
import pytest
import websockets
from alert_factories import Tenant, make_leak, raise_findings
from websockets.typing import Subprotocol

from breachlight.kit.keys import KeyRing

from .conftest import Somebody
from .operations import (
    LOG_IN,
    NO_KEYS,
    OPERATOR,
    ROLE,
    SCOPE,
    Operation,
    fields_named_like_secrets,
    operations,
    queries_of_types,
    refusal_of,
)
from .table import ENDS_THE_SESSION, NEEDS, SECRET_FIELDS, Need

OPERATIONS = list(operations())
SUBSCRIPTIONS = [operation for operation in OPERATIONS if operation.root == "Subscription"]
FORBIDDEN = 4403
"""The code with which a socket without a valid token is closed."""


def expected(somebody: Somebody, need: Need) -> str | None:
    """Return how the refusal begins, or None for a caller who is let in."""
    if somebody.is_key and not need.keys:
        return NO_KEYS
    if somebody.token is None:
        return LOG_IN if need.login else None
    if need.operator:
        return OPERATOR
    if need.permission is None or need.permission in somebody.permissions:
        return None
    return f'{SCOPE} "{need.permission.name}"' if somebody.is_key else ROLE


def test_g14_the_table_names_every_operation_and_no_other() -> None:
    assert {operation.name for operation in OPERATIONS} == NEEDS.keys()


@pytest.mark.spec("X2", "X4", "S6.8")
@pytest.mark.long
async def test_g14_g08_every_operation_asks_for_what_the_table_says(
    http: httpx.AsyncClient, everybody: list[Somebody]
) -> None:
    asked = [operation for operation in OPERATIONS if operation not in SUBSCRIPTIONS]
    asked.sort(key=lambda operation: operation.name in ENDS_THE_SESSION)
    differing = []
    for somebody in everybody:
        for operation in asked:
            refusal = await operation.refusal(http, somebody.token)
            if not is_as_expected(refusal, expected(somebody, NEEDS[operation.name])):
                differing.append((somebody.name, operation.name, refusal))
    assert differing == []


@pytest.mark.spec("X2", "X4")
@pytest.mark.parametrize("operation", SUBSCRIPTIONS, ids=lambda operation: operation.name)
async def test_g14_every_subscription_asks_for_what_the_table_says(
    served: str, everybody: list[Somebody], connection: asyncpg.Connection, key_ring: KeyRing, operation: Operation
) -> None:
    """A permitted subscriber gets an event of a detection that is raised meanwhile."""
    raising = asyncio.create_task(keep_raising(connection, key_ring, everybody))
    try:
        answered = await asyncio.gather(*(first_answer(served, operation, each.token) for each in everybody))
    finally:
        raising.cancel()
    need = NEEDS[operation.name]
    differing = [
        (somebody.name, answer)
        for somebody, answer in zip(everybody, answered, strict=True)
        if not is_as_expected(answer, expected(somebody, need))
    ]
    assert differing == []


def is_as_expected(refusal: str | None, begins: str | None) -> bool:
    return refusal is None if begins is None else (refusal or "").startswith(begins)


async def make_tenants(connection: asyncpg.Connection, everybody: list[Somebody]) -> list[Tenant]:
    """Give each account a verified domain, so that detections can be raised there."""
    tenants = []
    accounts = {somebody.account.id: somebody.account for somebody in everybody}
    for number, account in enumerate(accounts.values()):
        domain = f"number-{number}.example"
        row = await factories.make_domain(connection, account, domain)
        leak_id = await make_leak(connection, f"leak-of-{domain}")
        tenants.append(Tenant(account.id, row.id, row.id, domain, leak_id))
    return tenants


async def keep_raising(connection: asyncpg.Connection, key_ring: KeyRing, everybody: list[Somebody]) -> None:
    """Raise one detection after another in each account."""
    tenants = await make_tenants(connection, everybody)
    for number in count():
        findings = (
            tenant.portal(username_key=f"client-{number}", usernames=[f"client-{number}"]) for tenant in tenants
        )
        await raise_findings(connection, key_ring, *findings)


async def first_answer(served: str, operation: Operation, token: str | None) -> str | None:
    """Subscribe; return the sentence that refuses it, or None once an event has come."""
    connect = websockets.connect(f"{served}/graphql", subprotocols=[Subprotocol("graphql-transport-ws")])
    async with asyncio.timeout(30), connect as socket:
        await socket.send(json.dumps({"type": "connection_init", "payload": {"token": token} if token else {}}))
        payload = {"query": operation.document, "variables": json.loads(operation.variables)}
        try:
            acknowledged = json.loads(await socket.recv())
        except websockets.ConnectionClosedError as closed:
            return LOG_IN if closed.rcvd and closed.rcvd.code == FORBIDDEN else f"Closed: {closed}"
        assert acknowledged["type"] == "connection_ack"
        await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
        received = json.loads(await socket.recv())
        answer = {"errors": received["payload"]} if received["type"] == "error" else received["payload"]
        return refusal_of(operation.name, answer)


@pytest.mark.long
async def test_g14_g08_what_a_query_answers_is_open_to_whoever_may_ask(
    http: httpx.AsyncClient, everybody: list[Somebody], connection: asyncpg.Connection, key_ring: KeyRing
) -> None:
    """Every field of every type below every query, on accounts with data."""
    tenants = await make_tenants(connection, everybody)
    await raise_findings(connection, key_ring, *(tenant.portal() for tenant in tenants))
    differing = []
    for name, document in queries_of_types():
        for somebody in everybody:
            if expected(somebody, NEEDS[name]) is None:
                headers = {"Authorization": f"Bearer {somebody.token}"} if somebody.token else {}
                answer = (await http.post("/graphql", json={"query": document}, headers=headers)).json()
                if "errors" in answer:
                    differing.append((somebody.name, document, answer["errors"]))
    assert differing == []


def test_g14_fields_that_are_called_like_secrets_are_known() -> None:
    assert fields_named_like_secrets() == SECRET_FIELDS.keys()
