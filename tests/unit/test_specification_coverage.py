"""The page that maps statements of the specification to tests names tests that exist, and every row of what is built."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "specification-coverage.md"
NAMED = re.compile(r"`([\w./-]+\.(?:py|tsx?))::([^`]+)`")
BUILT_ROWS = [
    *(f"G{number:02}" for number in range(1, 13)),
    *(f"R{number:02}" for number in range(1, 11)),
    *("I01", "I02", "I03", "I04", "I05", "I07", "I08", "I09"),
]


@cache
def names_in(path: str) -> frozenset[str]:
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".py"):
        functions = (
            node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        )
        return frozenset(function.name for function in functions if function.name.startswith("test_"))
    return frozenset(
        match[2] for match in re.finditer(r"""\bit(?:\.each\(.*?\))?\(\s*(['"`])(.*?)\1,""", text, re.DOTALL)
    )


def named() -> list[tuple[str, str]]:
    return [(match[1], match[2]) for match in NAMED.finditer(PAGE.read_text(encoding="utf-8"))]


def test_every_test_that_the_page_names_exists() -> None:
    assert len(named()) > 100
    missing = [f"{path}::{name}" for path, name in named() if not (ROOT / path).is_file() or name not in names_in(path)]
    assert missing == []


def test_every_row_of_hostile_inputs_that_touches_what_exists_has_a_test() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    shown = {row for line in lines if NAMED.search(line) for row in re.findall(r"[A-Z]\d\d", line.split("|")[1])}
    assert [row for row in BUILT_ROWS if row not in shown] == []


def test_a_row_that_a_test_carries_in_its_name_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    carried = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for name in names_in(str(path.relative_to(ROOT))):
            prefix = re.match(r"test_((?:[agridmf]\d\d_)+)", name)
            carried |= {row.upper() for row in re.findall(r"[a-z]\d\d", prefix[1])} if prefix else set()
    assert len(carried) > len(BUILT_ROWS)
    built = text.partition("## Not built yet")[0]
    assert sorted(row for row in carried if row not in built) == []
