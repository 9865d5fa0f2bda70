"""Every operation of GraphQL and REST, written from the schema with the least that it asks for."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import httpx
from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLUnionType,
    build_schema,
    get_named_type,
    get_nullable_type,
    is_enum_type,
    is_leaf_type,
    is_required_argument,
    is_required_input_field,
)

from breachlight.kit.identifiers import new_id
from breachlight.rest import routes
from breachlight.rest.schemas.base import UploadedFile
from breachlight.schema import build_schema as build_served_schema

SCHEMA: Final = build_schema(build_served_schema(introspection=False).as_str())

LOG_IN: Final = "Log in to continue."
NO_KEYS: Final = "API keys can't do this."
ROLE: Final = "Your role doesn't allow this. Ask an owner of the account."
SCOPE: Final = "This API key lacks the scope"
OPERATOR: Final = "You don't have permission to do this."
# Bodies are checked before permissions, so these need a body that fits.
_FITTING: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "POST /api/v1/notifications/alerts": ("?search=nothing", {"action": "read"}),
    "POST /api/v1/notifications/incidents": ("", {"action": "close", "ids": ["unknown"]}),
    "POST /api/v1/notifications/incidents/steps": (
        "",
        {"action": "complete", "incident": "unknown", "step": "unknown"},
    ),
    "POST /api/v1/notifications/alerts/notes": ("", {"action": "delete", "note": "unknown"}),
    "GET /api/v1/reports/month": ("?month=2026-11", {}),
    "GET /api/v1/reports/file": ("?month=2026-11", {}),
    "POST /api/v1/notifications/alerts/export": ("", {"format": "json", "query": {}}),
}


@dataclass(frozen=True)
class Operation:
    """One way in; ``name`` is Query.x, Mutation.x, Subscription.x or a method with its path."""

    name: str
    document: str = ""
    variables: str = "{}"
    query: str = ""
    body: str | None = None
    media_type: str = "application/json"

    @property
    def given(self) -> dict[str, Any]:
        """Return the variables."""
        found: dict[str, Any] = json.loads(self.variables)
        return found

    @property
    def root(self) -> str:
        """Return Query, Mutation, Subscription or REST."""
        return self.name.partition(".")[0] if self.document else "REST"

    async def refusal(self, http: httpx.AsyncClient, token: str | None) -> str | None:
        """Return the sentence that refuses the caller, or None for one who is let in, whatever comes of it."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if self.document:
            given = {"query": self.document, "variables": json.loads(self.variables)}
            response = await http.post("/graphql", json=given, headers=headers)
        else:
            method, _, path = self.name.partition(" ")
            path += self.query
            media_type = {"Content-Type": self.media_type} if self.body is not None else {}
            response = await http.request(method, path, content=self.body, headers=headers | media_type)
        return refusal_in(self.name, response)


def refusal_in(name: str, response: httpx.Response) -> str | None:
    """Return the sentence with which a response refuses its caller."""
    assert response.status_code < 500 or response.status_code == 503, (name, response.text)
    if "json" not in response.headers.get("content-type", ""):
        return None
    return refusal_of(name, response.json())


def refusal_of(name: str, answer: Any) -> str | None:
    """Return the sentence with which an answer refuses its caller: an error of REST or GraphQL, or a problem."""
    if not isinstance(answer, dict):
        return None
    codes = {error["extensions"]["code"] for error in answer.get("errors", ())}
    assert not codes & {"GRAPHQL_VALIDATION_FAILED", "BAD_USER_INPUT", "INTERNAL"}, (name, answer)
    problems = [*answer.get("errors", ()), answer.get("error"), *(answer.get("data") or {}).values()]
    for problem in problems:
        message = problem.get("message", "") if isinstance(problem, dict) else ""
        if message.startswith((LOG_IN, NO_KEYS, ROLE, SCOPE, OPERATOR)):
            return str(message)
    return None


def operations() -> Iterator[Operation]:
    """Yield every query, mutation and subscription, and every path of REST."""
    for root in (SCHEMA.query_type, SCHEMA.mutation_type, SCHEMA.subscription_type):
        assert root
        yield from (_graphql(root.name, name, field) for name, field in root.fields.items())
    for operation in routes.OPERATIONS:
        body = operation.models[0]
        name = f"{operation.method} {operation.path}"
        if operation.method == "GET":
            yield Operation(name, query=_FITTING.get(name, ("", {}))[0])
        elif isinstance(body, type) and issubclass(body, UploadedFile):
            yield Operation(name, body="", media_type=body.media_types[0])
        else:
            query, given = _FITTING.get(name, ("", {}))
            yield Operation(name, query=query, body=json.dumps(given))


def _graphql(root: str, name: str, field: GraphQLField) -> Operation:
    needed = {key: argument for key, argument in field.args.items() if is_required_argument(argument)}
    declared = ", ".join(f"${key}: {argument.type}" for key, argument in needed.items())
    given = ", ".join(f"{key}: ${key}" for key in needed)
    head = f"{root.lower()} Asked{f'({declared})' if declared else ''}"
    answer = get_named_type(field.type)
    selection = "" if is_leaf_type(answer) else "{ __typename }"
    if isinstance(answer, GraphQLUnionType) and any("Problem" in member.name for member in answer.types):
        selection = "{ __typename ... on Problem { message code } }"
    return Operation(
        f"{root}.{name}",
        f"{head} {{ {name}{f'({given})' if given else ''} {selection} }}",
        json.dumps({key: _example(argument.type) for key, argument in needed.items()}),
    )


def _example(kind: Any) -> Any:
    """Return a value of an input type, as little as the schema asks for."""
    if isinstance(kind, GraphQLNonNull):
        return _example(kind.of_type)
    if isinstance(kind, GraphQLList):
        return [_example(kind.of_type)]
    if isinstance(kind, GraphQLEnumType):
        return next(iter(kind.values))
    if isinstance(kind, GraphQLInputObjectType):
        return {name: _example(field.type) for name, field in kind.fields.items() if is_required_input_field(field)}
    values = {"ID": str(new_id()), "Int": 1, "Float": 1.0, "Boolean": False, "DateTime": "2026-11-21T00:00:00Z"}
    return values.get(kind.name, "2026-11-21" if kind.name == "Date" else "example")


def graphql_example(kind: Any) -> str:
    """Return a value of a type without fields, as GraphQL writes it."""
    example = _example(kind)
    return str(example) if is_enum_type(get_nullable_type(kind)) else json.dumps(example)


def fields_named_like_secrets() -> set[str]:
    """Return the output fields with a value whose name suggests a secret."""
    named = re.compile("password|secret|token|recovery|hash|uri|qr|hint|key", re.IGNORECASE)
    return {
        f"{kind.name}.{name}"
        for kind in SCHEMA.type_map.values()
        if isinstance(kind, GraphQLObjectType) and not kind.name.startswith("__")
        for name, field in kind.fields.items()
        if is_leaf_type(get_named_type(field.type)) and named.search(name)
    }


def queries_of_types() -> Iterator[tuple[str, str]]:
    """Yield the name of a query and a document that asks it for all values of one type below it, for every such type."""
    assert SCHEMA.query_type
    for name, field in SCHEMA.query_type.fields.items():
        if not any(is_required_argument(argument) for argument in field.args.values()):
            yield from ((f"Query.{name}", f"{{ {name} {body} }}") for body in _bodies(get_named_type(field.type), ()))


def _bodies(kind: Any, above: tuple[str, ...]) -> Iterator[str]:
    if not isinstance(kind, GraphQLObjectType) or kind.name in above:
        return
    fields = {
        name: get_named_type(field.type)
        for name, field in kind.fields.items()
        if not any(is_required_argument(argument) for argument in field.args.values())
    }
    leaves = [name for name, below in fields.items() if is_leaf_type(below)]
    yield f"{{ __typename {' '.join(leaves)} }}"
    for name, below in fields.items():
        for body in _bodies(below, (*above, kind.name)):
            yield f"{{ {name} {body} }}"
