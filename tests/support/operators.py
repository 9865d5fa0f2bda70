"""Operators of the installation, for tests through HTTP."""

from collections.abc import Awaitable, Callable
from typing import Any

from callers import LOGIN, PASSWORD, Caller
from logins import Enrolled, turn_on_device

from breachlight.operators import service

SignIn = Callable[..., Awaitable[Caller]]


async def make_operator(sign_in: SignIn, email: str | None = None) -> Caller:
    """Return an operator whose session has a second factor."""
    enrolled = Enrolled(await sign_in("org", email))
    await turn_on_device(enrolled)
    await service.grant(enrolled.email)
    return await log_in_again(enrolled, recoveryCode=enrolled.recovery_codes.pop())


async def log_in_again(enrolled: Enrolled, **codes: Any) -> Caller:
    """Open another session of a user."""
    caller = enrolled.caller
    variables = {"input": {"email": caller.user.email, "password": PASSWORD, **codes}}
    answer = await caller.http.post("/graphql", json={"query": LOGIN, "variables": variables})
    return Caller(caller.http, caller.account, caller.user, answer.json()["data"]["login"]["tokens"])


async def recorded(connection: Any, kind: str) -> list[tuple[str, str]]:
    """Return operator and detail of the operators' events of a kind, in order."""
    rows = await connection.fetch(
        "SELECT operator, detail::text AS detail FROM operator_events WHERE kind = $1 ORDER BY sequence", kind
    )
    return [(row["operator"], row["detail"]) for row in rows]
