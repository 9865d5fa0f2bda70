"""docs/asvs.md names every requirement once, and files, tests and rows that exist."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/asvs.md").read_text(encoding="utf-8")
ROW = re.compile(
    r"^\| (\d+\.\d+\.\d+) \| ([12]) \| (met|partly|not met|not applicable) \| (.+) \| (.*) \| (.*) \|$", re.MULTILINE
)
ROWS = ROW.findall(PAGE)
BASES = (ROOT, ROOT / "server/breachlight")


def test_every_requirement_of_both_levels_is_there_once() -> None:
    assert Counter(level for _, level, *_ in ROWS) == {"1": 70, "2": 183}
    assert len({requirement for requirement, *_ in ROWS}) == len(ROWS)
    assert len(ROWS) == len(re.findall(r"^\| \d", PAGE, re.MULTILINE))


def test_the_summary_counts_the_rows() -> None:
    states = Counter(state for _, _, state, *_ in ROWS)
    counted = (states["met"], states["partly"], states["not met"], states["not applicable"])
    assert "{} are met, {} partly, {} not; {} concern".format(*counted) in PAGE


def test_files_and_tests_exist() -> None:
    known = set(
        re.findall(r"^\| ([A-Z]\d\d) ", (ROOT / "docs/hostile-inputs.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    missing = []
    for requirement, _, _, _, where, tests in ROWS:
        paths = re.findall(r"`([^`]+)`", where)
        missing += [(requirement, path) for path in paths if not any(any(base.glob(path)) for base in BASES)]
        named = [part.strip(" `") for part in tests.split(",") if part.strip()]
        missing += [(requirement, name) for name in named if name not in known and not (ROOT / name).exists()]
    assert missing == []


def test_what_is_met_says_where() -> None:
    silent = [requirement for requirement, _, state, how, where, _ in ROWS if state == "met" and not (where or how)]
    assert silent == []
