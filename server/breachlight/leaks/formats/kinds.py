"""Kinds of leak files and the sentence that refuses each kind that can't be read."""

from enum import StrEnum
from typing import Final


class FileKind(StrEnum):
    """What a file contains."""

    LINES = "lines"
    BLOCKS = "blocks"
    MACHINE = "machine"
    COOKIES = "cookies"
    TABLE = "table"
    SQL = "sql"
    JSON = "json"
    LDIF = "ldif"
    PROSE = "prose"
    MARKUP = "markup"
    SPREADSHEET = "spreadsheet"
    DATABASE = "database"
    ARCHIVE = "archive"
    BINARY = "binary"
    EMPTY = "empty"


REFUSALS: Final = {
    FileKind.MACHINE: "this is the system file of a stealer log and holds no credentials: ingest the machine's folder",
    FileKind.COOKIES: "this is a list of browser cookies and holds no credentials",
    FileKind.TABLE: "this is a table without columns of logins and passwords",
    FileKind.SQL: "this is an SQL dump without a table of logins",
    FileKind.JSON: "this JSON has no email addresses or credentials",
    FileKind.MARKUP: "this is XML or HTML: export its content as CSV, SQL or JSON and ingest that",
    FileKind.DATABASE: "this is a database: export its tables as SQL and ingest that",
    FileKind.ARCHIVE: "this is a packed document or program: export its text and ingest that",
    FileKind.BINARY: "this is a binary file, not text",
    FileKind.EMPTY: "this file is empty",
}
"""Why a file of a kind is not read and what to do: a sentence without its full stop."""
