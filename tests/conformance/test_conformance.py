"""Judged by programs that nobody here wrote: the audits of graphql-http and the client of graphql-ws."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from toy_schema import GOOD_TOKEN

from .conftest import Server, serve


@pytest.fixture(scope="module")
def open_server() -> Iterator[Server]:
    yield from serve()


@pytest.mark.spec("B4.5.3")
def test_all_61_audits_of_graphql_http_pass(open_server: Server, node: Callable[..., Any]) -> None:
    results = node("audit.js", open_server.url)
    assert [result for result in results if result["status"] != "ok"] == []
    assert len(results) == 61


def test_production_fails_only_the_four_audits_that_introspect(closed_server: Server, node: Callable[..., Any]) -> None:
    """They pass a variable, and ask ``__type`` with it; asking another field with it they pass."""
    failed = [result["id"] for result in node("audit.js", closed_server.url) if result["status"] != "ok"]
    assert sorted(failed) == ["28B9", "2EA1", "6A70", "D6D5"]
    results = node("audit.js", closed_server.url, "query Row($name: ID!) { row(id: $name) { __typename } }")
    assert [result for result in results if result["status"] != "ok"] == []
    assert len(results) == 61


def test_the_graphql_ws_client_is_served(open_server: Server, node: Callable[..., Any]) -> None:
    outcome = node("client.js", open_server.socket_url, GOOD_TOKEN)
    assert [result["data"] for result in outcome["subscription"]["seen"]] == [{"count": n} for n in range(3)]
    assert outcome["subscription"]["complete"]
    assert outcome["query"]["seen"] == [{"data": {"double": 42}}]
    assert outcome["viewer"]["seen"] == [{"data": {"viewer": "jane"}}]
    assert outcome["invalid"]["failure"][0]["extensions"] == {"code": "GRAPHQL_VALIDATION_FAILED"}
    assert outcome["syntax"]["failure"][0]["extensions"] == {"code": "GRAPHQL_PARSE_FAILED"}
    assert outcome["wrongName"]["failure"][0]["extensions"] == {"code": "BAD_USER_INPUT"}
    assert outcome["fault"]["seen"][-1]["errors"][0]["extensions"]["code"] == "INTERNAL"
    first, *others = [result["data"]["busy"] for result in outcome["stopped"]["seen"]][:3]
    assert others == [first + 1, first + 2]
    assert outcome["afterwards"]["seen"] == [{"data": {"hello": "world"}}]
    assert outcome["parallel"] == [5] * 20
    assert outcome["refused"]["failure"]["code"] == 4403
    assert set(outcome["closes"]["good"]) == {1000}
    assert outcome["closes"]["bad"] == [4403]
