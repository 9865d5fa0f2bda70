"""The reference reader of label blocks: the password files of stealers (leak-formats §4).

A label counts at the start of a line only, its value is the text after the first colon. A repeated label, or a URL or
opening software label after a password, starts a new record; a rule, a blank line (where the file writes so), a new record
or the end of the file ends one. A broken block never loses its neighbours.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from breachlight.leaks.formats.decoding import MAXIMUM_LINE_BYTES, decode_line
from breachlight.leaks.formats.dialects import BlockDialect
from breachlight.leaks.formats.fields import is_email_field
from breachlight.leaks.formats.labels import Label, LabelKind, is_rule, label_of, section_of
from breachlight.leaks.formats.urls import is_android
from breachlight.leaks.formats.values import make_record
from breachlight.leaks.records import (
    NO_FLAGS,
    Flag,
    Outcome,
    Rejected,
    RejectReason,
    Skipped,
    SkipReason,
)

MAXIMUM_BLOCK_LINES: Final = 256
MAXIMUM_BLOCK_BYTES: Final = 1 << 20
"""A record whose lines span more than this is closed, so that no file can keep one open for ever."""

_BARE_LABELS: Final = (LabelKind.URL, LabelKind.LOGIN, LabelKind.PASSWORD)


def parse_blocks(lines: Iterable[tuple[int, bytes]], dialect: BlockDialect) -> Iterator[Outcome]:
    """The outcome of each block and of each line between blocks. Never raises, works in linear time.

    ``lines`` are all lines of a batch with their offsets in the decoded stream; a batch ends at a record boundary
    (``batches.split_point``) or at the end of the file.
    """
    reader = BlockReader(dialect)
    for offset, line in lines:
        yield from reader.feed(offset, line)
    yield from reader.finish()


class BlockReader:
    """The block machine: takes one line after the other and hands out what is finished."""

    def __init__(self, dialect: BlockDialect) -> None:
        """Start between two records."""
        self._dialect = dialect
        self._start: int | None = None
        self._end = 0
        self._span = 0
        self._lines = 0
        self._values: dict[LabelKind, str] = {}
        self._words: set[str] = set()
        self._aliases: list[str] = []
        self._flags: frozenset[Flag] = NO_FLAGS

    @property
    def record_start(self) -> int | None:
        """Offset of the first line of the record that is still open, None between two records."""
        return self._start

    def feed(self, offset: int, line: bytes) -> list[Outcome]:
        """Take the next line; the outcomes that are finished with it."""
        flags = NO_FLAGS
        if len(line) > MAXIMUM_LINE_BYTES:
            line = line[:MAXIMUM_LINE_BYTES]
            flags = frozenset({Flag.LINE_CUT})
        try:
            text, is_legacy = decode_line(line)
            if is_legacy:
                flags |= {Flag.LEGACY_ENCODING}
            return self._take(offset, text, len(line), flags)
        # One poison line must not end a file; the count shows it.
        except Exception:
            return [Rejected(offset, RejectReason.PARSER_FAULT, flags=flags)]

    def finish(self) -> list[Outcome]:
        """Close the record that is still open."""
        if self._start is None:
            return []
        outcome = self._close(self._start)
        self._start = None
        self._values, self._words, self._aliases = {}, set(), []
        self._span = self._lines = 0
        self._flags = NO_FLAGS
        return [outcome]

    def _take(self, offset: int, text: str, size: int, flags: frozenset[Flag]) -> list[Outcome]:
        self._span += 1
        start = offset if self._start is None else self._start
        is_endless = self._span > MAXIMUM_BLOCK_LINES or offset + size - start > MAXIMUM_BLOCK_BYTES
        finished = self.finish() if is_endless else []
        if not text:
            return [*finished, *self._separate(self._dialect.blank_separates, offset, SkipReason.BLANK, flags)]
        if is_rule(text) and not self._continues_password(text):
            return [*finished, *self._separate(True, offset, SkipReason.SEPARATOR, flags)]
        label = self._bare_label(text) if self._dialect.is_unlabelled else label_of(text) or section_of(text)
        if label is None:
            if self._continues_password(text):
                self._values[LabelKind.PASSWORD] += text
                self._lines += 1
                self._flags |= flags
                return finished
            reason = SkipReason.UNKNOWN_LABEL if self._start is not None and ":" in text else SkipReason.BANNER
            return [*finished, Skipped(offset, reason, flags=flags)]
        if self._opens_record(label):
            finished += self.finish()
        if self._start is None:
            self._start = offset
            self._span = 1
        if not self._set(label):
            return [*finished, Skipped(offset, SkipReason.UNKNOWN_LABEL, flags=flags)]
        self._lines += 1
        self._flags |= flags
        return finished

    def _separate(self, ends: bool, offset: int, reason: SkipReason, flags: frozenset[Flag]) -> list[Outcome]:
        return [*(self.finish() if ends else ()), Skipped(offset, reason, flags=flags)]

    def _bare_label(self, text: str) -> Label | None:
        index = len(self._words)
        return Label(_BARE_LABELS[index], _BARE_LABELS[index].value, text) if index < len(_BARE_LABELS) else None

    def _opens_record(self, label: Label) -> bool:
        if label.word in self._words:
            return True
        opens = label.kind is LabelKind.URL or label.kind is self._dialect.opens_with
        return opens and LabelKind.PASSWORD in self._values

    def _set(self, label: Label) -> bool:
        """Put a value into the open record; whether the record took it."""
        present = self._values.get(label.kind)
        if present is None or not present:
            self._values[label.kind] = label.value
        elif label.kind is LabelKind.LOGIN:
            first, other = present, label.value
            if is_email_field(other) and not is_email_field(first):
                first, other = other, first
            self._values[LabelKind.LOGIN] = first
            if other:
                self._aliases.append(other)
        else:
            return False
        self._words.add(label.word)
        return True

    def _continues_password(self, text: str) -> bool:
        """Passwords of Android entries may run over several lines."""
        password = self._values.get(LabelKind.PASSWORD)
        return (
            password is not None
            and not self._dialect.is_unlabelled
            and LabelKind.SOFTWARE not in self._values
            and is_android(self._values.get(LabelKind.URL, ""))
            and not any(character in ": \t" for character in text)
            and not is_rule(text)
            and len(password) + len(text) <= MAXIMUM_LINE_BYTES
        )

    def _close(self, start: int) -> Outcome:
        values = self._values
        url, login = values.get(LabelKind.URL, ""), values.get(LabelKind.LOGIN, "")
        lines = self._lines
        if not url and not login:
            return Rejected(start, RejectReason.NO_URL_OR_LOGIN, lines, self._flags)
        software = f"{values.get(LabelKind.SOFTWARE, '')} {values.get(LabelKind.PROFILE, '')}".strip()
        record = make_record(
            start,
            url or None,
            login,
            values.get(LabelKind.PASSWORD, ""),
            aliases=tuple(self._aliases),
            flags=self._flags,
            software=software or None,
            lines=lines,
        )
        if record.url is None and record.username is None:
            return Rejected(start, RejectReason.NO_URL_OR_LOGIN, lines, self._flags)
        return record
