"""Nothing but the gate opens leaked passwords (``alerts.disclosure``, decision 48)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SERVER = Path(__file__).parents[3] / "server/breachlight"
OPENERS = {
    "alerts/passwords.py": "seals and opens",
    "alerts/disclosure/service.py": "the gate",
}
READERS = {
    "alerts/passwords.py": "declares it for resealing",
    "alerts/disclosure/repository.py": "the gate",
    "alerts/models.py": "declares the column",
    "alerts/upsert/matches.py": "names the column that it fills",
    "alerts/upsert/repository.py": "writes only",
    "alerts/parts.py": "asks whether there is one",
    "alerts/withdrawal/repository.py": "empties it",
    "alerts/disclosure/service.py": "names the column in integrity events",
}
PURPOSE = "alerts.password"


def names_in(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def files_with(pattern: str) -> set[str]:
    return {
        str(path.relative_to(SERVER))
        for path in SERVER.rglob("*.py")
        if any(re.search(pattern, name) for name in names_in(path.read_text(encoding="utf-8")))
    }


def test_the_gate_alone_opens_leaked_passwords() -> None:
    assert files_with(r"^open_password$") == set(OPENERS)
    # The purpose of their keys is written in one file, so no other derives the key by itself.
    assert files_with(rf"{re.escape(PURPOSE)}(?!\w)") == {"alerts/passwords.py"}


def test_the_gate_alone_reads_sealed_passwords() -> None:
    assert files_with(r"\bpassword_sealed\b") == set(READERS)
