"""Check that migrations keep the rules of their phase: ``make check`` runs it (decision 58).

squawk's parser reads the statements. An expand step may contain only what is known to be additive, so that processes of the
release before go on working; no step may lock an existing table for as long as it takes to read or rewrite it.
"""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, cast

import asyncpg

from breachlight.database.migration_files import Migration, Phase, migration_files, read_release

LAST_WITHOUT_PHASE: Final = 27
"""Migrations before phases: installations of development versions stop for them."""

_ADDITIVE: Final = {
    *("CREATE_TABLE", "CREATE_SEQUENCE", "CREATE_SCHEMA", "CREATE_TYPE", "CREATE_STATISTICS", "CREATE_VIEW"),
    *("CREATE_FUNCTION", "CREATE_TRIGGER", "COMMENT_ON", "GRANT", "SET", "SELECT", "ANALYZE"),
}
"""Statements that take nothing away and lock no existing table for long."""
_ADDITIVE_CHANGES: Final = {"ADD_COLUMN", "DROP_NOT_NULL", "SET_DEFAULT", "SET_STATISTICS", "SET_OPTIONS"}
_MADE_BY: Final = {"CREATE_TABLE", "CREATE_TABLE_AS"}
_DATA: Final = {"INSERT", "UPDATE", "DELETE", "MERGE", "TRUNCATE"}
_CONSTANT: Final = re.compile(
    r"DEFAULT (\(?-?[\d.]+\)?|('[^']*'|true|false|null)(::[\w\[\]]+)?|now\(\)|current_timestamp)", re.IGNORECASE
)
"""Defaults that are evaluated once, so that a column with one rewrites nothing."""
_SERIAL: Final = {"serial", "bigserial", "smallserial"}
_OF_COLUMNS: Final = {"NULL_CONSTRAINT", "NOT_NULL_CONSTRAINT", "DEFAULT_CONSTRAINT"}
_LINE: Final = re.compile(r"( *)(\w+)@(\d+)\.\.(\d+)")


@dataclass
class Node:
    """A node of a syntax tree."""

    kind: str
    text: str
    children: list["Node"] = field(default_factory=list)

    def has(self, kind: str) -> bool:
        """Return whether a child is of a kind."""
        return any(child.kind == kind for child in self.children)

    def within(self) -> Iterator["Node"]:
        """Yield all nodes below this one."""
        for child in self.children:
            yield child
            yield from child.within()

    @property
    def table(self) -> str:
        """The table that a statement is about, as it is written but without quotes."""
        names = (
            each.text
            for each in self.children
            if "RELATION_NAME" in each.kind or each.kind in {"TABLE_NAME", "ON_TABLE"}
        )
        return next(names, "").replace('"', "")


def parse(sql: str) -> list[Node]:
    """Return the statements of a script.

    Raises:
        ValueError: PostgreSQL couldn't read it.
    """
    ran = subprocess.run(["squawk", "--debug", "parse"], input=sql, capture_output=True, text=True, check=False)
    data = sql.encode()
    stack = [Node("", "")]
    for line in ran.stdout.splitlines():
        found = _LINE.match(line)
        if line.startswith("ERROR@"):
            raise ValueError(line)
        if found:
            depth = len(found[1]) // 2
            node = Node(found[2], data[int(found[3]) : int(found[4])].decode())
            del stack[depth + 1 :]
            stack[-1].children.append(node)
            stack.append(node)
    if len(stack[0].children) != 1:
        raise ValueError(f"squawk returned no syntax tree: {ran.stderr}")
    return [each for each in stack[0].children[0].children if each.kind not in {"WHITESPACE", "COMMENT", "SEMICOLON"}]


@dataclass
class _File:
    """What the statements of a file have done so far."""

    phase: Phase
    made: set[str] = field(default_factory=set)
    validated: set[str] = field(default_factory=set)


def faults(sql: str, phase: Phase, *, is_transactional: bool = True) -> list[str]:
    """Return what a migration contains that its phase doesn't allow."""
    statements = parse(sql)
    if is_transactional:
        file = _File(phase)
        return [reason for statement in statements for reason in _transactional(statement, file)]
    if len(statements) != len([each for each in sql.split(";") if each.strip()]):
        return ["a semicolon within a statement of a file without a transaction"]
    return [reason for statement in statements for reason in _concurrent(statement, phase)]


def _concurrent(statement: Node, phase: Phase) -> Iterator[str]:
    is_concurrent = statement.has("CONCURRENTLY_KW")
    if statement.kind == "CREATE_INDEX" and is_concurrent:
        if not statement.has("INDEX") or statement.has("IF_NOT_EXISTS"):
            yield "an index needs a name and no IF NOT EXISTS, which would keep what an interrupted build left"
        if statement.has("UNIQUE_KW") and phase is Phase.EXPAND:
            yield "a unique index refuses rows of the version before: build it in a contract step"
    elif not (statement.kind == "DROP_INDEX" and is_concurrent and statement.has("IF_EXISTS")):
        yield (
            "a file without a transaction contains CREATE INDEX CONCURRENTLY and DROP INDEX CONCURRENTLY IF EXISTS only, "
            "which can be run again"
        )
    elif phase is Phase.EXPAND:
        yield "DROP INDEX belongs into a contract step"


def _transactional(statement: Node, file: _File) -> Iterator[str]:
    table = statement.table
    if statement.kind in _MADE_BY:
        file.made.add(table)
    if table in file.made:
        return
    if statement.kind == "CREATE_INDEX":
        yield f"an index on the existing table {table}: build it CONCURRENTLY, in a file with RUN_IN_TRANSACTION = False"
    elif statement.kind in _DATA:
        if not statement.has("VALUES"):
            yield f"{statement.kind} of an existing table: fill columns in BATCHES"
    elif statement.kind == "ALTER_TABLE":
        for part in statement.children[2:]:
            yield from (f"{reason} (table {table})" for reason in _change(part, table, file))
    elif file.phase is Phase.EXPAND and statement.has("OR_REPLACE"):
        yield "OR REPLACE changes it for the version before as well: use a new name"
    elif file.phase is Phase.EXPAND and statement.kind not in _ADDITIVE:
        yield f"{_words(statement)} isn't known to be additive: it belongs into a contract step"


def _change(part: Node, table: str, file: _File) -> Iterator[str]:
    """Yield what is wrong with a part of ALTER TABLE on an existing table."""
    if (
        part.kind in {"WHITESPACE", "COMMA", "SEMICOLON", "COMMENT"}
        or part.kind.endswith("_KW")
        or "RELATION_NAME" in part.kind
    ):
        return
    if part.kind == "ALTER_COLUMN":
        part = part.children[-1]
    if part.kind == "ADD_COLUMN":
        yield from _column(part)
    elif part.kind == "SET_TYPE":
        yield "a new type rewrites the table: add a column, and drop the old one in a contract step"
    elif part.kind == "ADD_CONSTRAINT" and file.phase is Phase.CONTRACT:
        if not any(node.kind in {"NOT_VALID", "USING_INDEX_NAME"} for node in part.within()):
            yield "a constraint reads the table under a lock: add it NOT VALID and validate it, or USING INDEX"
    elif file.phase is Phase.EXPAND and part.kind not in _ADDITIVE_CHANGES:
        yield f"{_words(part)} isn't known to be additive: it belongs into a contract step"
    elif part.kind == "VALIDATE_CONSTRAINT":
        file.validated.add(table)
    elif part.kind == "SET_NOT_NULL" and table not in file.validated:
        yield "SET NOT NULL reads the table under a lock: validate a CHECK (… IS NOT NULL) before it, and drop that then"


def _column(added: Node) -> Iterator[str]:
    kinds = {node.kind: node for node in added.children}
    name = next(node.text for node in added.children if node.kind == "COLUMN_NAME")
    types = {node.text.lower() for node in added.children if node.kind.endswith("_TYPE")}
    default = kinds.get("DEFAULT_CONSTRAINT")
    if {kind for kind in kinds if kind.endswith("_CONSTRAINT")} - _OF_COLUMNS or types & _SERIAL:
        yield f"the new column {name} has a constraint, sequence or expression, which reads or rewrites the table"
    elif default is not None and not _CONSTANT.fullmatch(default.text):
        yield f"the default of the new column {name} isn't known to be a constant; others rewrite the table"
    elif default is None and "NOT_NULL_CONSTRAINT" in kinds:
        yield f"the new column {name} needs a default: the version before inserts rows without it"


def _words(node: Node) -> str:
    return node.kind.replace("_", " ")


def order_faults(migrations: Sequence[Migration]) -> list[str]:
    """Return what is wrong with the order of phases: the contract steps of a release follow its expand steps."""
    found = []
    for before, after in pairwise(migrations):
        if before.phase is not Phase.CONTRACT or after.phase is Phase.CONTRACT:
            continue
        if after.phase is Phase.STOP or read_release(after.release) <= read_release(before.release):
            found.append(
                f"{after.name}: follows {before.name}, a contract step of its release: give that one the next number"
            )
    return found


class _NoDatabase:
    """Refuses queries of ``upgrade``, whose SQL couldn't be checked."""

    async def execute(self, *_: object) -> None:
        raise LookupError("upgrade() must return its SQL, and may query nothing")

    fetch = execute


async def check(migrations: Sequence[Migration]) -> list[str]:
    """Return the faults of all migrations that rules apply to."""
    found = order_faults(migrations)
    for migration in migrations:
        if migration.phase is Phase.STOP:
            if migration.number > LAST_WITHOUT_PHASE:
                found.append(f"{migration.name}: declare PHASE = 'expand' or 'contract', and RELEASE = '0.2'")
            continue
        try:
            read_release(migration.release)
            sql = await migration.upgrade(cast("asyncpg.Connection", _NoDatabase()))
            reasons = faults(sql, migration.phase, is_transactional=migration.is_transactional)
        except (LookupError, ValueError) as error:
            reasons = [str(error)]
        found += [f"{migration.name}: {reason}" for reason in reasons]
    return found


if __name__ == "__main__":
    sys.exit("\n".join(asyncio.run(check(migration_files()))) or None)
