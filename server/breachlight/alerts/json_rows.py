"""Alerts written as GraphQL's JSON by the database: for a long list that costs half of reading rows and completing them.

A row is written in SQL if all that is selected of it can be. A value that only Python makes is NULL in it, and so is then the whole
row: a text joined with NULL is NULL. Such rows are read as views. The name of an assignee, from another table, is put in its place.
"""

from collections.abc import Sequence
from functools import lru_cache
from types import NoneType, UnionType
from typing import Final, Union, get_args, get_origin

from breachlight.alerts.fields import PLACE, Face, Field, Identifier, View
from breachlight.alerts.query.filters import Instant
from breachlight.alerts.views import AlertView
from breachlight.graphql.engine.selected import Selected
from breachlight.kit import json

_INSTANT: Final = (
    """'"' || replace(to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '.000000Z', 'Z') || '"'"""
)
"""As ``clock.write_instant``: microseconds only where there are some."""

_VALUES: Final[dict[object, str]] = {
    bool: "CASE WHEN {0} THEN 'true' WHEN NOT {0} THEN 'false' END",
    int: "({})::text",
    Identifier: """'"' || {} || '"'""",
    Instant: _INSTANT,
}
_QUOTED: Final = "to_json({})::text"


@lru_cache(256)
def json_row(selected: tuple[Selected, ...]) -> str | None:
    """Return SQL that writes what is selected of an alert as JSON text, or None if the database can't; see the module."""
    try:
        return _object(AlertView, selected)
    except _UnwrittenError:
        return None


def with_assignee(text: str, name: str | None) -> str:
    """Return the JSON of an assigned alert with the name of its assignee, None for former members."""
    return text.replace(PLACE, json.encode(name).decode())


class _UnwrittenError(Exception):
    """Something is selected that only Python makes."""


def _object(view: type[View], selected: Sequence[Selected]) -> str:
    """Return SQL of an object. What stands between its values is joined here, not for each row."""
    declared = {field.name: field for field in view.fields_on(Face.GRAPHQL)}
    pieces: list[str] = []
    text = "{"
    for place, chosen in enumerate(selected):
        text += f'{"," if place else ""}"{chosen.key}":'
        if chosen.attribute is None:
            text += f'"{chosen.parent}"'
        else:
            pieces += [_literal(text), _value(declared[chosen.attribute], chosen)]
            text = ""
    return " || ".join([*pieces, _literal(text + "}")])


def _value(field: Field, chosen: Selected) -> str:
    if not field.json:
        raise _UnwrittenError
    if field.json == PLACE:
        return f"chr({ord(PLACE)})"
    if field.view is not None:
        written = _object(field.view, chosen.fields)
        return f"CASE WHEN {field.json} THEN {written} WHEN NOT ({field.json}) THEN 'null' END"
    kinds = get_args(field.annotation) if get_origin(field.annotation) in {Union, UnionType} else (field.annotation,)
    written = _VALUES.get(kinds[0], _QUOTED).format(field.json)
    return f"coalesce({written}, 'null')" if NoneType in kinds else written


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
