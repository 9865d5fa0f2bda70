"""Statements in traces: the command and the first table of each, never its text or its parameters."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from breachlight.kit import tracing

if TYPE_CHECKING:
    import asyncpg

_LITERAL_OR_CLAUSE: Final = re.compile(r"'[^']*'|\b(?:FOR(?: NO KEY)?|DO) UPDATE\b")
_COMMAND: Final = re.compile(
    r"\b(SELECT|INSERT|UPDATE|DELETE|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|LOCK|SET|LISTEN|COPY)\b"
)
_TABLE: Final = re.compile(r"\b(?:FROM|INTO|UPDATE)\s+(?:ONLY\s+)?\"?([a-z_]{2,40})\"?(?:\.\"?([a-z_]{2,40}))?")
_NO_TABLE: Final = frozenset({"unnest", "only", "lateral"})


def trace_statements(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Add the statements of a connection to the traces of the tasks that run them."""
    if tracing.is_active():
        connection.add_query_logger(_add)


def _add(query: "asyncpg.connection.LoggedQuery") -> None:
    error = query.exception if isinstance(query.exception, Exception) else None
    tracing.add_statement(summary(query.query), query.elapsed, error)


@lru_cache(1024)
def summary(statement: str) -> str:
    """Return the command of a statement and the table that it is about, such as ``SELECT alerts``."""
    plain = _LITERAL_OR_CLAUSE.sub("", statement)
    is_with = plain.lstrip()[:4].upper() == "WITH"
    commands = _COMMAND.findall(plain)
    command = commands[0] if commands else "other"
    if is_with:
        # The parts of WITH come first; what they write says more than what is selected from them.
        command = next((name for name in commands if name != "SELECT"), command)
    for schema_or_table, table in _TABLE.findall(plain):
        name = f"{schema_or_table}.{table}" if table else schema_or_table
        if name not in _NO_TABLE:
            return f"{command} {name}"
    return command
