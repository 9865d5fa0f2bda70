"""Signed-in callers of the application, for tests through HTTP."""

from dataclasses import dataclass
from typing import Any

import httpx
from factories import AccountRow, UserRow
from starlette.applications import Starlette

PASSWORD = "correct-Horse-7-staple"  # invented


def client_of(app: Starlette, base_url: str) -> httpx.AsyncClient:
    """Return a client of an application in this process, with a language: without one, the site's is looked up."""
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=("192.0.2.10", 40000))
    return httpx.AsyncClient(transport=transport, base_url=base_url, headers={"Accept-Language": "en"})


@dataclass
class Caller:
    """One signed-in user of an account, speaking GraphQL and REST."""

    http: httpx.AsyncClient
    account: AccountRow
    user: UserRow
    tokens: dict[str, str]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens['authToken']}"}

    async def graphql(self, query: str, variables: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send an operation and return the whole answer."""
        response = await self.http.post(
            "/graphql", json={"query": query, "variables": variables or {}}, headers=self.headers
        )
        answer: dict[str, Any] = response.json()
        return answer

    async def get(self, path: str, **parameters: Any) -> httpx.Response:
        return await self.http.get(path, params=parameters, headers=self.headers)

    async def post(self, path: str, body: Any, **parameters: Any) -> httpx.Response:
        return await self.http.post(path, params=parameters, json=body, headers=self.headers)


async def send(caller: Caller, operation: str, **variables: Any) -> Any:
    """Return what the field called ``result`` of an operation returns."""
    answer = await caller.graphql(operation, variables)
    assert "errors" not in answer, answer
    return answer["data"]["result"]


LOGIN = """mutation Login($input: LoginInput!) { login(input: $input) { __typename
  ... on LoginSuccess { message tokens { authToken refreshToken accessExpiresUtc refreshExpiresUtc } account { id user { email role } } }
  ... on Problem { message code } ... on ThrottledProblem { retryAfterSeconds } ... on ValidationProblem { fieldErrors { field messages } } } }"""
