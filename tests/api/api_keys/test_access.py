"""Every way in, walked with a key that has every scope: which doors it opens, which are for people, which are open to all."""

from typing import Any

import httpx
import pytest
from callers import Caller
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLNonNull,
    GraphQLOutputType,
    build_schema,
    get_named_type,
    is_leaf_type,
    is_list_type,
    is_required_argument,
    is_required_input_field,
    is_union_type,
)

from breachlight import schema
from breachlight.auth.permissions import SCOPES
from breachlight.rest import routes

from .conftest import tool_of

KEYS_OPEN = {
    "Query": "alert alertHistory alerts currentApiKey domains emailAccounts leak leaks liveEmailAccountList members "
    "monitoredEmails stats",
    "Mutation": "addAlertNote addDomain addMonitoredEmail deleteAlertNote editAlertNote forgetLiveEmailAccounts removeDomain "
    "removeMonitoredEmail resendMonitoredEmail revealPassword setDomainEnabled setLiveEmailAccounts undoAlertOperation "
    "updateAlerts verifyDomain",
    "Subscription": "alertRaised alertsChanged",
}
"""The fields that let API keys in, each of which asks for a permission in its service. Whoever opens one adds it here."""

EVERYBODY = {
    "Query": "countries invitation siteSettings",
    "Mutation": "acceptInvitation applyAsPartner confirmEmail confirmMonitoredEmail confirmPasswordReset login loginWithMagicLink logout refresh "
    "registerIndividual registerOrganization requestMagicLink requestPasswordReset sendMfaEmail unsubscribe",
    "Subscription": "",
}
"""The fields that ask for no token at all."""

REST_KEYS_OPEN = {
    "GET /api/v1/domains",
    "GET /api/v1/notifications/alerts",
    "POST /api/v1/notifications/alerts",
    "POST /api/v1/notifications/alerts/export",
    "GET /api/v1/stats/detections",
    "GET /api/v1/stats/global",
    "GET /api/v1/stats/notification-summary",
    "GET /api/v1/stats/stats-domain-counts",
    "GET /api/v1/stats/stats-record-counts",
    "GET /api/v1/stats/stats-record-counts-daily",
    "GET /api/v1/stats/timeline",
    "GET /api/v1/stats/totals",
    "GET /api/v1/stats/user-stats",
    "PUT /api/v1/user/live-email-accounts",
}
REST_EVERYBODY = {"GET /api/v1/site-settings", "GET /api/v1/countries"}

SCHEMA = build_schema(schema.build_schema(introspection=False).as_str())
REFUSED = "API keys can't do this."


def value_for(kind: GraphQLInputType) -> str:
    """Return a literal that the type allows."""
    if isinstance(kind, GraphQLNonNull):
        return value_for(kind.of_type)
    if is_list_type(kind):
        return f"[{value_for(kind.of_type)}]"
    if isinstance(kind, GraphQLEnumType):
        return next(iter(kind.values))
    if isinstance(kind, GraphQLInputObjectType):
        needed = {name: field for name, field in kind.fields.items() if is_required_input_field(field)}
        return "{" + ", ".join(f"{name}: {value_for(field.type)}" for name, field in needed.items()) + "}"
    literals = {
        "Int": "1",
        "Float": "1.0",
        "Boolean": "true",
        "DateTime": '"2026-12-01T00:00:00Z"',
        "Date": '"2026-12-01"',
    }
    return literals.get(str(kind), '"a1b2c3"')


def selection(kind: GraphQLOutputType) -> str:
    named = get_named_type(kind)
    if is_leaf_type(named):
        return ""
    is_problem = is_union_type(named) and any(member.name.endswith("Problem") for member in named.types)
    return "{ __typename ... on Problem { message code } }" if is_problem else "{ __typename }"


def documents(root: str) -> dict[str, str]:
    """Return an operation for each field of a root type."""
    operation = root.lower()
    fields = SCHEMA.type_map[root].fields  # type: ignore[attr-defined]
    found = {}
    for name, field in fields.items():
        needed = {key: argument for key, argument in field.args.items() if is_required_argument(argument)}
        given = ", ".join(f"{key}: {value_for(argument.type)}" for key, argument in needed.items())
        found[name] = f"{operation} {{ {name}{f'({given})' if given else ''} {selection(field.type)} }}"
    return found


def sentences(answer: dict[str, Any]) -> set[str]:
    """Return what an answer says it refuses with: at the top, or as the member of a union."""
    found = {error["message"] for error in answer.get("errors", [])}
    members = [value for value in (answer.get("data") or {}).values() if isinstance(value, dict)]
    return found | {str(value["message"]) for value in members if "message" in value}


def codes(answer: dict[str, Any]) -> set[str]:
    return {error["extensions"]["code"] for error in answer.get("errors", [])}


async def test_g08_which_fields_of_graphql_let_keys_in(caller: Caller, http: httpx.AsyncClient) -> None:
    tool = await tool_of(caller, *sorted(scope.name for scope in SCOPES))
    opened: dict[str, set[str]] = {"Subscription": set(SCHEMA.type_map["Subscription"].fields)}  # type: ignore[attr-defined]
    open_to_all: dict[str, set[str]] = {"Subscription": set()}
    for root in ("Query", "Mutation"):
        opened[root], open_to_all[root] = set(), set()
        for name, document in documents(root).items():
            stranger = (await http.post("/graphql", json={"query": document})).json()
            assert not codes(stranger) & {"BAD_USER_INPUT", "GRAPHQL_VALIDATION_FAILED", "INTERNAL"}, (
                document,
                stranger,
            )
            if "UNAUTHENTICATED" not in codes(stranger) and name != "viewer":
                open_to_all[root].add(name)
                continue
            answer = await tool.graphql(document)
            assert not codes(answer) & {"INTERNAL", "UNAUTHENTICATED"}, (document, answer)
            if REFUSED not in sentences(answer):
                opened[root].add(name)
    for root, keys_open in KEYS_OPEN.items():
        assert opened[root] ^ set(keys_open.split()) == set(), root
        assert open_to_all[root] ^ set(EVERYBODY[root].split()) == set(), root


@pytest.mark.spec("X4")
async def test_which_paths_of_rest_let_keys_in(caller: Caller, http: httpx.AsyncClient) -> None:
    tool = await tool_of(caller, *sorted(scope.name for scope in SCOPES))
    opened, open_to_all = set(), set()
    for operation in routes.OPERATIONS:
        method, path = operation.method, operation.path
        body = {} if method in {"POST", "PUT"} else None
        answer = await http.request(method, path, json=body, headers=tool.headers)
        if path.startswith(("/api/v1/account/", "/api/v1/mfa/")):
            assert (answer.status_code, answer.json()) == (403, {"error": {"message": REFUSED}}), path
            slashed = await http.request(method, path + "/", json=body, headers=tool.headers)
            assert slashed.status_code == 403
        elif (await http.request(method, path, json=body)).status_code != 401:
            open_to_all.add(f"{method} {path}")
        else:
            assert answer.status_code != 403, path
            opened.add(f"{method} {path}")
    assert opened ^ REST_KEYS_OPEN == set()
    assert open_to_all ^ REST_EVERYBODY == set()
