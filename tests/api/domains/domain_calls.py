"""Adding and proving domains through GraphQL."""

from typing import Any

from callers import Caller

_RESULT = """{ __typename
  ... on DomainSuccess { message domain { id domain domainTxt domainTxtSecret isEnabled isVerified } }
  ... on Problem { message code } ... on ValidationProblem { fieldErrors { field messages } }
  ... on ThrottledProblem { retryAfterSeconds } }"""
ADD = f"mutation ($domain: String!) {{ addDomain(domain: $domain) {_RESULT} }}"
VERIFY = f"mutation ($id: ID!) {{ verifyDomain(id: $id) {_RESULT} }}"


async def add(caller: Caller, domain: str) -> dict[str, Any]:
    answer = await caller.graphql(ADD, {"domain": domain})
    assert "errors" not in answer, answer
    result: dict[str, Any] = answer["data"]["addDomain"]
    return result


async def added(caller: Caller, domain: str) -> dict[str, Any]:
    """Add a domain that is taken, and return it."""
    result = await add(caller, domain)
    assert result["__typename"] == "DomainSuccess", result
    row: dict[str, Any] = result["domain"]
    return row


async def verify(caller: Caller, domain_id: str) -> dict[str, Any]:
    answer = await caller.graphql(VERIFY, {"id": domain_id})
    assert "errors" not in answer, answer
    result: dict[str, Any] = answer["data"]["verifyDomain"]
    return result
