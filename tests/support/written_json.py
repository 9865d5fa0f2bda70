"""A resolver that writes the JSON of its objects itself."""

import enum
from typing import Any

import orjson
import strawberry
from strawberry.types import has_object_definition

from breachlight.graphql.engine.selected import Selected, plain_selection
from breachlight.kit import json

written: list[tuple[Selected, ...]] = []
"""The selections for which it did."""


def as_fragments(info: strawberry.Info[Any, Any], results: list[Any]) -> list[Any]:
    """Return the JSON of objects, or themselves where something must be resolved or the document isn't known."""
    selection = plain_selection(info, "results")
    if selection is None:
        return results
    written.append(selection)
    return [orjson.Fragment(json.encode(_as_json(each, selection))) for each in results]


def _as_json(value: Any, selection: tuple[Selected, ...]) -> Any:
    if isinstance(value, list):
        return [_as_json(item, selection) for item in value]
    if isinstance(value, enum.Enum):
        return value.name
    if not has_object_definition(value):
        return value
    return {
        one.key: one.parent if one.attribute is None else _as_json(getattr(value, one.attribute), one.fields)
        for one in selection
    }
