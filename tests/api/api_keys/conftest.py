"""Callers with API keys."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from callers import Caller

SignIn = Callable[..., Awaitable[Caller]]

CREATE = """mutation Create($input: CreateApiKeyInput!) { createApiKey(input: $input) { __typename
  ... on CreateApiKeySuccess { message token apiKey { id name scopes hint createdAt expiresAt lastUsedAt maker } }
  ... on Problem { message code } ... on ValidationProblem { fieldErrors { field messages } } } }"""
KEYS = "{ apiKeys { id name scopes hint createdAt expiresAt lastUsedAt maker } }"
REVOKE = "mutation Revoke($id: ID!) { revokeApiKey(id: $id) { __typename ... on Problem { code } } }"


@dataclass(frozen=True)
class Tool:
    """A program with an API key."""

    http: httpx.AsyncClient
    id: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def post(self, query: str, variables: dict[str, Any] | None = None) -> httpx.Response:
        body = {"query": query, "variables": variables or {}}
        return await self.http.post("/graphql", json=body, headers=self.headers)

    async def graphql(self, query: str, variables: dict[str, Any] | None = None) -> dict[str, Any]:
        answer: dict[str, Any] = (await self.post(query, variables)).json()
        return answer

    async def get(self, path: str, **parameters: Any) -> httpx.Response:
        return await self.http.get(path, params=parameters, headers=self.headers)


async def create(caller: Caller, **changes: Any) -> dict[str, Any]:
    """Make a key that may read, but for the changes, and return the outcome."""
    given = {"name": "Nightly export", "scopes": ["READ"], **changes}
    answer = await caller.graphql(CREATE, {"input": given})
    assert answer.get("data"), answer
    outcome: dict[str, Any] = answer["data"]["createApiKey"]
    return outcome


async def tool_of(caller: Caller, *scopes: str, **changes: Any) -> Tool:
    """Return a program with a new key of the caller's."""
    outcome = await create(caller, **({"scopes": list(scopes)} if scopes else {}), **changes)
    assert outcome["__typename"] == "CreateApiKeySuccess", outcome
    return Tool(caller.http, outcome["apiKey"]["id"], outcome["token"])


@pytest.fixture
async def caller(sign_in: SignIn) -> Caller:
    return await sign_in()


@pytest.fixture
async def tool(caller: Caller) -> Tool:
    """A program that may read."""
    return await tool_of(caller)
