"""Detection of thousands of small label files: files of one shape are detected once."""

from functools import lru_cache
from typing import Final

import numpy as np

from breachlight.leaks.formats import BlockDialect, Detection, ReadOptions, StreamEncoding, detect, detect_encoding
from breachlight.leaks.kernels.line_shapes import find_line_shapes

_MOST_SHAPES: Final = 1000
_MOST_LINES: Final = 32
_LONGEST_LABEL: Final = 40
_LONGEST_LINE: Final = 500
# What may hold credentials on one line is judged by its values.
_CREDENTIALS: Final = (b"@", b"http", b"android", b"/", b"\t", b"|", b";", b",")

_Shape = frozenset[tuple[bytes, bytes]]


class ShapeDetector:
    """Detects files; one whose lines follow each other as in an earlier label file, values aside, is what that was."""

    def __init__(self, options: ReadOptions) -> None:
        self._options = options
        self._known: dict[tuple[str, _Shape, StreamEncoding], Detection] = {}

    def detect(self, head: bytes, name: str) -> Detection:
        """Say what a file is, by its name and its head."""
        shape = _shape(head)
        if shape is None:
            return detect(head, name, self._options)
        key = (name.rpartition("/")[2], shape, detect_encoding(head))
        known = self._known.get(key)
        if known is not None:
            return known
        detection = detect(head, name, self._options)
        is_labelled = isinstance(detection.dialect, BlockDialect) and not detection.dialect.is_unlabelled
        if is_labelled and len(self._known) < _MOST_SHAPES:
            self._known[key] = detection
        return detection


def _shape(head: bytes) -> _Shape | None:
    """Return which lines follow which, without what comes after colons; None if that doesn't say what the file is."""
    if b":" not in head or b"\0" in head:
        return None
    starts, lengths = np.empty(_MOST_LINES, np.int64), np.empty(_MOST_LINES, np.int64)
    follows = np.zeros((_MOST_LINES, _MOST_LINES), np.uint8)
    count = find_line_shapes(np.frombuffer(head, np.uint8), starts, lengths, follows)
    spans = zip(starts[:count].tolist(), lengths[:count].tolist(), strict=True)
    lines = [head[start : start + length] for start, length in spans]
    if count < 0 or not _are_labels(frozenset(lines)):
        return None
    first, second = (positions.tolist() for positions in follows.nonzero())
    return frozenset((lines[one], lines[other]) for one, other in zip(first, second, strict=True))


@lru_cache(maxsize=_MOST_SHAPES)
def _are_labels(lines: frozenset[bytes]) -> bool:
    """Return whether lines without their values are short labels that name no credentials, or lines without a value."""
    for line in lines:
        # A line without a colon is in the shape as it is.
        if not line.endswith(b":"):
            if len(line) > _LONGEST_LINE:
                return False
        elif len(line) > _LONGEST_LABEL or any(mark in line for mark in _CREDENTIALS):
            return False
    return True
