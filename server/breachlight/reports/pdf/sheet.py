"""A sheet of paper with a direction: positions are counted from the edge where reading starts, so Arabic is mirrored."""

from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # it has no types
from fpdf import FPDF, ViewerPreferences
from fpdf.enums import XPos, YPos
from fpdf.fonts import TTFFont

from breachlight.reports.pdf.words import Words

Colour: TypeAlias = tuple[int, int, int]

INK: Final[Colour] = (20, 25, 27)
SECONDARY: Final[Colour] = (67, 74, 77)
MUTED: Final[Colour] = (95, 102, 105)
LINE: Final[Colour] = (228, 227, 221)
SUNKEN: Final[Colour] = (247, 247, 244)
ACCENT: Final[Colour] = (10, 122, 75)
STRIP: Final[Colour] = (8, 10, 11)
STRIP_INK: Final[Colour] = (236, 235, 230)
STRIP_MUTED: Final[Colour] = (148, 154, 156)
STRIP_ACCENT: Final[Colour] = (62, 207, 142)
STRIP_BEAM: Final[Colour] = (30, 89, 63)

WIDTH, HEIGHT = 210.0, 297.0
MARGIN: Final = 18.0
CONTENT: Final = WIDTH - 2 * MARGIN
BOTTOM: Final = HEIGHT - 20

_FONTS: Final = Path(__file__).parents[1] / "fonts"
_SANS, _MONO, _ARABIC, _JAPANESE = "inter", "mono", "arabic", "japanese"
_FILES: Final = {
    (_SANS, ""): "inter-400.ttf",
    (_SANS, "B"): "inter-600.ttf",
    (_MONO, ""): "jetbrains-mono-400.ttf",
    (_ARABIC, ""): "noto-sans-arabic-400.ttf",
    (_ARABIC, "B"): "noto-sans-arabic-600.ttf",
    (_JAPANESE, ""): "noto-sans-jp-400.ttf",
}
_MISSING: Final = "\ufffd"
_ELLIPSIS: Final = "…"
_JOINER: Final = 0x34F
"""COMBINING GRAPHEME JOINER: invisible, and ignored by searches."""


@cache
def _coverage(family: str) -> frozenset[int]:
    """Return the characters that a font has."""
    with TTFont(_FONTS / _FILES[family, ""], lazy=True) as font:
        return frozenset(font.getBestCmap())


class Sheet(FPDF):
    """A document on A4 whose text is shaped; ``start`` is the distance from the edge where reading starts."""

    def __init__(self, words: Words, title: str, footer: str, pages_count: int) -> None:
        """Begin a document of a language, with a title and a line at the bottom of each page, which names the number of pages."""
        super().__init__(format="A4")
        self.words = words
        self._footer = footer
        self._pages_count = pages_count
        self._families = {_SANS, _MONO}
        for (family, style), file in _FILES.items():
            if family in self._families:
                self.add_font(family, style, _FONTS / file)
        self._use({"ar": _ARABIC, "ja": _JAPANESE}.get(words.language))
        self.set_auto_page_break(auto=False)
        self.str_alias_nb_pages = ""  # a name may contain the placeholder
        self.c_margin = 0
        self.set_title(title)
        self.set_lang(words.language)
        self.set_creator("Breachlight")
        self.set_author("Breachlight")
        self.viewer_preferences = ViewerPreferences(display_doc_title=True)

    def finished(self) -> bytes:
        """Return the file; nothing can be drawn afterwards."""
        # Letters are drawn as several glyphs, and the first one means the letter. Programs that copy, search or read aloud take the
        # code of a glyph without a meaning for a character.
        for font in self.fonts.values():
            if isinstance(font, TTFFont):
                for glyph, _ in font.subset.items():  # noqa: PERF102 -- it isn't a dictionary
                    if glyph is not None and glyph.unicode == ():
                        glyph.unicode = (_JOINER,)
        return bytes(self.output())

    def close(self) -> None:
        """Close the files of fonts."""
        for font in self.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()

    def footer(self) -> None:
        """Draw the line at the bottom of a page."""
        self.rule(BOTTOM + 4)
        page = self.words.filled("page", page=self.page_no(), pages=self._pages_count)
        self.put(self._footer, 0, BOTTOM + 6, CONTENT - 40, size=7.5, colour=MUTED)
        self.put(page, CONTENT - 40, BOTTOM + 6, 40, size=7.5, colour=MUTED, at_end=True)

    def mark(self, y: float, size: float) -> None:
        """Draw the name mark in the colours of the strip, on its grid of 32."""
        unit, left = size / 32, self.left(0, size)

        def shape(colour: Colour, *points: tuple[float, float]) -> None:
            self.set_fill_color(*colour)
            self.polygon([(left + x * unit, y + at * unit) for x, at in points], style="F")

        shape(STRIP_BEAM, (25, 2), (30, 2), (30, 18), (11, 18))
        shape(STRIP_INK, (2, 2), (22, 2), (18.5, 6), (2, 6))
        shape(STRIP_INK, (2, 10), (15, 10), (11.5, 14), (2, 14))
        shape(STRIP_ACCENT, (2, 18), (30, 18), (30, 22), (2, 22))
        shape(STRIP_INK, (2, 26), (30, 26), (30, 30), (2, 30))

    def put(
        self,
        text: str,
        start: float,
        y: float,
        width: float,
        *,
        size: float = 9,
        colour: Colour = INK,
        is_bold: bool = False,
        is_evidence: bool = False,
        at_end: bool = False,
        is_centred: bool = False,
        height: float = 5,
        least_size: float | None = None,
    ) -> None:
        """Write a line of text, cut where it doesn't fit at ``least_size`` (by default ``size``).

        Evidence is written from left to right in every language.
        """
        self._choose(text, size, is_bold=is_bold, is_evidence=is_evidence)
        if least_size is not None and (needed := self.get_string_width(text)) > width:
            self.set_font_size(max(least_size, size * width / needed - 0.05))
        shown = self._fitted(self._drawable(text, is_evidence=is_evidence), width)
        self.set_text_color(*colour)
        side = "R" if self.words.is_right_to_left is not at_end else "L"
        self.set_xy(self.left(start, width), y)
        self.cell(width, height, shown, align="C" if is_centred else side, new_x=XPos.RIGHT, new_y=YPos.TOP)

    def paragraph(self, text: str, y: float, *, size: float = 9, colour: Colour = SECONDARY) -> float:
        """Write lines of text over the width of the page; return where they end."""
        self._choose(text, size, is_bold=False, is_evidence=False)
        self.set_text_color(*colour)
        self.set_xy(MARGIN, y)
        self.multi_cell(
            CONTENT, 4.6, self._drawable(text, is_evidence=False), align="R" if self.words.is_right_to_left else "L"
        )
        return self.get_y()

    def left(self, start: float, width: float) -> float:
        """Return the left edge of a box that begins so far behind the margin."""
        return WIDTH - MARGIN - start - width if self.words.is_right_to_left else MARGIN + start

    def box(self, start: float, y: float, width: float, height: float, colour: Colour) -> None:
        """Fill a rectangle."""
        self.set_fill_color(*colour)
        self.rect(self.left(start, width), y, width, height, style="F")

    def rule(self, y: float, colour: Colour = LINE) -> None:
        """Draw a line over the width of the page."""
        self.set_draw_color(*colour)
        self.set_line_width(0.2)
        self.line(MARGIN, y, WIDTH - MARGIN, y)

    def _choose(self, text: str, size: float, *, is_bold: bool, is_evidence: bool) -> None:
        letters = {ord(letter) for letter in text}
        for family in (_ARABIC, _JAPANESE):
            if letters - _coverage(_SANS) and letters & _coverage(family):
                self._use(family)
        # There is one weight of Japanese, and figures next to it have the same.
        is_heavy = is_bold and not is_evidence and self.words.language != "ja"
        self.set_font(_MONO if is_evidence else _SANS, "B" if is_heavy else "", size)
        # A name in another script is read in its own direction.
        is_arabic = (
            self.words.is_right_to_left and not is_evidence and bool(letters & _coverage(_ARABIC) - _coverage(_SANS))
        )
        self.set_text_shaping(True, direction="rtl" if is_arabic else "ltr", language=self.words.language)

    def _use(self, family: str | None) -> None:
        """Embed a further font; what a document doesn't need isn't even read."""
        if family is None or family in self._families:
            return
        self._families.add(family)
        for (name, style), file in _FILES.items():
            if name == family:
                self.add_font(name, style, _FONTS / file)
        if family == _JAPANESE:
            self.add_font(_JAPANESE, "B", _FONTS / _FILES[_JAPANESE, ""])
        self.set_fallback_fonts(
            sorted(self._families - {_MONO}, key=(_SANS, _ARABIC, _JAPANESE).index), exact_match=False
        )

    def _drawable(self, text: str, *, is_evidence: bool) -> str:
        families = [*self._families - {_MONO}, *([_MONO] if is_evidence else [])]
        known = frozenset().union(*(_coverage(family) for family in families))
        return "".join(letter if ord(letter) in known else _MISSING for letter in text)

    def _fitted(self, text: str, width: float) -> str:
        if self.get_string_width(text) <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.get_string_width(text[:middle] + _ELLIPSIS) <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + _ELLIPSIS
