"""Texts that the specification quotes are in the English interface, word for word."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STATEMENT = re.compile(r"^- \*\*(S[\d.]+)\*\* (.*?)(?=\n- |\n\n|\Z)", re.MULTILINE | re.DOTALL)
READ = (
    *(ROOT / "client/src/i18n/locales/en").glob("*.json"),
    *(ROOT / "server/content/en").iterdir(),
    *(ROOT / "server/breachlight").rglob("*.py"),
    *(path for path in (ROOT / "client/src").rglob("*.ts*") if ".test." not in path.name),
)
# Written with a gap in the interface.
WITH_GAPS = {
    "Enter <title> Code": "Enter Device Verification Code",
    "Enter {method} Code": "Enter {{method}} Code",
    "Organization update failed: <message>": "Organization update failed: {{message}}",
}


def quoted() -> list[tuple[str, str]]:
    text = (ROOT / "docs/specification.md").read_text(encoding="utf-8")
    return [
        (match[1], quotation)
        for match in STATEMENT.finditer(text)
        for quotation in re.findall(r'"([^"]+)"', " ".join(match[2].split()))
    ]


@pytest.fixture(scope="module")
def interface() -> str:
    texts = [path.read_text(encoding="utf-8") for path in READ if path.is_file()]
    return "\n".join(text.replace(json.dumps("’")[1:-1], "’") for text in texts)


@pytest.mark.parametrize(("statement", "text"), quoted())
def test_a_quoted_text_is_in_the_interface(interface: str, statement: str, text: str) -> None:
    assert WITH_GAPS.get(text, text) in interface, statement
