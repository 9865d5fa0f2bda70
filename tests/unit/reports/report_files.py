"""Reports as files, and what a reader finds in one: its texts, glyph by glyph, and where they are."""

import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # it has no types
from pypdf import PdfReader
from pypdf.generic import ContentStream

from breachlight.alerts.playbooks.checklists import Step
from breachlight.leaks.models import LeakKind
from breachlight.reports import service
from breachlight.stats.exposure import SeverityCounts

JOINER = "\u034f"
"""What a glyph means that is a part of a letter only."""


def make_report(names: Sequence[str], organization: str = "Acme Instruments", **changes: Any) -> service.Report:
    """Make a report with these names of people, sites and leaks, and with a different number for each figure."""
    first = datetime(2026, 11, 1, 9, 30, tzinfo=UTC)
    given: dict[str, Any] = {
        "month": "2026-10",
        "is_running": False,
        "created_at": first,
        "is_individual": False,
        "organization": organization,
        "previous_month": "2026-09",
        "next_month": "2026-11",
        "new": service.Breakdown(21_001, SeverityCounts(101, 102, 103, 104, 20_591), service.KindCounts(20_805, 196)),
        "closed": service.Breakdown(1_717, SeverityCounts(111, 112, 113, 114, 1_267), service.KindCounts(1_592, 125)),
        "reopened": 131,
        "open_before": 4_321,
        "open": service.Breakdown(23_736, SeverityCounts(121, 122, 123, 124, 23_246), service.KindCounts(23_601, 135)),
        "trend": [
            service.TrendMonth(f"2026-{month:02}", 540 + month, SeverityCounts(540 + month, 0, 0, 0, 0), 0, 560 + month)
            for month in range(1, 11)
        ],
        "median_seconds": 5 * 86_400,
        "ninetieth_seconds": 17 * 86_400,
        "incidents_opened": 141,
        "incidents_reopened": 142,
        "incidents_closed": 143,
        "resolutions": [service.ResolutionCount(each, 150 + at) for at, each in enumerate(service.RESOLUTIONS)],
        "steps": [service.StepCount(each.value, 170 + at) for at, each in enumerate(Step)],
        "people_total": 2_501,
        "people": [service.RankedPerson("1", name, 311 - at, 201 + at) for at, name in enumerate(names)],
        "sites_total": 2_502,
        "sites": [service.RankedSite(name, 411 - at, 221 + at) for at, name in enumerate(names)],
        "leaks_total": 2_503,
        "leaks": [
            service.RankedLeak("leak", name, LeakKind.COMBOLIST, date(2026, 3, 4), 700_000 + at, 511 - at, 241 + at)
            for at, name in enumerate(names)
        ],
        "is_exact": True,
    }
    return service.Report(**{**given, **changes})


@dataclass
class Block:
    """A text that was drawn at once: what its glyphs mean, from left to right, and from where to where it reaches, in millimetres."""

    glyphs: list[str] = field(default_factory=list)
    left: float = 1_000.0
    right: float = 0.0

    @property
    def text(self) -> str:
        return "".join(self.glyphs)


class _Font:
    """An embedded font: what its codes mean and how wide they are."""

    def __init__(self, font: Any) -> None:
        inner = font["/DescendantFonts"][0].get_object()
        mapping = font["/ToUnicode"].get_data().decode("latin-1")
        self.meaning = {
            int(code, 16): bytes.fromhex(units).decode("utf-16-be")
            for code, units in re.findall(r"^<([0-9A-F]{4})> <([0-9A-F]+)>$", mapping, re.MULTILINE)
        }
        self.widths: dict[int, float] = {}
        entries = iter([each.get_object() for each in inner["/W"]])
        for first in entries:
            last = next(entries)
            if isinstance(last, list):
                self.widths.update({int(first) + at: float(width) for at, width in enumerate(last)})
            else:
                self.widths.update(dict.fromkeys(range(int(first), int(last) + 1), float(next(entries))))
        self.glyph_of = inner["/CIDToGIDMap"].get_object().get_data()
        file = TTFont(io.BytesIO(inner["/FontDescriptor"]["/FontFile2"].get_object().get_data()))
        self.names, self.outlines = file.getGlyphOrder(), file["glyf"]

    def read(self, code: int) -> str:
        """Return what a code means, after seeing that its glyph is one, and visible if it means something visible."""
        glyph = int.from_bytes(self.glyph_of[2 * code : 2 * code + 2], "big")
        meaning = self.meaning[code]
        assert glyph != 0, f"no glyph for {meaning!r}"
        is_visible = any(unicodedata.category(letter)[0] not in "CZ" for letter in meaning)
        assert not is_visible or self.outlines[self.names[glyph]].numberOfContours != 0, (
            f"nothing is drawn for {meaning!r}"
        )
        return meaning


class ReportFile:
    """The pages of a file; every glyph is checked while they are read."""

    def __init__(self, content: bytes) -> None:
        self._reader = PdfReader(io.BytesIO(content))
        self.pages = len(self._reader.pages)
        self.blocks = [block for page in self._reader.pages for block in self._read(page) if block.glyphs]

    def _read(self, page: Any) -> Iterator[Block]:
        fonts = {name: _Font(font.get_object()) for name, font in page["/Resources"]["/Font"].items()}
        kept: list[tuple[_Font, float]] = []
        font, size, x, block = next(iter(fonts.values())), 0.0, 0.0, Block()
        for operands, operator in ContentStream(page.get_contents(), self._reader).operations:
            if operator == b"BT":
                block = Block()
            elif operator == b"q":
                kept.append((font, size))
            elif operator == b"Q":
                font, size = kept.pop()
            elif operator == b"Tf":
                font, size = fonts[operands[0]], float(operands[1])
            elif operator in {b"Td", b"Tm"}:
                x = float(operands[-2])
            elif operator == b"Tj":
                written = operands[0].original_bytes
                for code in (int.from_bytes(written[at : at + 2], "big") for at in range(0, len(written), 2)):
                    block.glyphs.append(font.read(code))
                    block.left = min(block.left, x / 72 * 25.4)
                    x += font.widths.get(code, 1_000.0) * size / 1_000
                    block.right = max(block.right, x / 72 * 25.4)
            elif operator == b"ET":
                yield block

    def says(self, text: str) -> bool:
        """Return whether a text was drawn at once, in whichever direction; what is between words doesn't count."""
        return _letters(text) in {_letters(block.text) for block in self.blocks}

    def has_line(self, text: str) -> bool:
        """Return whether a text was drawn in the order of its letters."""
        return text in {block.text.strip() for block in self.blocks}


def _letters(text: str) -> str:
    return "".join(sorted(letter for letter in text if not letter.isspace() and letter != JOINER))
