"""SQL and ORM queries are in repositories only; a model without ORM queries says so (docs/contributing.md)."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SERVER = Path(__file__).parents[2] / "server/breachlight"
EXCEPTIONS = {
    "alerts/leak_audience.py": "the condition of one rule, which four repositories put into their queries",
    "jobs.py": "a statement on pgqueuer's own tables",
    "processes/job_runner.py": "statements on pgqueuer's own tables, through its driver",
    "leaks/ingest/later_identities.py": "DuckDB: reads blocks of the lake",
    "leaks/ingest/precompile.py": "a sample of an SQL dump",
    "leaks/ingest/sqlite_databases.py": "SQLite: reads databases that leaked",
    "leaks/lake/compaction.py": "DuckDB: files of the lake",
    "leaks/lake/ducklake.py": "DuckDB: opens the lake",
    "leaks/lake/inspection.py": "DuckDB: reads what was restored of the lake",
    "leaks/lake/migration.py": "DuckDB: digests of lakes of version 0.1.0",
    "leaks/lake/erasure.py": "DuckDB: rewrites blocks of the lake",
    "leaks/lake/resealing.py": "DuckDB: seals blocks of the lake again",
    "leaks/lake/store.py": "DuckDB: the repository of the lake",
    "leaks/leaked_password_index.py": "DuckDB: reads blocks of the lake",
    "leaks/ranges/counting.py": "DuckDB: reads blocks of the lake",
    "stats/lake_sampling.py": "DuckDB: counts rows of the lake",
}
QUERIES = frozenset(
    {
        *("all", "annotate", "count", "exclude", "exists", "filter", "first", "get", "get_or_none", "in_bulk", "raw"),
        *("select_for_update", "values", "values_list"),
        *("bulk_create", "bulk_update", "create", "delete", "get_or_create", "update_or_create"),
    }
)
SQL = re.compile(r"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|CREATE|ALTER|DROP|TRUNCATE|COPY|LOCK|SET|NOTIFY)\s")


@cache
def models() -> dict[str, str]:
    """Return the docstrings of all models by name."""
    modules = [ast.parse(path.read_text(encoding="utf-8")) for path in SERVER.rglob("models.py")]
    classes = [node for module in modules for node in module.body if isinstance(node, ast.ClassDef)]
    return {
        each.name: ast.get_docstring(each) or "" for each in classes if "Model" in [ast.unparse(b) for b in each.bases]
    }


def aliases_in(tree: ast.AST) -> dict[str, str]:
    """Return the names under which a module imports models, each with the model's own."""
    return {
        name.asname or name.name: name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("models")
        for name in node.names
        if name.name in models()
    }


def queries_in(source: str) -> Iterator[str]:
    """Yield the queries of a module, each with its line: ORM calls, imports of the ORM, and SQL statements."""
    tree = ast.parse(source)
    aliases, prose = aliases_in(tree), {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and is_query(node, aliases):
            yield f"{node.lineno}: {ast.unparse(node.func)}()"
        elif isinstance(node, ast.Import | ast.ImportFrom) and any(is_orm(name) for name in imported(node)):
            yield f"{node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.Constant) and is_statement(node) and id(node) not in prose:
            yield f"{node.lineno}: {ast.unparse(node)[:60]}"


def is_statement(node: ast.Constant) -> bool:
    return isinstance(node.value, str) and SQL.match(node.value) is not None


def is_query(call: ast.Call, aliases: dict[str, str]) -> bool:
    if not isinstance(call.func, ast.Attribute):
        return False
    name = call.func.attr
    if name in {"save", "delete"} and not call.args and {each.arg for each in call.keywords} <= {"update_fields"}:
        return True
    return name in QUERIES and model_of(call.func.value, aliases) is not None


def model_of(node: ast.AST, aliases: dict[str, str]) -> str | None:
    """Return the name of the model that an expression is, if it is one."""
    if isinstance(node, ast.Name):
        return aliases.get(node.id)
    return node.attr if isinstance(node, ast.Attribute) and node.attr in models() else None


def used_models(source: str) -> Iterator[str]:
    """Yield the models that a module queries or creates."""
    tree = ast.parse(source)
    aliases = aliases_in(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            is_method = isinstance(node.func, ast.Attribute) and node.func.attr in QUERIES
            model = model_of(
                node.func.value if isinstance(node.func, ast.Attribute) and is_method else node.func, aliases
            )
            if model:
                yield model


def imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else [name.name for name in node.names]


def is_orm(module: str) -> bool:
    """Return whether a module builds queries; errors of the ORM may be caught anywhere."""
    return module.partition(".")[0] == "tortoise" and module != "tortoise.exceptions"


def is_allowed(path: Path) -> bool:
    return (
        path.name in {"models.py", "repository.py"} or path.name.endswith("_repository.py") or "database" in path.parts
    )


def modules() -> Iterator[tuple[str, list[str]]]:
    for path in sorted(SERVER.rglob("*.py")):
        inside = path.relative_to(SERVER)
        if not is_allowed(inside):
            yield inside.as_posix(), list(queries_in(path.read_text(encoding="utf-8")))


def test_queries_are_in_repositories_only() -> None:
    assert {name: found for name, found in modules() if found and name not in EXCEPTIONS} == {}


def test_every_exception_is_needed() -> None:
    assert {name for name, found in modules() if found} == EXCEPTIONS.keys()


def test_models_without_orm_queries_are_marked() -> None:
    used = {model for path in SERVER.rglob("*.py") for model in used_models(path.read_text(encoding="utf-8"))}
    marked = {model for model, text in models().items() if re.search(r"^Schema only: .+\.$", text, re.MULTILINE)}
    assert models().keys() - used == marked


@pytest.mark.parametrize(
    "line",
    [
        "from breachlight.auth.models import User\nUser.filter(id=1)",
        "from breachlight.auth.models import User as Person\nPerson.create(id=1)",
        "from breachlight.auth import models\nmodels.User.get_or_none(id=1)",
        "user.save(update_fields=['email'])",
        "user.delete()",
        "from tortoise.expressions import Q",
        "import tortoise",
        "run('SELECT 1')",
        "run(f'DELETE FROM {table}')",
        'QUERY = """\nWITH a AS (SELECT 1)\nSELECT 1"""',
    ],
)
def test_queries_are_found(line: str) -> None:
    assert list(queries_in(line))


@pytest.mark.parametrize(
    "line",
    [
        '"""SELECT is described here."""',
        "say('Select a row.')",
        "User.filter(id=1)",
        "from breachlight.auth.models import User\nUser(id=1)",
        "from tortoise.exceptions import OperationalError",
        "picture.save(file, 'WEBP')",
    ],
)
def test_other_code_is_passed_over(line: str) -> None:
    assert list(queries_in(line)) == []


def test_statements_name_the_columns_of_tables() -> None:
    """A `*` gets the columns that a later version adds: statements of running processes would fail (decision 58)."""
    tables = re.findall(
        r'^ +table = "(\w+)"', "".join(path.read_text() for path in SERVER.rglob("models.py")), re.MULTILINE
    )
    names = "|".join(tables)
    every_column = re.compile(rf"\b({names})\.\*|SELECT \*(?:,[^;()]*?)? FROM ({names})\b|RETURNING \*")
    found = {
        path.relative_to(SERVER).as_posix(): [
            match[0] for match in every_column.finditer(path.read_text(encoding="utf-8"))
        ]
        for path in SERVER.rglob("*.py")
    }
    assert {path: matches for path, matches in found.items() if matches} == {}
