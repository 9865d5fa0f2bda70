"""Reveals and exports of leaked passwords, and what they leave in the logs."""

import json
from typing import Any

import asyncpg
import httpx
from callers import Caller, send

EXPORT = "/api/v1/notifications/alerts/export"
REVEAL = """mutation ($id: ID!) { result: revealPassword(alertId: $id) { __typename
  ... on RevealPasswordSuccess { password } ... on Problem { message code } } }"""
REVEAL_MANY = """mutation ($ids: [ID!]!) { result: revealPasswords(alertIds: $ids) { __typename
  ... on RevealPasswordsSuccess { passwords { alertId password isUnreadable } } ... on Problem { message code } } }"""
SWITCH = """mutation ($enabled: Boolean!) { result: setBulkDisclosure(enabled: $enabled) { __typename
  ... on BulkDisclosureSuccess { message account { isBulkDisclosureEnabled } } ... on Problem { message code } } }"""
HISTORY = "query ($id: ID!) { alertHistory(id: $id) { events { kind by } } }"
SECURITY_LOG = "{ securityEvents(pageSize: 100) { total results { kind } } }"
CREATE_KEY = """mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) {
  ... on CreateApiKeySuccess { token } } }"""
DISCLOSED = ("password_revealed", "password_disclosed")


async def turn_on(caller: Caller) -> None:
    assert (await send(caller, SWITCH, enabled=True))["account"] == {"isBulkDisclosureEnabled": True}


async def ids_of(caller: Caller) -> list[str]:
    answer = await caller.graphql('{ alerts(pageSize: 100, ordering: "id") { results { id } } }')
    return [alert["id"] for alert in answer["data"]["alerts"]["results"]]


async def export(
    caller: Caller, *ids: str, query: Any = None, secret: bool = True, kind: str = "json"
) -> httpx.Response:
    selection = {"ids": list(ids)} if ids else {"query": query or {}}
    return await caller.post(EXPORT, {"format": kind, "include_passwords": secret, **selection})


async def rows(connection: asyncpg.Connection, *kinds: str) -> list[dict[str, Any]]:
    found = await connection.fetch(
        "SELECT * FROM security_events WHERE kind = ANY($1::text[]) ORDER BY id", list(kinds)
    )
    return [{**row, "detail": json.loads(row["detail"])} for row in found]


def passwords_in(response: httpx.Response) -> set[str | None]:
    assert response.status_code == 200, response.text
    return {alert["password"] for alert in response.json()["results"]}


async def with_key(caller: Caller, *scopes: str) -> Caller:
    """Return a tool of the caller, with an API key."""
    created = await caller.graphql(CREATE_KEY, {"input": {"name": "Ticket system", "scopes": list(scopes)}})
    token = created["data"]["createApiKey"]["token"]
    return Caller(caller.http, caller.account, caller.user, {"authToken": token})


def several(tenant: Any, count: int) -> list[Any]:
    return [tenant.workforce(password=f"invented-{n}", url=f"https://shop.example/{n}") for n in range(count)]


async def hits_of(connection: asyncpg.Connection) -> list[int]:
    """Return what is used of each quota."""
    return [
        row["hits"] for row in await connection.fetch("SELECT hits FROM throttle_counters WHERE key LIKE 'reveal%'")
    ]
