"""Drawings of numbers, as vectors: the trend of twelve months, its legend, and shares."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from breachlight.reports.pdf import sheet as paper
from breachlight.reports.pdf.sheet import CONTENT, Colour, Sheet

LEVELS: Final = ("info", "low", "medium", "high", "critical")
_COLOURS: Final[dict[str, Colour]] = {
    "info": (201, 205, 203),
    "low": (128, 178, 218),
    "medium": (231, 184, 75),
    "high": (226, 112, 42),
    "critical": (163, 19, 42),
}
_HEIGHT: Final = 44.0
_AXIS: Final = 14.0
_STEPS: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Bar:
    """A month of the trend: new detections from info to critical, and those open at its end."""

    label: str
    levels: list[int]
    opened: int


def nice_top(most: int) -> int:
    """Return a round number that is no smaller: the top of an axis."""
    power = 1
    while True:
        for step in _STEPS:
            if step * power >= most:
                return max(step * power, 4)
        power *= 10


def draw_legend(sheet: Sheet, y: float, severities: Sequence[tuple[str, str]], line: str) -> None:
    """Draw what the colours mean; the names are next to them."""
    start = 0.0
    for level, name in severities:
        sheet.box(start, y + 1.1, 2.8, 2.8, _COLOURS[level])
        sheet.put(name, start + 4, y, 26, size=7.5, colour=paper.SECONDARY)
        start += 25
    sheet.box(start, y + 2.2, 5, 0.7, paper.INK)
    sheet.put(line, start + 7, y, CONTENT - start - 7, size=7.5, colour=paper.SECONDARY)


def draw_trend(sheet: Sheet, y: float, bars: Sequence[Bar], rows: tuple[str, str]) -> float:
    """Draw stacked bars, a line for what is open, and the figures of both below; return where it ends."""
    words = sheet.words
    top = nice_top(max(*(max(sum(bar.levels), bar.opened) for bar in bars), 1))
    bottom, step = y + _HEIGHT, (CONTENT - _AXIS) / len(bars)
    for quarter in range(5):
        at = bottom - _HEIGHT * quarter / 4
        sheet.set_draw_color(*paper.LINE)
        sheet.set_line_width(0.2)
        sheet.line(sheet.left(_AXIS, CONTENT - _AXIS), at, sheet.left(_AXIS, CONTENT - _AXIS) + CONTENT - _AXIS, at)
        if top * quarter % 4 == 0:
            sheet.put(words.number(top * quarter // 4), 0, at - 2.5, _AXIS - 2, size=7, colour=paper.MUTED, at_end=True)
    points = []
    for number, bar in enumerate(bars):
        start, width, at = _AXIS + number * step + step * 0.22, step * 0.56, bottom
        for level, count in zip(LEVELS, bar.levels, strict=True):
            height = _HEIGHT * count / top
            at -= height
            if count:
                sheet.box(start, at, width, height, _COLOURS[level])
        points.append((sheet.left(start, width) + width / 2, bottom - _HEIGHT * max(bar.opened, 0) / top))
        sheet.put(bar.label, _AXIS + number * step, bottom + 1, step, size=7, colour=paper.MUTED, is_centred=True)
    sheet.set_draw_color(*paper.INK)
    sheet.set_line_width(0.5)
    sheet.polyline(points)
    sheet.set_fill_color(*paper.INK)
    for x, at in points:
        sheet.circle(x, at, 0.8, style="F")
    y = bottom + 7
    for row, name in enumerate(rows):
        sheet.put(name, 0, y + row * 8, CONTENT, size=7, colour=paper.MUTED)
        for number, bar in enumerate(bars):
            value = bar.opened if row else sum(bar.levels)
            sheet.put(words.number(value), _AXIS + number * step, y + row * 8 + 3.4, step, size=7.5, is_centred=True)
    return y + 16


def draw_share(sheet: Sheet, y: float, width: float, height: float, share: float) -> None:
    """Draw a bar behind a name."""
    sheet.box(0, y, max(width * share, 0.6), height, (226, 243, 233))
