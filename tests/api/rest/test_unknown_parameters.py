"""Query parameters that a path doesn't have: refused on every path, with the closest name that it has."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from callers import Caller

from breachlight.rest import routes

SignIn = Callable[..., Awaitable[Caller]]
ALERTS = "/api/v1/notifications/alerts"


def operations() -> list[tuple[str, str, list[str]]]:
    """Return method, path and parameters of everything that the description names."""
    text = Path(routes.__file__).with_name("openapi.json").read_text(encoding="utf-8")
    return [
        (method.upper(), path, [parameter["name"] for parameter in operation.get("parameters", [])])
        for path, methods in json.loads(text)["paths"].items()
        for method, operation in methods.items()
    ]


async def ask(caller: Caller, method: str, path: str, query: dict[str, str]) -> tuple[int, Any]:
    body = {"json": {}} if method in {"POST", "PUT"} else {}
    response = await caller.http.request(method, path, params=query, headers=caller.headers, **body)
    return response.status_code, response.json()


@pytest.mark.parametrize(("method", "path", "known"), operations(), ids=lambda value: str(value)[:60])
async def test_every_path_refuses_an_unknown_parameter(
    sign_in: SignIn, method: str, path: str, known: list[str]
) -> None:
    caller = await sign_in()
    status, body = await ask(caller, method, path, {"frobnicate": "1"})
    assert (status, list(body)) == (400, ["error"]), body
    assert "frobnicate" in body["error"]["message"]
    for name in known:
        status, body = await ask(caller, method, path, {f"{name}s": "1"})
        assert (status, list(body)) == (400, ["error"]), body
        assert body["error"]["message"] == f"Unknown query parameter: {name}s. Did you mean {name}?"


async def test_a_name_that_is_close_to_none_gets_the_list(sign_in: SignIn) -> None:
    caller = await sign_in()
    _, body = await ask(caller, "GET", "/api/v1/stats/timeline", {"frobnicate": "1"})
    assert body["error"]["message"] == (
        "Unknown query parameter: frobnicate. Known: startDate, endDate, start_datetime, end_datetime."
    )
    _, body = await ask(caller, "GET", "/api/v1/countries", {"page": "1"})
    assert body["error"]["message"] == "Unknown query parameter: page. This path takes none."


async def test_several_unknown_names_are_reported_at_once(sign_in: SignIn) -> None:
    caller = await sign_in()
    _, body = await ask(caller, "GET", ALERTS, {"is_raed": "1", "domian_exact": "acme.example"})
    assert body["error"]["message"] == (
        "Unknown query parameters: is_raed, domian_exact. Did you mean is_read, domain_exact?"
    )


async def test_the_name_is_case_sensitive_and_cut_where_it_is_long(sign_in: SignIn) -> None:
    caller = await sign_in()
    _, body = await ask(caller, "GET", ALERTS, {"Is_Read": "1"})
    assert body["error"]["message"] == "Unknown query parameter: Is_Read. Did you mean is_read?"
    _, body = await ask(caller, "GET", ALERTS, {"x" * 5_000: "1"})
    assert len(body["error"]["message"]) < 1_000


async def test_without_a_session_the_token_is_asked_for_first(http: httpx.AsyncClient) -> None:
    assert (await http.get(ALERTS, params={"frobnicate": "1"})).status_code == 401


async def test_head_and_the_description_itself_follow_the_same_rule(sign_in: SignIn) -> None:
    caller = await sign_in()
    refused = await caller.http.head(ALERTS, params={"frobnicate": "1"}, headers=caller.headers)
    assert refused.status_code == 400
    assert (await caller.get("/api/v1/openapi.json", frobnicate="1")).status_code == 400


async def test_an_unknown_filter_of_an_export_is_named_with_the_other_fields(sign_in: SignIn) -> None:
    caller = await sign_in()
    body = {"format": "xml", "query": {"domian_exact": "acme.example", "is_read": "maybe"}, "include_passwords": 1}
    response = await caller.post(f"{ALERTS}/export", body)
    assert response.status_code == 400
    assert set(response.json()) == {"format", "domian_exact", "is_read", "include_passwords"}
    assert response.json()["domian_exact"] == ["Unknown filter. Did you mean domain_exact?"]
