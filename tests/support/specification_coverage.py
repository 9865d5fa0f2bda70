"""Generate docs/specification-coverage.md, and the column of tests in docs/hostile-inputs.md, from the tests.

A test names the statements that it proves: ``@pytest.mark.spec("S2.14")`` in Python, ``// spec: S2.14`` in the line above an
``it`` in the client. It names a row of docs/hostile-inputs.md in its name: ``test_a07_…``, ``it('a07: …')``.
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
PAGE: Final = DOCS / "specification-coverage.md"
ROWS_PAGE: Final = DOCS / "hostile-inputs.md"
DECLARING: Final = ("specification.md", "design.md", "deviations.md")

STATEMENT: Final = re.compile(
    r"^(?:- |\| )\*\*([SBX]\d+(?:\.\d+)*)\*\* (?:\| )?(.*?)(?=\n(?:[-|#\n]|\Z)|\Z)", re.DOTALL | re.MULTILINE
)
HEADING: Final = re.compile(r"^(#{2,3}) (.*)$", re.MULTILINE)
ROW: Final = re.compile(r"^\| ([A-Z]\d\d) \| ((?:[^|]|\\\|)*) \| ((?:[^|]|\\\|)*) \| (.*)\|$", re.MULTILINE)
DEVIATING: Final = re.compile(r"^\| (S[\d.]+(?:, S[\d.]+)*) \|", re.MULTILINE)
CLIENT_MARK: Final = re.compile(r"^[ \t]*// spec: (.+)$", re.MULTILINE)
CLIENT_TEST: Final = re.compile(
    r"""^([ \t]*)(it|test|describe)(?:\.each.*?\))?\(\s*(['"`])(.*?)(?<!\\)\3\s*,""", re.DOTALL | re.MULTILINE
)
LONGEST_EXCERPT: Final = 110


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of the documents, and where it is declared."""

    id: str
    text: str
    page: str
    heading: str


@dataclass(slots=True)
class Marks:
    """Which tests name which statements and rows; ``faults`` are marks that belong to no test."""

    tests: dict[str, list[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def add(self, name: str, test: str) -> None:
        """Note that a test names a statement or row."""
        self.tests.setdefault(name, []).append(test)


def statements(page: str, text: str) -> Iterator[Statement]:
    """Return the statements that a document declares, in their order."""
    headings = [(match.start(), match[2]) for match in HEADING.finditer(text)]
    for match in STATEMENT.finditer(text):
        heading = [title for start, title in headings if start < match.start()][-1]
        yield Statement(match[1], " ".join(match[2].replace("**", "").split()).rstrip(" |"), page, heading)


def python_marks(path: str, text: str, marks: Marks) -> None:
    """Read the marks of a Python file, the names of its tests included."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        named = [name for decorator in node.decorator_list for name in _marked(decorator)]
        if not isinstance(node, ast.ClassDef) and not node.name.startswith("test_"):
            marks.faults += [f"{path}: {name} marks {node.name}, which is no test" for name in named]
            continue
        rows = re.match(r"test_((?:[a-z]\d\d_)*)", node.name)
        named += [row.upper() for row in re.findall(r"[a-z]\d\d", rows[1])] if rows else []
        for name in named:
            marks.add(name, f"{path}::{node.name}")


def _marked(decorator: ast.expr) -> list[str]:
    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.spec":
        return [str(ast.literal_eval(argument)) for argument in decorator.args]
    return []


def client_marks(path: str, text: str, marks: Marks) -> None:
    """Read the marks of a file of client tests, the titles of its tests included."""
    tests = [(match.start(), match[1], match[2], match[4].replace("\\'", "'")) for match in CLIENT_TEST.finditer(text)]
    starts = {start: (_titled(path, tests, index), title) for index, (start, _, _, title) in enumerate(tests)}
    for test, title in starts.values():
        for row in re.findall(r"\b([a-z]\d\d)\b", (re.match(r"(?i)((?:[a-z]\d\d[ ,]*)+): ", title) or [""])[0].lower()):
            marks.add(row.upper(), test)
    for mark in CLIENT_MARK.finditer(text):
        following = starts.get(mark.end() + 1)
        if following is None:
            marks.faults.append(f"{path}: no test follows '{mark[0].strip()}'")
            continue
        for name in mark[1].split():
            marks.add(name, following[0])


def _titled(path: str, tests: list[tuple[int, str, str, str]], index: int) -> str:
    """The name of a test: its title, after those of the groups that it is in."""
    _, indent, _, title = tests[index]
    titles = [title]
    for _, outer, kind, name in reversed(tests[:index]):
        if kind == "describe" and len(outer) < len(indent):
            titles.insert(0, name)
            indent = outer
    return f"{path}::{' > '.join(titles)}"


def read_marks(root: Path = ROOT) -> Marks:
    """Read the marks of all tests."""
    marks = Marks()
    for path in sorted((root / "tests").rglob("test_*.py")):
        if "node_modules" not in path.parts:
            python_marks(str(path.relative_to(root)), path.read_text(encoding="utf-8"), marks)
    for path in sorted((root / "client" / "src").rglob("*.test.ts*")):
        client_marks(str(path.relative_to(root)), path.read_text(encoding="utf-8"), marks)
    return marks


def faults(marks: Marks, declared: list[Statement], rows: list[str]) -> list[str]:
    """Return the problems of marks and documents."""
    known = {statement.id for statement in declared}
    ids = [statement.id for statement in declared]
    found = [f"{name} is declared twice" for name in sorted(known) if ids.count(name) > 1]
    for name, tests in marks.tests.items():
        if name not in known and name not in rows:
            found += [f"{test} names {name}, which no document declares" for test in tests]
    return [*marks.faults, *found]


def coverage_page(declared: list[Statement], marks: Marks, deviating: set[str]) -> str:
    """Write the page of statements and their tests."""
    untested = [statement for statement in declared if statement.id not in marks.tests]
    lines = [
        "# Specification coverage",
        "",
        "Generated by `make format` from the markers of the tests; `make check` verifies that it is current. The statements in",
        "full: [specification.md](specification.md) (S), [design.md](design.md) (B), additions in",
        "[deviations.md](deviations.md) (X). Rows of hostile inputs and their tests: [hostile-inputs.md](hostile-inputs.md). An",
        "asterisk marks a statement with a declared deviation.",
        "",
        f"{len(declared) - len(untested)} of {len(declared)} statements have a test. Without one:",
        "",
        *(f"- {statement.id}: {excerpt(statement.text)}" for statement in untested),
    ]
    group = None
    for statement in declared:
        if (statement.page, statement.heading) != group:
            group = (statement.page, statement.heading)
            lines += ["", f"## {statement.heading} ({statement.page})", "", "| Statement | Tests |", "|---|---|"]
        tests = "<br>".join(_code(test) for test in marks.tests.get(statement.id, ())) or "no test"
        star = "*" if statement.id in deviating else ""
        lines.append(f"| {statement.id}{star} {excerpt(statement.text)} | {tests} |")
    return "\n".join(lines) + "\n"


def excerpt(text: str) -> str:
    """Shorten a statement to one line of a table."""
    text = text.replace("|", "\\|")
    if len(text) <= LONGEST_EXCERPT:
        return text
    cut = text[:LONGEST_EXCERPT].rpartition(" ")[0].rstrip(",;:")
    return cut + ("`…" if cut.count("`") % 2 else " …")


def _code(test: str) -> str:
    return f"`{test}`".replace("|", "\\|")


def rows_page(text: str, marks: Marks) -> str:
    """Fill the column of tests of the table of hostile inputs."""

    def filled(match: re.Match[str]) -> str:
        tests = "<br>".join(_code(test) for test in marks.tests.get(match[1], ())) or "no test"
        return f"| {match[1]} | {match[2]} | {match[3]} | {tests} |"

    return ROW.sub(filled, text)


def generate() -> tuple[dict[Path, str], list[str]]:
    """Return the generated pages and their problems."""
    marks = read_marks()
    texts = {page: (DOCS / page).read_text(encoding="utf-8") for page in DECLARING}
    declared = [statement for page, text in texts.items() for statement in statements(page, text)]
    row_text = ROWS_PAGE.read_text(encoding="utf-8")
    rows = [match[1] for match in ROW.finditer(row_text)]
    deviating = {name for match in DEVIATING.finditer(texts["deviations.md"]) for name in match[1].split(", ")}
    pages = {PAGE: coverage_page(declared, marks, deviating), ROWS_PAGE: rows_page(row_text, marks)}
    return pages, faults(marks, declared, rows)


def main() -> int:
    """Write the pages (``--write``), or say which of them are not current (``--check``)."""
    pages, wrong = generate()
    for fault in wrong:
        print(fault, file=sys.stderr)
    stale = [path for path, text in pages.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if "--write" in sys.argv:
        for path in stale:
            path.write_text(pages[path], encoding="utf-8")
        return bool(wrong)
    for path in stale:
        print(f'{path.relative_to(ROOT)} is not current. Run "make format".', file=sys.stderr)
    return bool(wrong or stale)


if __name__ == "__main__":
    sys.exit(main())
