"""The OpenAPI 3.1 description of the REST API, generated from its operations; ``openapi.json`` is its committed print.

``python -m breachlight.rest.openapi --check`` fails when the print differs, ``--write`` renews it.
"""

import argparse
import json
import sys
from typing import Any, Final

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core.core_schema import WithDefaultSchema

from breachlight.kit.json import LARGEST_INTEGER, SMALLEST_INTEGER
from breachlight.rest.operations import Access, Operation, Refused
from breachlight.rest.requests import MAXIMUM_BODY_BYTES
from breachlight.rest.routes import DESCRIPTION, OPERATIONS
from breachlight.rest.schemas.base import Query, Refusal, UploadedFile

Json = dict[str, Any]

_INVALID: Final = Refused("Invalid input.", Refusal)
_UNAVAILABLE: Final = Refused("Temporarily unavailable; see Retry-After.")
_BY_ACCESS: Final[dict[Access, dict[int, Refused]]] = {
    Access.EVERYBODY: {},
    Access.USERS: {
        401: Refused("Missing, invalid or expired token."),
        403: Refused("Not allowed: an API key, a login that is too old, or a required second factor isn’t set up."),
    },
    Access.USERS_BEFORE_SETUP: {
        401: Refused("Missing, invalid or expired token."),
        403: Refused("Not allowed: an API key, or a login that is too old."),
    },
    Access.USERS_AND_API_KEYS: {
        401: Refused("Missing, invalid or expired token or API key."),
        403: Refused(
            "The role of the user or the scopes of the API key don’t allow this, or a required second factor isn’t set up."
        ),
        429: Refused("Rate limit exceeded; see Retry-After."),
    },
}
_RATE_LIMITS: Final = ("RateLimit-Policy", "RateLimit")
_HEADERS: Final = {
    "RateLimit-Policy": {
        "description": "The rate limit of the API key: q requests in w seconds (draft-ietf-httpapi-ratelimit-headers).",
        "schema": {"type": "string"},
    },
    "RateLimit": {
        "description": "The requests that the API key has left (r), and the seconds until they are renewed (t).",
        "schema": {"type": "string"},
    },
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}},
}


_IGNORED: Final = "Ignored"
"""The component that describes unknown fields of bodies: their values are ignored, but must be JSON that is accepted."""
_WITHOUT_NUL: Final = r"^[^\x00]*$"


class _Schemas(GenerateJsonSchema):
    """JSON schemas without defaults that only mean “absent”."""

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchemaValue:
        """Leave out defaults that mean “absent”; what is absent from an answer is left out of it, never null."""
        inner = schema["schema"]
        if self.mode == "serialization" and inner["type"] == "nullable":
            return self.generate_inner(inner["schema"])
        described = super().default_schema(schema)
        return {name: value for name, value in described.items() if name != "default" or value not in {None, ""}}


def build_document() -> Json:
    """Return the description of all operations."""
    schemas = _JsonSchemas()
    paths: dict[str, Json] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Breachlight REST API",
            "version": "1",
            "description": "Every path also answers with a trailing slash. Times are ISO 8601 in UTC. Unknown query parameters "
            "are refused.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": schemas.components,
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "An access token from login or refresh-token; except on the bases account and mfa also an "
                    "API key.",
                }
            },
            "headers": _HEADERS,
        },
    }


class _JsonSchemas:
    """The JSON schemas of everything that operations read and answer."""

    def __init__(self) -> None:
        kinds: dict[tuple[Any, JsonSchemaMode], TypeAdapter[Any]] = {}
        for operation in OPERATIONS:
            body, _, result = operation.models
            answered = [
                *(operation.files.values() or [result]),
                *(refused.body for refused in _refusals(operation).values()),
            ]
            kinds.update({(kind, "serialization"): TypeAdapter(kind) for kind in answered})
            if _is_json(body):
                kinds[body, "validation"] = TypeAdapter(body)
        schemas, shared = TypeAdapter.json_schemas(
            [(kind, mode, adapter) for (kind, mode), adapter in kinds.items()],
            ref_template="#/components/schemas/{model}",
            schema_generator=_Schemas,
        )
        self._schemas: dict[tuple[Any, JsonSchemaMode], Json] = _without_titles(schemas)
        self.components: Json = _without_titles(shared["$defs"])
        bodies = [schema for (_, mode), schema in self._schemas.items() if mode == "validation"]
        for name in _components_of(bodies, self.components):
            self.components[name] = _as_read(self.components[name])
        self.components[_IGNORED] = _ignored()

    def read(self, kind: Any) -> Json:
        """Return the schema of a request body."""
        schema: Json = _as_read(self._schemas[kind, "validation"])
        return schema

    def answered(self, kind: Any) -> Json:
        """Return the schema of an answer."""
        return self._schemas[kind, "serialization"]


def _operation(operation: Operation, schemas: _JsonSchemas) -> Json:
    body, query, result = operation.models
    files = operation.files or {"application/json": result}
    succeeded: Json = {
        "description": operation.success,
        "content": {media_type: {"schema": schemas.answered(kind)} for media_type, kind in files.items()},
    }
    if operation.access is Access.USERS_AND_API_KEYS:
        succeeded["headers"] = _header_references(*_RATE_LIMITS)
    responses = {operation.status: succeeded}
    for status, refused in sorted(_refusals(operation).items()):
        responses[status] = {
            "description": refused.description,
            "content": {"application/json": {"schema": schemas.answered(refused.body)}},
        }
        headers = ["Retry-After"] if status in {429, 503} else []
        if status == 429 and operation.access is Access.USERS_AND_API_KEYS:
            headers += _RATE_LIMITS
        if headers:
            responses[status]["headers"] = _header_references(*headers)
    described: Json = {"operationId": operation.operation_id, "summary": operation.summary}
    if operation.description:
        described["description"] = operation.description
    if operation.access is not Access.EVERYBODY:
        described["security"] = [{"bearer": []}]
    if query.model_fields:
        described["parameters"] = _parameters(query)
    if _is_json(body):
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": schemas.read(body)}}}
    elif _is_file(body):
        content = {media_type: {"schema": {"type": "string"}} for media_type in body.media_types}
        described["requestBody"] = {"required": True, "content": content}
    return {**described, "responses": {str(status): response for status, response in responses.items()}}


def _refusals(operation: Operation) -> dict[int, Refused]:
    body = operation.models[0]
    too_large: dict[int, Refused] = {}
    if _is_json(body):
        too_large = _too_large("application/json", MAXIMUM_BODY_BYTES)
    elif _is_file(body):
        too_large = _too_large(" or ".join(body.media_types), body.largest_bytes)
    return {400: _INVALID, 503: _UNAVAILABLE, **_BY_ACCESS[operation.access], **too_large, **operation.refusals}


def _too_large(media_types: str, maximum_bytes: int) -> dict[int, Refused]:
    return {
        413: Refused(f"The body is larger than {maximum_bytes // 1024**2} MiB."),
        415: Refused(f"The body isn’t {media_types}."),
    }


def _parameters(query: type[Query]) -> list[Json]:
    """Return the fields of a query model as parameters; none can be null, and those that can be left out may be empty."""
    described = _without_titles(query.model_json_schema(schema_generator=_Schemas))
    parameters: list[Json] = []
    for name, given in described["properties"].items():
        schema = dict(given)
        parameter = {"name": name, "in": "query", "description": schema.pop("description")}
        [kind] = [kind for kind in schema.pop("anyOf", [{}]) if kind != {"type": "null"}]
        schema = _as_read({**kind, **schema})
        if name in described.get("required", []):
            parameter["required"] = True
        elif "enum" in schema:
            schema["enum"] = list(dict.fromkeys([*schema["enum"], ""]))
        parameters.append({**parameter, "schema": schema})
    return parameters


def _as_read(node: Any) -> Any:
    """Return a schema with the limits of the JSON reader: no U+0000, integers of 64 bits, unknown fields of any other value."""
    if isinstance(node, list):
        return [_as_read(item) for item in node]
    if not isinstance(node, dict):
        return node
    schema = {name: _as_read(value) for name, value in node.items()}
    if schema.get("type") == "string" and not {"enum", "const", "pattern", "format"} & schema.keys():
        return {**schema, "pattern": _WITHOUT_NUL}
    if schema.get("type") == "integer":
        return {"minimum": SMALLEST_INTEGER, "maximum": LARGEST_INTEGER, **schema}
    if schema.get("type") == "object":
        others = {"propertyNames": {"pattern": _WITHOUT_NUL}, "additionalProperties": _reference(_IGNORED)}
        return {**others, **schema}
    return schema


def _ignored() -> Json:
    """Return the schema of any JSON value that the reader of bodies accepts."""
    kinds: list[Json] = [
        {"type": ["null", "boolean"]},
        {"type": "number", "minimum": SMALLEST_INTEGER, "maximum": LARGEST_INTEGER},
        {"type": "string"},
        {"type": "array", "items": _reference(_IGNORED)},
        {"type": "object"},
    ]
    return {"description": "The value of an unknown field, which is ignored.", "anyOf": _as_read(kinds)}


def _components_of(schemas: Any, components: Json) -> set[str]:
    """Return the names of the components that schemas refer to, directly or through others."""
    found: set[str] = set()
    waiting = [schemas]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting.extend(node)
        elif isinstance(node, dict):
            waiting.extend(node.values())
            name = str(node.get("$ref", "")).rpartition("/")[2]
            if name and name not in found:
                found.add(name)
                waiting.append(components[name])
    return found


def _reference(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _without_titles(node: Any) -> Any:
    """Return a schema without titles, which only repeat the names; a field may be called title, too."""
    if isinstance(node, list):
        return [_without_titles(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {name: value for name, value in node.items() if name != "title" or not isinstance(value, str)}
    return {name: _without_titles(value) for name, value in kept.items()}


def _header_references(*names: str) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _is_json(body: Any) -> bool:
    return isinstance(body, type) and issubclass(body, BaseModel)


def _is_file(body: Any) -> bool:
    return isinstance(body, type) and issubclass(body, UploadedFile)


def main() -> None:
    """Check or write the committed description."""
    parser = argparse.ArgumentParser()
    choice = parser.add_mutually_exclusive_group(required=True)
    choice.add_argument("--check", action="store_true")
    choice.add_argument("--write", action="store_true")
    options = parser.parse_args()
    printed = json.dumps(build_document(), ensure_ascii=False, indent=2) + "\n"
    if options.write:
        DESCRIPTION.write_text(printed, encoding="utf-8")
    elif DESCRIPTION.read_text(encoding="utf-8") != printed:
        sys.exit(f'{DESCRIPTION.name} is out of date: run "make format" and check the difference.')


if __name__ == "__main__":
    main()
