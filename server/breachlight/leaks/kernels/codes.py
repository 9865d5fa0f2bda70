"""Numbers that kernels use for flags, password types, reasons and fields; a test compares them with the enumerations."""

from typing import Final

# Bits of ``record_schema.FLAG_BITS``.
NO_SECRET: Final = 1 << 0
SHORT_SECRET: Final = 1 << 1
SENTINEL_SECRET: Final = 1 << 2
MASKED_SECRET: Final = 1 << 3
EMAIL_AS_SECRET: Final = 1 << 4
SECRET_IS_LOGIN: Final = 1 << 5
NO_LOGIN: Final = 1 << 6
PLACEHOLDER_LOGIN: Final = 1 << 7
GLUED_LOGIN: Final = 1 << 8
AMBIGUOUS: Final = 1 << 9
REPAIRED: Final = 1 << 10
METADATA_CUT: Final = 1 << 11
DECORATION_CUT: Final = 1 << 12
LINE_CUT: Final = 1 << 13
LEGACY_ENCODING: Final = 1 << 14
MOJIBAKE: Final = 1 << 15
URL_IS_MAIL_DOMAIN: Final = 1 << 16
MENTIONED: Final = 1 << 17
USUAL_ADDRESS: Final = 1 << 30
"""In raw flags only: the login is an email address (``emails.usual_at_sign``), so it isn't judged again."""
USUAL_RECORD: Final = 1 << 29
"""In raw flags only: the reader has judged all fields, and found them of the usual kind (``usual_fields``)."""
USUAL_CAPITALS: Final = 1 << 28
"""In raw flags only: the login of a usual record has capital letters."""
USUAL_ALIAS: Final = 1 << 27
"""In raw flags only: the address of a usual record may be an alias."""
USUAL_BITS: Final = USUAL_ADDRESS | USUAL_RECORD | USUAL_CAPITALS | USUAL_ALIAS

# Positions in ``PasswordType``.
TYPE_NONE: Final = 0
TYPE_PLAIN: Final = 1
TYPE_MYSQL_323: Final = 2
TYPE_MYSQL_41: Final = 3
TYPE_MD5: Final = 4
TYPE_SHA1: Final = 5
TYPE_TIGER_192: Final = 6
TYPE_SHA224: Final = 7
TYPE_SHA256: Final = 8
TYPE_SHA384: Final = 9
TYPE_SHA512: Final = 10
TYPE_MD5_CRYPT: Final = 11
TYPE_BCRYPT: Final = 12
TYPE_SHA256_CRYPT: Final = 13
TYPE_SHA512_CRYPT: Final = 14
TYPE_PHPASS: Final = 15
TYPE_DRUPAL_7: Final = 16
TYPE_ARGON2: Final = 17
TYPE_LDAP: Final = 18
TYPE_PBKDF2: Final = 19
TYPE_SCRYPT: Final = 20
TYPE_MSSQL: Final = 21
JUDGE_BY_SHAPE: Final = 255
"""In ``hash_types``: no column or field name says what the secret is."""

# Positions in ``RejectReason``.
REJECTED_NO_SEPARATOR: Final = 0
REJECTED_NO_LOGIN: Final = 1
REJECTED_URL_WITHOUT_SECRET: Final = 2
REJECTED_NO_URL_OR_LOGIN: Final = 3
REJECTED_PARSER_FAULT: Final = 4
REJECTED_AMBIGUOUS: Final = 5
REJECTED_RAGGED_ROW: Final = 6
REJECTED_BROKEN_QUOTES: Final = 7
REJECTED_TOO_LONG: Final = 8
REJECTED_UNKNOWN_COLUMNS: Final = 9
REJECTED_BROKEN_ENTRY: Final = 10
REJECTED_TOO_DEEP: Final = 11
REJECTED_TOO_MANY_COMBINATIONS: Final = 12

# What reading a line returns: the number of a reason is added to the last two.
RECORD: Final = 0
SKIPPED: Final = 1
REJECTED: Final = 32

# Positions in ``SkipReason``.
SKIPPED_BLANK: Final = 0
SKIPPED_COMMENT: Final = 1
SKIPPED_SECTION: Final = 2
SKIPPED_BANNER: Final = 3
SKIPPED_HEADER: Final = 4
SKIPPED_SEPARATOR: Final = 5
SKIPPED_UNKNOWN_LABEL: Final = 6
SKIPPED_OTHER_TABLE: Final = 7
SKIPPED_STATEMENT: Final = 8
SKIPPED_NO_CREDENTIALS: Final = 9
SKIPPED_PROSE: Final = 10

# Columns of the raw fields of a record.
URL: Final = 0
LOGIN: Final = 1
SECRET: Final = 2
SALT: Final = 3
ALIAS_1: Final = 4
ALIAS_2: Final = 5
ALIAS_3: Final = 6
SOFTWARE: Final = 7
RAW_FIELDS: Final = 8

# Columns of the spans of a parsed record (``parsed.TEXT_COLUMNS``).
SPAN_URL: Final = 0
SPAN_HOST: Final = 1
SPAN_APP: Final = 2
SPAN_USERNAME: Final = 3
SPAN_USERNAME_KEY: Final = 4
SPAN_EMAIL_KEY: Final = 5
SPAN_ALIAS_KEY: Final = 6
SPAN_PASSWORD: Final = 7
SPAN_SOFTWARE: Final = 8
TEXT_SPANS: Final = 9
ALIASES: Final = 3

# Values of the table of names (``words.table_of_names``).
TOP_LEVEL_DOMAIN: Final = 1
GMAIL: Final = 2
YAHOO: Final = 3
FASTMAIL: Final = 4
