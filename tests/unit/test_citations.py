"""What code and documents cite exists: sections, statements, rules, rows and decisions (docs/contributing.md, Citations)."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
CITING = ("server/breachlight", "client/src", "client/build", "tests", "docs")
SUFFIXES = {".py", ".ts", ".tsx", ".md", ".graphql"}
FILES = {"spec": "specification", "design": "design", "rest-contract": "rest-contract", "leak-formats": "leak-formats"}
SECTION = re.compile(r"\b(spec|design|rest-contract|leak-formats) ((?:§[\d.]+[a-k]?(?:, | and | to )?)+)")
ROWS = re.compile(r"\bhostile-inputs ((?:[A-Z]\d\d(?:, |-| and )?)+)")
STATEMENT = re.compile(r"\b([SBX]\d+(?:\.\d+)+|X\d+)\b")
DECISION = re.compile(r"\bdecision (\d+)\b")


@cache
def headings(name: str) -> frozenset[str]:
    text = (DOCS / f"{FILES[name]}.md").read_text(encoding="utf-8")
    found = set(re.findall(r"^#{2,3} (\d+(?:\.\d+)?)\.? ", text, re.MULTILINE))
    return frozenset(found | set(re.findall(r"^\| (\d[a-k]) \|", text, re.MULTILINE)))


@cache
def rows() -> frozenset[str]:
    return frozenset(
        re.findall(r"^\| ([A-Z]\d\d) \|", (DOCS / "hostile-inputs.md").read_text(encoding="utf-8"), re.MULTILINE)
    )


@cache
def statements() -> frozenset[str]:
    texts = "".join(
        (DOCS / name).read_text(encoding="utf-8") for name in ("specification.md", "design.md", "deviations.md")
    )
    return frozenset(re.findall(r"\*\*([SBX]\d+(?:\.\d+)*)\*\*", texts))


def cited() -> Iterator[tuple[Path, str]]:
    for folder in CITING:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and "node_modules" not in path.parts and ".generated." not in path.name:
                yield path, path.read_text(encoding="utf-8")


def missing_in(text: str) -> list[str]:
    """The citations of a text that lead nowhere."""
    found = [
        f"{name} §{section}"
        for name, sections in SECTION.findall(text)
        for section in re.findall(r"§(\d+(?:\.\d+)?[a-k]?)", sections)
        if section not in headings(name)
    ]
    found += [
        row for cited_rows in ROWS.findall(text) for row in re.findall(r"[A-Z]\d\d", cited_rows) if row not in rows()
    ]
    found += [name for name in STATEMENT.findall(text) if name not in statements()]
    found += [
        f"decision {number}"
        for number in DECISION.findall(text)
        if not list(DOCS.glob(f"decisions/{int(number):04}-*"))
    ]
    return found


def test_what_is_cited_exists() -> None:
    own = {Path(__file__), ROOT / "tests" / "unit" / "test_specification_coverage.py"}
    missing = {str(path.relative_to(ROOT)): missing_in(text) for path, text in cited() if path not in own}
    assert {path: names for path, names in missing.items() if names} == {}


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("(spec §4, Login; design §4.9)", []),
        ("spec §12", ["spec §12"]),
        ("design §3 and §4.13.", ["design §4.13"]),
        ("leak-formats §5c to §5h, §77", ["leak-formats §77"]),
        ("leak-formats §5k", []),
        ("rest-contract §9", ["rest-contract §9"]),
        ("hostile-inputs A07, A99", ["A99"]),
        ("hostile-inputs A06-A08", []),
        ("S2.14 and S2.999", ["S2.999"]),
        ("decision 26, decision 4711", ["decision 4711"]),
    ],
)
def test_citations_that_lead_nowhere_are_found(text: str, missing: list[str]) -> None:
    assert missing_in(text) == missing


OLD_FORMS = re.compile(
    r"[Ss]pecification,? sections? \d|[Ss]pecification §|\bdesign sections? \d|\bguides? (?:rules?|sections?) \d|"
    r"\(contract[,:;)]|(?<!-)\bcontract\.md|\bguides:"
)


def test_citations_are_in_the_short_form() -> None:
    own = {Path(__file__)}
    old = {str(path.relative_to(ROOT)): OLD_FORMS.findall(text) for path, text in cited() if path not in own}
    assert {path: forms for path, forms in old.items() if forms} == {}
