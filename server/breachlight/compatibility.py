"""Compatibility of the GraphQL schema and the REST description with the last release.

``python -m breachlight.compatibility`` compares with the newest folder of ``docs/releases`` and fails on what would break a client
that was written against it; ``--keep VERSION`` lays the present state down there as that of a release.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from graphql import build_schema, find_breaking_changes

_ROOT: Final = Path(__file__).parents[2]
RELEASES: Final = _ROOT / "docs" / "releases"
SCHEMA: Final = _ROOT / "schema.graphql"
DESCRIPTION: Final = Path(__file__).parent / "rest" / "openapi.json"
_ACCEPTED: Final = "accepted.txt"

Node = Mapping[str, Any]


def last_release(releases: Path) -> Path:
    """Return the folder of the newest version, by its numbers.

    Raises:
        FileNotFoundError: there is none.
    """
    folders = [path for path in releases.iterdir() if path.is_dir()]
    if not folders:
        raise FileNotFoundError(releases)
    return max(folders, key=lambda path: [int(number) for number in path.name.split(".")])


def broken_promises(release: Path, schema: Path, description: Path) -> list[str]:
    """Return the breaking changes since a release, one per line, except those in its ``accepted.txt``."""
    accepted_file = release / _ACCEPTED
    lines = accepted_file.read_text(encoding="utf-8").splitlines() if accepted_file.exists() else []
    accepted = {line.strip() for line in lines}
    found = [
        *broken_fields((release / SCHEMA.name).read_text(encoding="utf-8"), schema.read_text(encoding="utf-8")),
        *broken_calls(json.loads((release / DESCRIPTION.name).read_bytes()), json.loads(description.read_bytes())),
    ]
    return [line for line in found if line not in accepted]


def broken_fields(old: str, new: str) -> list[str]:
    """Return the parts of a GraphQL schema that were removed, narrowed in inputs or widened in results."""
    changes = find_breaking_changes(build_schema(old), build_schema(new))
    return sorted(f"GraphQL: {change.description}" for change in changes)


def broken_calls(old: Node, new: Node) -> list[str]:
    """Return what was removed from an OpenAPI description, is newly required, or has another type."""
    return [f"REST: {line}" for line in _Comparison(old, new).lines()]


class _Comparison:
    """Two descriptions, walked side by side along the older one."""

    def __init__(self, old: Node, new: Node) -> None:
        self._old, self._new = old, new

    def lines(self) -> Iterator[str]:
        for path, methods in self._old["paths"].items():
            for method, operation in methods.items():
                call = f"{method.upper()} {path}"
                present = self._new["paths"].get(path, {}).get(method)
                if present is None:
                    yield f"{call} was removed."
                else:
                    yield from self._operation(call, operation, present)

    def _operation(self, call: str, old: Node, new: Node) -> Iterator[str]:
        if not old.get("security") and new.get("security"):
            yield f"{call} now requires a token."
        yield from self._parameters(call, old, new)
        before, after = old.get("requestBody"), new.get("requestBody")
        if after and after.get("required") and not (before and before.get("required")):
            yield f"{call} now requires a body."
        if before and after:
            yield from self._given(f"{call}: the body", _content(before), _content(after))
        for status, response in old.get("responses", {}).items():
            if not status.startswith("2"):
                continue
            if status not in new.get("responses", {}):
                yield f"{call} no longer returns {status}."
            else:
                yield from self._returned(f"{call}: the answer", _content(response), _content(new["responses"][status]))

    def _parameters(self, call: str, old: Node, new: Node) -> Iterator[str]:
        before, after = (
            {parameter["name"]: parameter for parameter in operation.get("parameters", [])} for operation in (old, new)
        )
        for name, parameter in before.items():
            if name not in after:
                yield f"{call}: the parameter {name} was removed."
            else:
                yield from self._given(f"{call}: the parameter {name}", parameter["schema"], after[name]["schema"])
        for name, parameter in after.items():
            if parameter.get("required") and not before.get(name, {}).get("required"):
                yield f"{call}: the parameter {name} is now required."

    def _given(self, place: str, old: Node, new: Node) -> Iterator[str]:
        """Yield inputs that a client may no longer send."""
        before, after = self._kinds(self._old, old), self._kinds(self._new, new)
        if after and not before.keys() <= after.keys():
            yield f"{place} may no longer be {_listed(before.keys() - after.keys())}."
        for kind in before.keys() & after.keys():
            one, other = before[kind], after[kind]
            if "enum" in other and "enum" not in one:
                yield f"{place} now accepts only {_listed(other['enum'])}."
            elif "enum" in other and not set(one["enum"]) <= set(other["enum"]):
                yield f"{place} may no longer be {_listed(set(one['enum']) - set(other['enum']))}."
            for name, schema in one.get("properties", {}).items():
                if name not in other.get("properties", {}):
                    yield f"{place}: the field {name} was removed."
                else:
                    yield from self._given(f"{place}.{name}", schema, other["properties"][name])
            for name in sorted(set(other.get("required", [])) - set(one.get("required", []))):
                yield f"{place}: the field {name} is now required."
            if "items" in one and "items" in other:
                yield from self._given(f"{place}[]", one["items"], other["items"])

    def _returned(self, place: str, old: Node, new: Node) -> Iterator[str]:
        """Yield what was removed from a response or changed in it."""
        before, after = self._kinds(self._old, old), self._kinds(self._new, new)
        if before and not after.keys() <= before.keys():
            yield f"{place} may now be {_listed(after.keys() - before.keys())}."
        for kind in before.keys() & after.keys():
            one, other = before[kind], after[kind]
            for name, schema in one.get("properties", {}).items():
                if name not in other.get("properties", {}):
                    yield f"{place}: the field {name} was removed."
                    continue
                if name in one.get("required", []) and name not in other.get("required", []):
                    yield f"{place}: the field {name} may now be missing."
                yield from self._returned(f"{place}.{name}", schema, other["properties"][name])
            if "items" in one and "items" in other:
                yield from self._returned(f"{place}[]", one["items"], other["items"])

    def _kinds(self, document: Node, schema: Node) -> dict[str, Node]:
        """Return what a schema allows by JSON type; several objects that it allows count as one with the fields of all."""
        if "$ref" in schema:
            return self._kinds(document, _resolved(document, schema["$ref"]))
        kinds: dict[str, Node] = {}
        for alternative in schema.get("anyOf", schema.get("oneOf", [])):
            for kind, node in self._kinds(document, alternative).items():
                kinds[kind] = _joined(kinds[kind], node) if kind in kinds else node
        named = schema.get("type", [])
        listed = [named] if isinstance(named, str) else named
        # Fields and items belong to objects and arrays; null has none, however the schema says that it may be null.
        return kinds or {kind: {} if kind == "null" else schema for kind in listed}


def _joined(one: Node, other: Node) -> Node:
    return {
        **one,
        **other,
        "properties": {**one.get("properties", {}), **other.get("properties", {})},
        "required": sorted(set(one.get("required", [])) & set(other.get("required", []))),
    }


def _resolved(document: Node, reference: str) -> Node:
    node: Any = document
    for step in reference.removeprefix("#/").split("/"):
        node = node[step]
    found: Node = node
    return found


def _content(holder: Node) -> Node:
    """Return the schema of a JSON body, an empty one where it has none."""
    schema: Node = holder.get("content", {}).get("application/json", {}).get("schema", {})
    return schema


def _listed(values: Any) -> str:
    return ", ".join(sorted(map(str, values)))


def main() -> None:
    """Compare with the last release, or keep the present state as one."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", metavar="VERSION")
    parser.add_argument("--releases", type=Path, default=RELEASES)
    parser.add_argument("--schema", type=Path, default=SCHEMA)
    parser.add_argument("--description", type=Path, default=DESCRIPTION)
    options = parser.parse_args()
    if options.keep:
        folder = options.releases / options.keep
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(options.schema, folder / SCHEMA.name)
        shutil.copyfile(options.description, folder / DESCRIPTION.name)
        return
    release = last_release(options.releases)
    lines = broken_promises(release, options.schema, options.description)
    if lines:
        sys.exit("\n".join([f"Breaks clients of {release.name} (see docs/releases/README.md):", *lines]))


if __name__ == "__main__":
    main()
