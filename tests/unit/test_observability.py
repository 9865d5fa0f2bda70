"""Every metric of the code is documented, and nothing names one that doesn't exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
_NAME = re.compile(r"\bbreachlight_[a-z_]+\b")
_OF_HISTOGRAMS = ("_bucket", "_count", "_sum")


def in_code() -> set[str]:
    """Return the metrics that the server declares."""
    sources = (
        "kit/metrics.py",
        "processes/health.py",
        "processes/repository.py",
        "leaks/ranges/metrics.py",
    )
    texts = [(ROOT / "server/breachlight" / path).read_text(encoding="utf-8") for path in sources]
    names = {name for text in texts for name in re.findall(r"""["'](breachlight_[a-z_]+)["']""", text)}
    # One query makes a counter for each figure of batches.
    kinds = re.findall(r"\('([a-z]+)', [a-z:]+\)", texts[2])
    return {name for name in names if not name.endswith("_")} | {
        f"breachlight_ingestion_{kind}_total" for kind in kinds
    }


def documented() -> set[str]:
    """Return the metrics of the table."""
    page = (ROOT / "docs/observability.md").read_text(encoding="utf-8")
    first_cells = [line.split(" | ")[0] for line in page.splitlines() if line.startswith("| `breachlight_")]
    return {name for cell in first_cells for name in _NAME.findall(cell)}


def test_the_table_of_metrics_is_complete() -> None:
    assert documented() == in_code()


def test_documents_and_manifests_name_metrics_that_exist() -> None:
    known = documented()
    pages = [*(ROOT / "docs").glob("*.md"), *(ROOT / "deploy").rglob("*.yaml")]
    for page in pages:
        named = {name for name in _NAME.findall(page.read_text(encoding="utf-8")) if name.count("_") > 1}
        assert {name for name in named if _plain(name) not in known} == set(), page


def _plain(name: str) -> str:
    for suffix in _OF_HISTOGRAMS:
        name = name.removesuffix(suffix)
    return name
