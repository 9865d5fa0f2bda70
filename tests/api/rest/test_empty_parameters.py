"""Query parameters that can be left out: an empty value means the same, and the description says so where it lists the values."""

import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from callers import Caller

from breachlight.rest import routes

SignIn = Callable[..., Awaitable[Caller]]
BODIES: dict[str, dict[str, Any]] = {
    "POST": {"json": {"action": "read"}},
    "PUT": {"content": b"jane@acme.example\n", "headers": {"Content-Type": "text/plain"}},
}


def enumerations() -> Iterator[tuple[str, str, str, list[str]]]:
    """Return method, path, name and described values of every optional parameter that has a list of values."""
    text = Path(routes.__file__).with_name("openapi.json").read_text(encoding="utf-8")
    for path, methods in json.loads(text)["paths"].items():
        for method, operation in methods.items():
            for parameter in operation.get("parameters", []):
                if "enum" in parameter["schema"] and not parameter.get("required"):
                    yield method.upper(), path, parameter["name"], parameter["schema"]["enum"]


def test_there_are_such_parameters() -> None:
    assert {"type", "ordering", "tab", "kind", "alert_kind", "state", "mode"} <= {
        name for _, _, name, _ in enumerations()
    }


@pytest.mark.parametrize(("method", "path", "name", "values"), [*enumerations()], ids=lambda value: str(value)[:60])
async def test_an_empty_value_is_described_and_means_none(
    sign_in: SignIn, method: str, path: str, name: str, values: list[str]
) -> None:
    assert "" in values
    caller = await sign_in()

    async def ask(query: dict[str, str]) -> tuple[int, Any]:
        given = BODIES.get(method, {})
        headers = {**caller.headers, **given.get("headers", {})}
        response = await caller.http.request(method, path, params=query, **{**given, "headers": headers})
        answer = response.json()
        answer.pop("operation", None)
        return response.status_code, answer

    assert await ask({name: ""}) == await ask({})
    status, refused = await ask({name: "frobnicate"})
    assert (status, list(refused)) == (400, [name])
