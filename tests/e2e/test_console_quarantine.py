"""The quarantine in the operator console in a real browser, against the real server."""

from collections.abc import Callable
from pathlib import Path

import pytest
from console_operators import enter, new_operator
from pages import axe_violations
from playwright.sync_api import BrowserContext, expect
from product import Product

OpenContext = Callable[..., BrowserContext]

HOSTILE = "<img src=x onerror=alert(1)>.txt"
SECRET = "Zebra-Giraffe-99"  # invented
SHAPE = "‹a:5-8›-‹a:5-8›-‹9:1-4›"
GOOD = "".join(f"p{number}@elsewhere.example:Blue{number}\n" for number in range(200))


@pytest.mark.spec("X31")
def test_rejected_lines_are_shown_as_shapes_and_dropped(
    open_context: OpenContext, product: Product, tmp_path: Path
) -> None:
    operator = new_operator(product, "keeper")
    file = tmp_path / HOSTILE
    file.write_text(f"{GOOD}{SECRET}\nnoseparatorhere\n")
    ingested = product.command("ingest", str(file), "--leak", "Quarantine of the harbour")
    assert ingested.returncode == 0, ingested.stderr
    page = open_context().new_page()
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    enter(page, operator)

    page.get_by_role("link", name="Quarantine", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Quarantine")).to_be_visible()
    page.get_by_role("searchbox").fill("of the harbour")
    row = page.get_by_role("row", name=HOSTILE)
    expect(row).to_contain_text("Stretches: 2")
    expect(row).to_contain_text("no-separator")
    assert axe_violations(page) == []

    with page.expect_response(lambda response: "ConsoleStretches" in (response.request.post_data or "")) as answered:
        page.get_by_role("link", name=HOSTILE).click()
    expect(page.get_by_role("heading", level=1, name=HOSTILE)).to_be_visible()
    expect(page.get_by_text(SHAPE, exact=True)).to_be_visible()
    assert SECRET not in page.content()
    assert SHAPE in answered.value.text()
    assert SECRET not in answered.value.text()
    assert axe_violations(page) == []

    page.get_by_role("button", name="Drop", exact=True).click()
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text("Stretches that are deleted: 2.")
    assert axe_violations(page) == []
    question.get_by_role("button", name="Drop", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Quarantine")).to_be_visible()
    page.get_by_role("searchbox").fill("of the harbour")
    expect(page.get_by_role("heading", name="Nothing in the quarantine")).to_be_visible()
    assert "quarantine_dropped" in product.command("audit", "list").stdout
