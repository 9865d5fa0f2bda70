"""The lines at the beginning of a file, with their labels as compiled code finds them (leak-formats §3 and §4)."""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from breachlight.leaks.formats.dialects import VOTING_LINES
from breachlight.leaks.formats.labels import LABEL_KINDS, LABEL_WORDS, LabelKind
from breachlight.leaks.formats.urls import is_email_field, scheme_end


class Label(NamedTuple):
    """What a line begins with: the label in lower case without spaces, hyphens and underscores."""

    kind: LabelKind
    word: str


_LABELS: Final = tuple(map(Label, LABEL_KINDS, LABEL_WORDS))


@dataclass(frozen=True, slots=True)
class HeadLine:
    """A trimmed line; a rule only draws a line."""

    text: str
    label: Label | None
    is_rule: bool

    @property
    def is_credential(self) -> bool:
        """Whether it starts like a one-line record."""
        return self.label is None and is_credential(self.text)


def head_lines(decoded: bytes) -> list[HeadLine]:
    """Return the first lines of a decoded stream: up to ``VOTING_LINES`` that aren't empty, and those between them."""
    from breachlight.leaks.formats.blocks import scan  # loads compiled code
    from breachlight.leaks.kernels.labels import BLANK, END, LABEL, RULE, START

    scanned = scan([decoded], has_labels=True)
    shown = np.flatnonzero(scanned.lines[:, LABEL] != BLANK)[:VOTING_LINES]
    rows = scanned.lines[: shown[-1] + 1 if len(shown) else 0, [START, END, LABEL]]
    text = scanned.text.tobytes()
    return [
        HeadLine(text[start:end].decode("utf-8", "replace"), _LABELS[number] if number >= 0 else None, number == RULE)
        for start, end, number in rows.tolist()
    ]


def is_credential(text: str) -> bool:
    """Return whether a line without a label starts like a one-line record."""
    start = scheme_end(text)
    return text.find(":", start) > 0 if start else ":" in text and is_email_field(text.partition(":")[0].strip())
