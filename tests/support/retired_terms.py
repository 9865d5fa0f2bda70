"""Find terms that the glossary in docs/contributing.md has retired, in everything that people read in English.

Read are the interface's texts, emails, server messages, texts of the command line, descriptions in the schemas, documents,
docstrings, comments in JSDoc form, and names of tests. Only unambiguous terms are listed: whether "part" or "place" is the
right word is for a reviewer to decide. Inline code, code blocks and addresses are passed over: they are names.
"""

import ast
import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).parents[2]

RETIRED: Final = {
    r"look(?:s|ed|ing)?[- ]?backs?|lookbacks?": "retroactive scan (interface) or backfill (code)",
    r"(?:tak(?:e|es|en|ing)|took) in(?! (?:\w+ ){0,2}order\b)": "ingest",
    r"intakes?": "ingestion",
    r"not any more|good no more|no longer good": "expired, revoked, or invalid",
    r"(?:tell|tells|telling|told) of": "say, report, notify",
    r"infected (?:machine|computer)s?": "infected device",
    r"e-mails?|e-mailed": "email",
    r"log-(?:in|out)s?|log-ons?": "login and logout (nouns), log in and log out (verbs)",
    r"upkeep": "maintenance",
    r"throttl(?:e|es|ed|ing)": "rate limit",
    r"(?:watched|unwatched) (?:e-?mails?|address(?:es)?|domains?|identit(?:y|ies)|sites?|accounts?)": "monitored",
    r"(?:what|which|who) is watched|is watched|are watched": "monitored",
    r"prov(?:e|es|ed|ing) (?:(?:its|their|your|the|an?|his|another) )?(?:own |first )?(?:e-?mail|address|domain|identit)\w*": "verify",
    r"prov(?:e|es|ed) that": "verify, show",
    r"(?:has|have|had|is|was|are|been|once|not) proved": "verified",
    r"proof of (?:the|an?|its|their|your) (?:e-?mail|address|domain)|re-?proof|reproving": "verification",
    r"mfa legs?|legs? of (?:the|a) log": "MFA step",
    r"good for (?:\w+ )?(?:minutes?|hours?|days?|weeks?|once)|is good once|good until": "valid",
    r"(?:had|spent) its (?:requests|tries)": "rate limit exceeded",
    r"no (?:member|owner|user|account) any more": "no longer",
    r"anew": "again, new, reset",
}
TERM: Final = re.compile(
    r"(?<![\w-])(?:" + "|".join(f"({pattern.replace('(?:', '(?:')})" for pattern in RETIRED) + r")(?![\w-])",
    re.IGNORECASE,
)
ALLOWED: Final = (
    re.compile(r"rest/openapi\.json|docs/releases/"),  # the wire, and what past releases served
)
"""Paths in which terms are names."""

QUOTED_CODE: Final = re.compile(r"```.*?```|``[^`]+``|`[^`\n]+`|https?://\S+|\]\([^)]*\)", re.DOTALL)
SQL: Final = re.compile(
    r"^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|COPY|LISTEN|BEGIN|SET|COMMENT|DO)\b"
)
JSDOC: Final = re.compile(r"/\*\*(.*?)\*/", re.DOTALL)
CLIENT_TITLE: Final = re.compile(r"""\b(?:it|test|describe)(?:\.each.*?\))?\(\s*(['"`])(.*?)(?<!\\)\1\s*,""", re.DOTALL)
GRAPHQL_DESCRIPTION: Final = re.compile(r'"""(.*?)"""|^\s*"([^"\n]*)"\s*$', re.DOTALL | re.MULTILINE)
TESTS_OF_THIS: Final = ("tests/support/retired_terms.py", "tests/unit/test_retired_terms.py", "docs/contributing.md")


@dataclass(frozen=True, slots=True)
class Hit:
    """A retired term, and where it is."""

    path: str
    line: int
    term: str
    instead: str

    def __str__(self) -> str:
        """Return the line for a terminal."""
        return f"{self.path}:{self.line}: '{self.term}' is retired; use: {self.instead}"


def hits_in(text: str) -> Iterator[tuple[int, str, str]]:
    """Return the retired terms of a text, each with its line (from 0) and what to use instead."""
    blanked = QUOTED_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    instead = list(RETIRED.values())
    for match in TERM.finditer(blanked):
        # Named groups would need names; the only group that matched tells the term.
        index = next(number for number, group in enumerate(match.groups()) if group is not None)
        if re.search(r"[a-z][A-Z]", match[0]):
            continue  # camelCase: a name of the API
        yield blanked.count("\n", 0, match.start()), " ".join(match[0].split()), instead[index]


def python_texts(source: str, *, is_test: bool) -> Iterator[tuple[int, str]]:
    """Return docstrings and sentences of a Python file, of tests their docstrings and names, each with its line."""
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in ast.walk(ast.parse(source)):
        if is_test and isinstance(node, documented):
            yield getattr(node, "lineno", 1), ast.get_docstring(node, clean=False) or ""
            yield getattr(node, "lineno", 1), getattr(node, "name", "").replace("_", " ")
        elif not is_test and isinstance(node, ast.Constant) and _is_sentence(node.value):
            yield node.lineno, str(node.value)


def _is_sentence(value: object) -> bool:
    return isinstance(value, str) and " " in value and not SQL.match(value)


def client_texts(source: str, *, is_test: bool) -> Iterator[tuple[int, str]]:
    """Return the JSDoc comments of a file of the client, and the titles of its tests, each with its line."""
    for match in JSDOC.finditer(source):
        yield source.count("\n", 0, match.start(1)) + 1, re.sub(r"^\s*\* ?", "", match[1], flags=re.MULTILINE)
    if is_test:
        for match in CLIENT_TITLE.finditer(source):
            yield source.count("\n", 0, match.start(2)) + 1, match[2]


def values_of(data: Any) -> Iterator[str]:
    """Return all texts of a document that was read from JSON or YAML."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from values_of(value)
    elif isinstance(data, list):
        for value in data:
            yield from values_of(value)


def texts_of(path: Path, name: str) -> Iterator[tuple[int, str]]:
    """Return what people read of a file, each text with its line; lines of catalogues are those of the value."""
    source = path.read_text(encoding="utf-8")
    is_test = name.startswith("tests/") or ".test." in name
    match path.suffix:
        case ".py":
            yield from python_texts(source, is_test=is_test)
        case ".ts" | ".tsx":
            yield from client_texts(source, is_test=is_test)
        case ".json" | ".yaml":
            data = json.loads(source) if path.suffix == ".json" else yaml.safe_load(source)
            for text in values_of(data):
                start = source.find(text[:40])
                yield source.count("\n", 0, max(start, 0)) + 1, text
        case ".graphql":
            for description in GRAPHQL_DESCRIPTION.finditer(source):
                yield source.count("\n", 0, description.start()) + 1, description[1] or description[2] or ""
        case _:
            yield 1, source


def read_files(root: Path) -> Iterator[Path]:
    """Return the files that hold what people read in English."""
    yield from sorted(root.glob("*.md"))
    yield from (root / "Makefile", root / "schema.graphql")
    for folder, patterns in {
        "docs": ("*.md", "*.svg"),
        "server/breachlight": ("*.py", "mail/locales/en.json", "mail/templates/*"),
        "server/content/en": ("*.md", "*.yaml"),
        "client/src/i18n/locales/en": ("*.json",),
        "client/src": ("*.ts", "*.tsx"),
        "tests": ("*.py",),
    }.items():
        for pattern in patterns:
            yield from sorted(path for path in (root / folder).rglob(pattern) if "node_modules" not in path.parts)


def find(root: Path = ROOT, files: Iterable[Path] | None = None) -> list[Hit]:
    """Return all retired terms of a folder with the layout of this repository."""
    found = []
    for path in read_files(root) if files is None else files:
        name = path.relative_to(root).as_posix()
        if name in TESTS_OF_THIS or name.endswith(".generated.ts") or any(allowed.search(name) for allowed in ALLOWED):
            continue
        for line, text in texts_of(path, name):
            found += [Hit(name, line + offset, term, instead) for offset, term, instead in hits_in(text)]
    return sorted(set(found), key=lambda hit: (hit.path, hit.line, hit.term))


def main() -> int:
    """Print all retired terms."""
    found = find()
    for hit in found:
        print(hit, file=sys.stderr)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
