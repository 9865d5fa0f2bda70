"""Detection of thousands of small label files: files of one shape are detected once."""

from typing import Final

import numpy as np

from breachlight.leaks.formats import BlockDialect, Detection, ReadOptions, StreamEncoding, detect, detect_encoding
from breachlight.leaks.kernels.line_shapes import find_line_shapes

_MOST_SHAPES: Final = 1000
_MOST_LINES: Final = 32
# What may hold credentials on one line is judged by its values.
_CREDENTIALS: Final = (b"@", b"http", b"android", b"/", b"\t", b"|", b";", b",")

_Shape = tuple[tuple[bytes, ...], bytes]


class ShapeDetector:
    """Detects files; one whose lines follow each other as in an earlier label file, values aside, is what that was."""

    def __init__(self, options: ReadOptions) -> None:
        self._options = options
        self._known: dict[tuple[str, StreamEncoding, _Shape], Detection] = {}
        self._spans = np.empty((_MOST_LINES, 3), np.int64)
        self._follows = np.zeros((_MOST_LINES, _MOST_LINES), np.uint8)

    def detect(self, head: bytes, name: str) -> Detection:
        """Say what a file is, by its name and its head."""
        shape = self._shape(head)
        if shape is None:
            return detect(head, name, self._options)
        encoding = StreamEncoding.BYTES if head.isascii() else detect_encoding(head)
        key = (name.rpartition("/")[2], encoding, shape)
        known = self._known.get(key)
        if known is not None:
            return known
        detection = detect(head, name, self._options)
        is_labelled = isinstance(detection.dialect, BlockDialect) and not detection.dialect.is_unlabelled
        if is_labelled and len(self._known) < _MOST_SHAPES and _are_labels(shape[0]):
            self._known[key] = detection
        return detection

    def _shape(self, head: bytes) -> _Shape | None:
        """Return lines and which follow which, without what comes after colons; None if that doesn't say what the file is."""
        if b":" not in head or b"\0" in head:
            return None
        count = find_line_shapes(np.frombuffer(head, np.uint8), self._spans, self._follows)
        if count < 0:
            return None
        lines = tuple([head[start:end] for start, end, _ in self._spans[:count].tolist()])
        return lines, self._follows[:count].tobytes()


def _are_labels(lines: tuple[bytes, ...]) -> bool:
    """Return whether lines without their values are labels that name no credentials, or lines without a value."""
    # A line without a colon is in the shape as it is.
    return not any(mark in line for line in lines if line.endswith(b":") for mark in _CREDENTIALS)
