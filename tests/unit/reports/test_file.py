"""Reports as PDF files in all languages: every name, title and figure is in them, and hostile names break nothing."""

import json
from pathlib import Path

import pytest
from babel.numbers import format_decimal

from breachlight.alerts.playbooks.checklists import Step
from breachlight.alerts.playbooks.texts import StepSentence
from breachlight.kit.messages.catalogues import LANGUAGES
from breachlight.reports import pdf
from breachlight.reports.pdf.document import write_file
from breachlight.reports.pdf.words import Words

from .report_files import JOINER, ReportFile, make_report

NAMES = ("jane@acme.example", "Überlingen-Försterei.example", "Смоленск.example", "漏えい情報.example", "بيانات مسرّبة")
MARGIN, RIGHT_EDGE = 18.0, 192.0
FIGURES = [21_001, 101, 102, 103, 104, 20_591, 20_805, 196, 1_717, 111, 112, 113, 114, 1_267, 1_592, 125, 131, 4_321]
FIGURES += [
    23_736,
    121,
    122,
    123,
    124,
    23_246,
    23_601,
    135,
    141,
    142,
    143,
    *range(150, 157),
    *range(170, 170 + len(Step)),
]
FIGURES += [*range(541, 551), *range(561, 571), *range(307, 312), *range(201, 206), *range(407, 412), *range(221, 226)]
FIGURES += [*range(700_000, 700_005), *range(507, 512)]
HOSTILE = (
    "\u202egnp.exe\u2066\u200f",
    "zero\u200bwidth\u200d\ufeffname\u00ad",
    "W" * 20_000,
    "🧨🦊 fox.example 👩‍👩‍👧",
    "<script>alert(1)</script><b>&amp;",
    "line\r\nbreak\ttab\0null\x1b[31m",
    "z" + "\u0301\u0489" * 500 + "algo",
    "**bold** __under__ --strike-- {nb}",
    "\ud800 surrogate",
    "",
)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_file_has_every_name_title_and_figure_in_its_language(language: str) -> None:
    words = Words(language)
    file = ReportFile(write_file(make_report(NAMES), language))
    assert [value for value in FIGURES if not file.says(_number(value, language))] == []
    assert [name for name in NAMES if not file.says(name)] == []
    titles = ["title", "trend", "severity", "kinds", "incidents", "resolutions", "steps", "new", "closed", "open"]
    titles += ["workforce", "portals", "open_before", "reopened", "median", "ninetieth", "detections", "still_open"]
    assert [name for name in titles if not file.says(words[name])] == []
    for group in ("severities", "reasons"):
        assert [text for text in words.among(group).values() if not file.says(text)] == []
    steps = [StepSentence.of(step, "title").in_language(language) for step in Step]
    assert [step for step in steps if not file.says(step)] == []
    for title, total in (("people", 2_501), ("sites", 2_502), ("leaks", 2_503)):
        shown = words.filled("shown_of", shown=words.number(len(NAMES)), total=words.number(total))
        assert file.says(f"{words[title]} ({shown})")
    assert "\ufffd" not in "".join(block.text for block in file.blocks)
    assert file.has_line("Breachlight")
    if not words.is_right_to_left:
        assert file.has_line(words["title"])
    assert [block.text for block in file.blocks if not _is_within_margins(block.left, block.right)] == []


@pytest.mark.parametrize("language", ["en", "ar", "ja"])
def test_hostile_names_break_neither_the_layout_nor_the_file(language: str) -> None:
    plain = ReportFile(write_file(make_report([f"name-{number}.example" for number in range(10)]), language))
    file = ReportFile(write_file(make_report(HOSTILE, organization="\u202e" + "M" * 5_000 + "🧨"), language))
    assert file.pages == plain.pages
    assert len(file.blocks) >= len(plain.blocks) - 3 * HOSTILE.count("")
    for text in ("gnp.exe", "zerowidthname", "<script>alert(1)</script><b>&amp;", "linebreaktabnull[31m"):
        assert file.says(text), text
    assert file.says("**bold** __under__ --strike-- {nb}")
    for at in range(len(HOSTILE)):
        assert file.says(str(311 - at))
        assert file.says(str(511 - at))
    assert [block.text for block in file.blocks if not _is_within_margins(block.left, block.right)] == []
    # Arabic dates have a mark of their own.
    shown = "".join(block.text for block in file.blocks if not block.text.startswith("2026/"))
    assert not any(mark in shown for mark in "\u202e\u2066\u200b\u200d\ufeff\u00ad\0\x1b\r\n\t")
    assert language == "ar" or "\u200f" not in shown


def test_parts_of_letters_mean_nothing_of_their_own() -> None:
    file = ReportFile(write_file(make_report(NAMES), "ar"))
    assert JOINER in "".join(block.text for block in file.blocks)
    # What a program reads that knows no other direction: from right to left.
    backwards = {"".join(reversed(block.glyphs)).replace(JOINER, "") for block in file.blocks}
    assert Words("ar")["title"] in backwards


def test_every_language_has_all_texts() -> None:
    folder = Path(pdf.__file__).parents[1] / "locales"
    keys = {each: _keys(json.loads((folder / f"{each}.json").read_text(encoding="utf-8"))) for each in LANGUAGES}
    assert {language: keys["en"] ^ found for language, found in keys.items() if found != keys["en"]} == {}


def _keys(texts: dict[str, object], before: str = "") -> set[str]:
    found = set()
    for name, value in texts.items():
        found |= _keys(value, f"{before}{name}.") if isinstance(value, dict) else {before + name}
    return found


def _number(value: int, language: str) -> str:
    return format_decimal(value, locale=language, numbering_system="latn")


def _is_within_margins(left: float, right: float) -> bool:
    return left >= MARGIN - 0.5 and right <= RIGHT_EDGE + 0.5
