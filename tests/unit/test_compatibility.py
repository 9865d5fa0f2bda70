"""The gate that keeps old clients working: it lets additions pass and names everything that would break somebody."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from breachlight.compatibility import DESCRIPTION, RELEASES, SCHEMA, broken_calls, broken_fields, last_release

GRAPHQL = """
type Query { alert(id: ID, page: Int = 1): Alert!  alerts(filter: Filter): [Alert!]! }
type Alert { id: ID! level: Level! note: String host: String! }
enum Level { LOW HIGH }
input Filter { search: String level: Level }
union Result = Alert | Refused
type Refused { message: String! }
type Mutation { close(id: ID!): Result! }
"""

REST: dict[str, Any] = {
    "paths": {
        "/alerts": {
            "get": {
                "parameters": [
                    {"name": "page", "schema": {"type": "integer"}},
                    {"name": "order", "schema": {"type": "string", "enum": ["id", "time"]}},
                ],
                "responses": {
                    "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Page"}}}}
                },
            },
            "post": {
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {
                            "schema": {
                                "type": "object",
                                "properties": {"action": {"enum": ["read", "close"], "type": "string"}},
                                "required": ["action"],
                            }
                        }
                    },
                },
                "responses": {"200": {}, "400": {}},
                "security": [{"bearer": []}],
            },
        }
    },
    "components": {
        "schemas": {
            "Page": {
                "type": "object",
                "properties": {
                    "count": {"type": "integer"},
                    "next": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                    "results": {"type": "array", "items": {"$ref": "#/components/schemas/Alert"}},
                },
                "required": ["count", "results"],
            },
            "Alert": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
        }
    },
}


@pytest.mark.spec("B4.5.5", "X5")
@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("note: String", "", "Alert.note"),
        ("LOW HIGH", "HIGH", "LOW"),
        ("Alert | Refused", "Alert", "Refused"),
        ("search: String", "search: String!", "Filter.search"),
        ("level: Level }\nunion", "level: Level since: Int! }\nunion", "since"),
        ("host: String!", "host: String", "Alert.host"),
        ("page: Int = 1", "", "page"),
        ("(filter: Filter)", "(filter: Filter!)", "filter"),
        ("(id: ID!)", "(id: ID!, why: String!)", "why"),
        ("type Mutation { close(id: ID!): Result! }", "", "Mutation"),
    ],
)
def test_what_breaks_clients_of_graphql_is_named(old: str, new: str, named: str) -> None:
    assert old in GRAPHQL
    lines = broken_fields(GRAPHQL, GRAPHQL.replace(old, new))
    assert lines
    assert any(named in line for line in lines), lines


def test_what_is_added_to_graphql_breaks_nobody() -> None:
    wider = GRAPHQL.replace("LOW HIGH", "LOW HIGH WORST").replace("note: String", "note: String! more: Int")
    wider = wider.replace("search: String", "search: String since: Int").replace(
        "page: Int = 1", "page: Int = 2 size: Int"
    )
    assert broken_fields(GRAPHQL, wider) == []


def _get(document: dict[str, Any]) -> Any:
    return document["paths"]["/alerts"]["get"]


def _post(document: dict[str, Any]) -> Any:
    return document["paths"]["/alerts"]["post"]


def _body(document: dict[str, Any]) -> Any:
    return _post(document)["requestBody"]["content"]["application/json"]["schema"]


def _schemas(document: dict[str, Any]) -> Any:
    return document["components"]["schemas"]


Change = Callable[[dict[str, Any]], Any]


@pytest.mark.spec("B4.5.5", "X5")
@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda d: d["paths"].clear(), "GET /alerts was removed."),
        (lambda d: d["paths"]["/alerts"].pop("post"), "POST /alerts was removed."),
        (lambda d: _get(d).update(security=[{"bearer": []}]), "GET /alerts now requires a token."),
        (lambda d: _get(d)["parameters"].pop(0), "GET /alerts: the parameter page was removed."),
        (
            lambda d: _get(d)["parameters"].append({"name": "since", "required": True, "schema": {}}),
            "GET /alerts: the parameter since is now required.",
        ),
        (
            lambda d: _get(d)["parameters"][1]["schema"]["enum"].pop(),
            "GET /alerts: the parameter order may no longer be time.",
        ),
        (
            lambda d: _get(d)["parameters"][0]["schema"].update(type="string"),
            "GET /alerts: the parameter page may no longer be integer.",
        ),
        (
            lambda d: _get(d)["parameters"][0]["schema"].update(enum=[1, 2]),
            "GET /alerts: the parameter page now accepts only 1, 2.",
        ),
        (lambda d: _body(d)["properties"].pop("action"), "POST /alerts: the body: the field action was removed."),
        (lambda d: _body(d)["required"].append("why"), "POST /alerts: the body: the field why is now required."),
        (lambda d: _post(d)["responses"].pop("200"), "POST /alerts no longer returns 200."),
        (
            lambda d: _schemas(d)["Page"]["properties"].pop("next"),
            "GET /alerts: the answer: the field next was removed.",
        ),
        (
            lambda d: _schemas(d)["Page"]["required"].remove("count"),
            "GET /alerts: the answer: the field count may now be missing.",
        ),
        (
            lambda d: _schemas(d)["Alert"]["properties"].update(id={"type": ["string", "null"]}),
            "GET /alerts: the answer.results[].id may now be null.",
        ),
        (
            lambda d: _schemas(d)["Alert"]["properties"].clear(),
            "GET /alerts: the answer.results[]: the field id was removed.",
        ),
    ],
)
def test_what_breaks_clients_of_rest_is_named(change: Change, line: str) -> None:
    changed = copy.deepcopy(REST)
    change(changed)
    assert f"REST: {line}" in broken_calls(REST, changed)


def test_what_is_added_to_rest_breaks_nobody() -> None:
    wider = copy.deepcopy(REST)
    wider["paths"]["/leaks"] = {"get": {"responses": {"200": {}}}}
    _get(wider)["parameters"].append({"name": "since", "schema": {"type": "string"}})
    _body(wider)["properties"]["why"] = {"type": "string"}
    _body(wider)["properties"]["action"]["enum"].append("undo")
    _schemas(wider)["Page"]["properties"].update(next={"type": "string"}, total={"type": "integer"})
    assert broken_calls(REST, wider) == []


def test_another_way_to_say_that_an_object_may_be_null_breaks_nobody() -> None:
    listed, alternative = copy.deepcopy(REST), copy.deepcopy(REST)
    user = {"type": "object", "properties": {"email": {"type": "string"}}}
    _body(listed)["properties"]["user"] = {**user, "type": ["object", "null"]}
    _body(alternative)["properties"]["user"] = {"anyOf": [user, {"type": "null"}]}
    assert broken_calls(listed, alternative) == broken_calls(alternative, listed) == []


@pytest.mark.spec("B4.5.5", "X5")
def test_the_current_schema_is_compatible_and_a_break_fails_the_check(tmp_path: Path) -> None:
    def gate(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "breachlight.compatibility", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert gate().stderr == ""
    schema, description = tmp_path / "schema.graphql", tmp_path / "openapi.json"
    schema.write_text(SCHEMA.read_text(encoding="utf-8").replace("  qrCodeSize: Int!\n", ""), encoding="utf-8")
    described = json.loads(DESCRIPTION.read_bytes())
    del described["paths"]["/api/v1/countries"]
    description.write_text(json.dumps(described), encoding="utf-8")
    broken = gate("--schema", schema, "--description", description)
    lines = broken.stderr.splitlines()[1:]
    assert (broken.returncode, len(lines)) == (1, 2), broken.stderr
    assert "qrCodeSize" in lines[0]
    assert lines[1] == "REST: GET /api/v1/countries was removed."
    releases = tmp_path / "releases"
    assert gate("--keep", "0.9.0", "--releases", releases).returncode == 0
    assert gate("--keep", "0.10.0", "--releases", releases, "--schema", schema).returncode == 0
    assert last_release(releases).name == "0.10.0"
    (releases / "0.9.0" / "accepted.txt").write_text("\n".join(lines), encoding="utf-8")
    (releases / "0.10.0").rename(tmp_path / "gone")
    accepted = gate("--releases", releases, "--schema", schema, "--description", description)
    assert accepted.returncode == 0, accepted.stderr
    assert last_release(RELEASES).is_dir()
