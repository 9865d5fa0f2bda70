"""What a parser hands back: records, and a counted reason for every line that became none."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

SAMPLE_OFFSETS: Final = 20
"""How many offsets of rejected lines a tally keeps, never their contents."""


class Flag(StrEnum):
    """Something odd about a record that a reader may want to know; none of them drops the record."""

    NO_SECRET = "no-secret"  # noqa: S105 (the name of a flag)
    SHORT_SECRET = "short-secret"  # noqa: S105 (the name of a flag)
    SENTINEL_SECRET = "sentinel-secret"  # noqa: S105 (the name of a flag)
    MASKED_SECRET = "masked-secret"  # noqa: S105 (the name of a flag)
    EMAIL_AS_SECRET = "email-as-secret"  # noqa: S105 (the name of a flag)
    SECRET_IS_LOGIN = "secret-is-login"  # noqa: S105 (the name of a flag)
    NO_LOGIN = "no-login"
    PLACEHOLDER_LOGIN = "placeholder-login"
    GLUED_LOGIN = "glued-login"
    AMBIGUOUS = "ambiguous"
    REPAIRED = "repaired"
    METADATA_CUT = "metadata-cut"
    DECORATION_CUT = "decoration-cut"
    LINE_CUT = "line-cut"
    LEGACY_ENCODING = "legacy-encoding"
    MOJIBAKE = "mojibake"
    URL_IS_MAIL_DOMAIN = "url-is-mail-domain"
    MENTIONED = "mentioned"


class PasswordType(StrEnum):
    """The shape of a secret: absent, plain text, or the guessed kind of hash."""

    NONE = "none"
    PLAIN = "plain"
    MYSQL_323 = "mysql323"
    MYSQL_41 = "mysql41"
    MD5 = "md5"
    SHA1 = "sha1"
    TIGER_192 = "tiger192"
    SHA224 = "sha224"
    SHA256 = "sha256"
    SHA384 = "sha384"
    SHA512 = "sha512"
    MD5_CRYPT = "md5crypt"
    BCRYPT = "bcrypt"
    SHA256_CRYPT = "sha256crypt"
    SHA512_CRYPT = "sha512crypt"
    PHPASS = "phpass"
    DRUPAL_7 = "drupal7"
    ARGON2 = "argon2"
    LDAP = "ldap"
    PBKDF2 = "pbkdf2"
    SCRYPT = "scrypt"
    MSSQL = "mssql"


class SkipReason(StrEnum):
    """Why a line was expected to carry nothing."""

    BLANK = "blank"
    COMMENT = "comment"
    SECTION = "section"
    BANNER = "banner"
    HEADER = "header"
    SEPARATOR = "separator"
    UNKNOWN_LABEL = "unknown-label"
    OTHER_TABLE = "other-table"
    STATEMENT = "statement"
    NO_CREDENTIALS = "no-credentials"
    PROSE = "prose"


class RejectReason(StrEnum):
    """Why a line that looked like data gave no record."""

    NO_SEPARATOR = "no-separator"
    NO_LOGIN = "no-login"
    URL_WITHOUT_SECRET = "url-without-secret"  # noqa: S105 (the name of a reason)
    NO_URL_OR_LOGIN = "no-url-or-login"
    PARSER_FAULT = "parser-fault"
    AMBIGUOUS = "ambiguous"
    RAGGED_ROW = "ragged-row"
    BROKEN_QUOTES = "broken-quotes"
    TOO_LONG = "too-long"
    UNKNOWN_COLUMNS = "unknown-columns"
    BROKEN_ENTRY = "broken-entry"
    TOO_DEEP = "too-deep"
    TOO_MANY_COMBINATIONS = "too-many-combinations"


@dataclass(slots=True)
class Tally:
    """Counts of a file or batch that add up: every line is in a record, skipped or rejected (leak-formats §8).

    ``erased`` records aren't stored, because their mailbox is opted out.
    """

    lines: int = 0
    records: int = 0
    record_lines: int = 0
    legacy_encoded: int = 0
    cut_lines: int = 0
    erased: int = 0
    skipped: Counter[SkipReason] = field(default_factory=Counter)
    rejected: Counter[RejectReason] = field(default_factory=Counter)
    rejected_offsets: list[int] = field(default_factory=list)

    def merge(self, other: "Tally") -> None:
        """Add the counts of another part or batch."""
        self.lines += other.lines
        self.records += other.records
        self.record_lines += other.record_lines
        self.legacy_encoded += other.legacy_encoded
        self.cut_lines += other.cut_lines
        self.erased += other.erased
        self.skipped.update(other.skipped)
        self.rejected.update(other.rejected)
        self.rejected_offsets = sorted(self.rejected_offsets + other.rejected_offsets)[:SAMPLE_OFFSETS]
