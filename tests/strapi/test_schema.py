"""The schema of the content service against that of a real Strapi."""

from typing import cast

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLObjectType,
    GraphQLSchema,
    build_client_schema,
    build_schema,
    get_introspection_query,
    parse,
    validate,
)

from strapi.content_documents import CONTENT
from strapi.strapi_server import StrapiServer

OPERATIONS = CONTENT.parents[1] / "client" / "src" / "lib" / "content"


@pytest.fixture(scope="module")
def theirs(strapi: StrapiServer) -> GraphQLSchema:
    return build_client_schema(strapi.ask(get_introspection_query())["data"])


@pytest.fixture(scope="module")
def ours() -> GraphQLSchema:
    return build_schema((CONTENT / "schema.graphql").read_text("utf-8"))


def test_strapi_has_every_type_field_and_argument_of_ours_with_the_same_nullability(
    ours: GraphQLSchema, theirs: GraphQLSchema
) -> None:
    different: list[str] = []
    for name, mine in ours.type_map.items():
        if name.startswith("__"):
            continue
        present = theirs.type_map.get(name)
        if type(present) is not type(mine):
            different.append(f"{name} is {present!r}")
        elif isinstance(mine, GraphQLEnumType):
            if list(mine.values) != list(cast("GraphQLEnumType", present).values):
                different.append(f"{name} has other values")
        elif isinstance(mine, GraphQLObjectType):
            different += _different_fields(mine, cast("GraphQLObjectType", present))
    assert different == []
    assert len(ours.type_map) > 20


def _different_fields(mine: GraphQLObjectType, theirs: GraphQLObjectType) -> list[str]:
    different: list[str] = []
    for name, field in mine.fields.items():
        present = theirs.fields.get(name)
        if present is None or str(present.type) != str(field.type):
            different.append(f"{mine.name}.{name} is {present and present.type}, ours {field.type}")
            continue
        for argument, expected in field.args.items():
            given = present.args.get(argument)
            if given is None or (str(given.type), given.default_value) != (str(expected.type), expected.default_value):
                different.append(f"{mine.name}.{name}({argument}) is {given and given.type}, ours {expected.type}")
    return different


@pytest.mark.parametrize("file", ["homepage.graphql", "legal.graphql"])
def test_strapi_accepts_the_queries_of_the_client(file: str, theirs: GraphQLSchema) -> None:
    assert validate(theirs, parse((OPERATIONS / file).read_text("utf-8"))) == []
