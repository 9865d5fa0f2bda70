"""Reading leak files: what a file is, how it is written, and the records in it.

The order of use: ``detect`` the head of a file, feed its chunks through a ``StreamDecoder``, cut the decoded stream at a
``split_point``, and ``parse_part`` each piece; a ``Tally`` of the outcomes adds up to the lines that were read.
"""

from breachlight.leaks.choices import ColumnRole
from breachlight.leaks.formats.batches import parse_part, parts_of, split_point
from breachlight.leaks.formats.decoding import (
    MAXIMUM_LINE_BYTES,
    StreamDecoder,
    StreamEncoding,
    decode_text,
    detect_encoding,
    split_lines,
)
from breachlight.leaks.formats.detection import HEAD_BYTES, Detection, detect
from breachlight.leaks.formats.dialects import (
    ArchiveDialect,
    BlockDialect,
    Dialect,
    JsonDialect,
    LdifDialect,
    LineDialect,
    ProseDialect,
    dump_dialect,
    load_dialect,
)
from breachlight.leaks.formats.kinds import FileKind
from breachlight.leaks.formats.machines import Machine, parse_machine
from breachlight.leaks.formats.options import ReadOptions
from breachlight.leaks.records import (
    Flag,
    PasswordType,
    RejectReason,
    SkipReason,
    Tally,
)

__all__ = [
    "HEAD_BYTES",
    "MAXIMUM_LINE_BYTES",
    "ArchiveDialect",
    "BlockDialect",
    "ColumnRole",
    "Detection",
    "Dialect",
    "FileKind",
    "Flag",
    "JsonDialect",
    "LdifDialect",
    "LineDialect",
    "Machine",
    "PasswordType",
    "ProseDialect",
    "ReadOptions",
    "RejectReason",
    "SkipReason",
    "StreamDecoder",
    "StreamEncoding",
    "Tally",
    "decode_text",
    "detect",
    "detect_encoding",
    "dump_dialect",
    "load_dialect",
    "parse_machine",
    "parse_part",
    "parts_of",
    "split_lines",
    "split_point",
]
