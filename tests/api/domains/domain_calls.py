"""Listing, adding, verifying, switching and removing domains through GraphQL."""

from typing import Any

from callers import Caller

_RESULT = """{ __typename
  ... on DomainSuccess { message domain { id domain domainTxt domainTxtSecret isEnabled isVerified } }
  ... on Problem { message code } ... on ValidationProblem { fieldErrors { field messages } }
  ... on ThrottledProblem { retryAfterSeconds } }"""
_REMOVED = "{ __typename ... on MessageSuccess { message } ... on Problem { message code } }"
ADD = f"mutation ($domain: String!) {{ addDomain(domain: $domain) {_RESULT} }}"
VERIFY = f"mutation ($id: ID!) {{ verifyDomain(id: $id) {_RESULT} }}"
ENABLE = f"mutation ($id: ID!, $enabled: Boolean!) {{ setDomainEnabled(id: $id, enabled: $enabled) {_RESULT} }}"
REMOVE = f"mutation ($id: ID!) {{ removeDomain(id: $id) {_REMOVED} }}"
DOMAINS = """query ($page: Int! = 1, $size: Int! = 10) { domains(page: $page, pageSize: $size) { total page pageSize
  results { id domain isEnabled isVerified missingSince dropsAt backfill { isDone progress found } } } }"""


async def listed(caller: Caller, **variables: int) -> list[dict[str, Any]]:
    answer = await caller.graphql(DOMAINS, variables)
    assert "errors" not in answer, answer
    rows: list[dict[str, Any]] = answer["data"]["domains"]["results"]
    return rows


async def set_enabled(caller: Caller, domain_id: str, *, enabled: bool) -> dict[str, Any]:
    return await _changed(caller, ENABLE, "setDomainEnabled", {"id": domain_id, "enabled": enabled})


async def remove(caller: Caller, domain_id: str) -> dict[str, Any]:
    return await _changed(caller, REMOVE, "removeDomain", {"id": domain_id})


async def add(caller: Caller, domain: str) -> dict[str, Any]:
    return await _changed(caller, ADD, "addDomain", {"domain": domain})


async def added(caller: Caller, domain: str) -> dict[str, Any]:
    """Add a domain that is taken, and return it."""
    result = await add(caller, domain)
    assert result["__typename"] == "DomainSuccess", result
    row: dict[str, Any] = result["domain"]
    return row


async def verify(caller: Caller, domain_id: str) -> dict[str, Any]:
    return await _changed(caller, VERIFY, "verifyDomain", {"id": domain_id})


async def _changed(caller: Caller, operation: str, name: str, variables: dict[str, Any]) -> dict[str, Any]:
    answer = await caller.graphql(operation, variables)
    assert "errors" not in answer, answer
    result: dict[str, Any] = answer["data"][name]
    return result
