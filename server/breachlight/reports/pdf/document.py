"""The file of a report: what is in it and where."""

from collections.abc import Sequence
from contextlib import closing
from datetime import datetime, time
from typing import Final

from breachlight.alerts.playbooks.checklists import Step
from breachlight.alerts.playbooks.texts import StepSentence
from breachlight.reports.months import Month
from breachlight.reports.pdf import sheet as paper
from breachlight.reports.pdf.charts import LEVELS, Bar, draw_legend, draw_share, draw_trend
from breachlight.reports.pdf.sheet import CONTENT, MARGIN, Sheet
from breachlight.reports.pdf.words import Words, clean
from breachlight.reports.service import Report

_STRIP_HEIGHT: Final = 74.0
_FIGURES: Final = 4
_ROW: Final = 6.2
_GAP: Final = 7.5
_HALF: Final = (CONTENT - 10) / 2
_LEAST_SIZE: Final = 6.5


def write_file(report: Report, language: str) -> bytes:
    """Return a report as a PDF file in a language; takes some tenths of a second of processor time."""
    # The number of pages is known only at the end, and a placeholder for it can't be shaped.
    with closing(_Document(report, language, pages=1).sheet) as counted:
        pages = len(counted.pages)
    with closing(_Document(report, language, pages).sheet) as sheet:
        return sheet.finished()


class _Document:
    """A report while it is drawn from top to bottom."""

    def __init__(self, report: Report, language: str, pages: int) -> None:
        self._report = report
        self._words = words = Words(language)
        month = Month.parse(report.month)
        assert month is not None
        self._month = words.month(month)
        owner = clean(report.organization)
        title = f"{words['title']} – {self._month}"
        footer = " · ".join(part for part in (owner[:40], self._created()) if part)
        self.sheet = Sheet(words, title, footer, pages)
        self.sheet.add_page()
        self._y = 0.0
        self._strip(owner)
        self._trend()
        self._breakdowns()
        self._incidents()
        self._rankings()
        if not report.is_exact:
            self._y = self.sheet.paragraph(words["inexact"], self._room(10), size=8)

    def _created(self) -> str:
        at = self._report.created_at
        return self._words.filled("created", day=self._words.day(at), time=f"{at:%H:%M}")

    def _room(self, height: float) -> float:
        """Return where a block of a height can begin, on this page or the next."""
        if self._y + height > paper.BOTTOM:
            self.sheet.add_page()
            self._y = MARGIN
        return self._y

    def _strip(self, owner: str) -> None:
        """Draw the dark strip with the name mark, the month and the key figures."""
        sheet, words, report = self.sheet, self._words, self._report
        sheet.set_fill_color(*paper.STRIP)
        sheet.rect(0, 0, paper.WIDTH, _STRIP_HEIGHT, style="F")
        sheet.mark(12, 9)
        sheet.put("Breachlight", 11, 12, 60, size=12, colour=paper.STRIP_INK, is_bold=True, height=8)
        sheet.put(owner, CONTENT - 90, 12, 90, size=10, colour=paper.STRIP_MUTED, at_end=True, height=8)
        month = words.filled("so_far", month=self._month) if report.is_running else self._month
        sheet.start_section(words["title"])
        sheet.put(words["title"], 0, 27, CONTENT, size=10, colour=paper.STRIP_ACCENT)
        sheet.put(month, 0, 32, CONTENT, size=22, colour=paper.STRIP_INK, is_bold=True, height=11)
        figures = (
            (words["new"], words.number(report.new.total)),
            (words["closed"], words.number(report.closed.total)),
            (words["open_now" if report.is_running else "open"], words.number(report.open.total)),
            (words["median"], words.duration(report.median_seconds)),
        )
        width = CONTENT / _FIGURES
        for number, (label, value) in enumerate(figures):
            sheet.put(value, number * width, 51, width - 4, size=17, colour=paper.STRIP_INK, is_bold=True, height=9)
            sheet.put(label, number * width, 60, width - 4, size=7.5, colour=paper.STRIP_MUTED)
        self._y = _STRIP_HEIGHT + 8

    def _heading(self, text: str, height: float, start: float = 0, width: float = CONTENT) -> float:
        """Draw the heading of a section with room for what follows; return where that begins."""
        y = self._room(height + 8)
        if start == 0:
            self.sheet.start_section(text, level=1)
        self.sheet.put(text, start, y, width, size=12, is_bold=True, height=6)
        return y + 8

    def _trend(self) -> None:
        words, report = self._words, self._report
        y = self._heading(words["trend"], 84)
        y = self.sheet.paragraph(words["trend_note"], y - 1, size=8.5) + 2
        draw_legend(self.sheet, y, [*words.among("severities").items()], words["open"])
        bars = []
        for each in report.trend:
            month = Month.parse(each.month)
            assert month is not None
            levels = [getattr(each.new_by_severity, level) for level in LEVELS]
            bars.append(Bar(words.month(month, is_short=True), levels, each.open_detections))
        self._y = draw_trend(self.sheet, y + 7, bars, (words["new"], words["open"])) + _GAP

    def _breakdowns(self) -> None:
        words, report = self._words, self._report
        columns = (words["new"], words["closed"], words["open_now" if report.is_running else "open"])
        parts = (report.new, report.closed, report.open)
        levels = words.among("severities")
        rows = [
            (levels[level], *(words.number(getattr(part.by_severity, level)) for part in parts))
            for level in reversed(LEVELS)
        ]
        kinds = [
            (words[kind], *(words.number(getattr(part.by_kind, kind)) for part in parts))
            for kind in ("workforce", "portals")
        ]
        y = self._room((len(rows) + len(kinds) + 3) * _ROW + 2 * _GAP)
        y = self._table(words["severity"], columns, rows, y)
        y = self._table(words["kinds"], columns, kinds, y + 4)
        y = self._pairs(
            0,
            y + 4,
            CONTENT,
            [
                (words["open_before"], words.number(report.open_before)),
                (words["reopened"], words.number(report.reopened)),
            ],
        )
        self._y = y + _GAP

    def _incidents(self) -> None:
        words, report = self._words, self._report
        height = 9 + _ROW * (5 + max(len(report.resolutions), len(report.steps), 1) + 2)
        y = self._heading(words["incidents"], height)
        y = self._pairs(
            0,
            y,
            CONTENT,
            [
                (words["opened_incidents"], words.number(report.incidents_opened)),
                (words["reopened_incidents"], words.number(report.incidents_reopened)),
                (words["closed_incidents"], words.number(report.incidents_closed)),
                (words["median"], words.duration(report.median_seconds)),
                (words["ninetieth"], words.duration(report.ninetieth_seconds)),
            ],
        )
        y += 5
        reasons = words.among("reasons")
        resolutions = [(reasons[each.resolution], words.number(each.incidents)) for each in report.resolutions]
        steps = [
            (StepSentence.of(Step(each.step), "title").in_language(words.language), words.number(each.incidents))
            for each in report.steps
        ]
        sides = ((0.0, words["resolutions"], resolutions), (_HALF + 10, words["steps"], steps))
        ends = []
        for start, title, rows in sides:
            self.sheet.put(title, start, y, _HALF, size=10, is_bold=True)
            ends.append(self._pairs(start, y + 6.5, _HALF, rows or [(words["none"], "")]))
        self._y = max(ends) + _GAP

    def _rankings(self) -> None:
        words, report = self._words, self._report
        columns = (words["detections"], words["still_open"])
        people = [(each.email, each.detections, each.still_open) for each in report.people]
        sites = [(each.site, each.detections, each.still_open) for each in report.sites]
        title = words["addresses" if report.is_individual else "people"]
        self._ranking(title, report.people_total, columns, people)
        self._ranking(words["sites"], report.sites_total, columns, sites)
        y = self._heading(
            self._counted(words["leaks"], len(report.leaks), report.leaks_total), _ROW * (len(report.leaks) + 2)
        )
        rows = []
        for leak in report.leaks:
            written = leak.breach_date and words.day(datetime.combine(leak.breach_date, time.min))
            rows.append(
                (
                    clean(leak.title),
                    written or words["undated"],
                    words.number(leak.records),
                    words.number(leak.detections),
                    words.share(leak.detections, leak.records),
                )
            )
        self._y = self._table(
            "", (words["breach_date"], words["records"], words["detections"], words["share"]), rows, y, first=0.36
        )

    def _counted(self, title: str, shown: int, total: int) -> str:
        words = self._words
        if shown >= total:
            return title
        return f"{title} ({words.filled('shown_of', shown=words.number(shown), total=words.number(total))})"

    def _ranking(self, title: str, total: int, columns: Sequence[str], rows: Sequence[tuple[str, int, int]]) -> None:
        """Draw names with a bar for their share of the first one's detections."""
        words = self._words
        y = self._heading(self._counted(title, len(rows), total), _ROW * (len(rows) + 2))
        most = max((count for _, count, _ in rows), default=0)
        written = [(clean(name), words.number(count), words.number(still)) for name, count, still in rows]
        self._y = self._table(
            "",
            columns,
            written,
            y,
            first=0.62,
            is_evidence=True,
            bars=[count / most for _, count, _ in rows] if most else [],
        )
        self._y += _GAP

    def _table(
        self,
        title: str,
        columns: Sequence[str],
        rows: Sequence[Sequence[str]],
        y: float,
        *,
        first: float = 0.4,
        is_evidence: bool = False,
        bars: Sequence[float] = (),
    ) -> float:
        """Draw rows with a name and figures; a table that doesn't fit continues on the next page."""
        sheet = self.sheet
        if not rows:
            sheet.put(self._words["none"], 0, y, CONTENT, colour=paper.MUTED)
            return y + _ROW
        name_width = CONTENT * first
        width = (CONTENT - name_width) / len(columns)

        def head(at: float) -> float:
            sheet.put(title, 0, at, name_width - 3, size=7.5, colour=paper.MUTED)
            for number, column in enumerate(columns):
                sheet.put(
                    column, name_width + number * width + 2, at, width - 2, size=7.5, colour=paper.MUTED, at_end=True
                )
            sheet.rule(at + 5.5, paper.MUTED)
            return at + _ROW

        y = head(y)
        for number, (name, *values) in enumerate(rows):
            self._y = y
            if self._room(_ROW) != y:
                y = head(self._y)
            if bars:
                draw_share(sheet, y + 0.4, name_width - 3, _ROW - 1.4, bars[number])
            inset = 2 if bars else 0
            sheet.put(
                name, inset, y + 0.3, name_width - 3 - inset, is_evidence=is_evidence, size=8 if is_evidence else 9
            )
            for column, value in enumerate(values):
                sheet.put(value, name_width + column * width + 2, y + 0.3, width - 2, at_end=True)
            sheet.rule(y + _ROW - 0.4)
            y += _ROW
        return y

    def _pairs(self, start: float, y: float, width: float, rows: Sequence[tuple[str, str]]) -> float:
        """Draw facts, a name and a value a line."""
        for name, value in rows:
            value_width = width * (0.14 if width < CONTENT else 0.4)
            self.sheet.put(name, start, y, width - value_width - 2, colour=paper.SECONDARY, least_size=_LEAST_SIZE)
            self.sheet.put(value, start + width - value_width, y, value_width, at_end=True, is_bold=True)
            self.sheet.box(start, y + _ROW - 0.8, width, 0.2, paper.LINE)
            y += _ROW
        return y
