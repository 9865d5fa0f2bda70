"""The catalogue in the operator console in a real browser, against the real server and its worker."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from console_operators import enter, new_operator
from pages import axe_violations
from playwright.sync_api import BrowserContext, expect
from product import Product

OpenContext = Callable[..., BrowserContext]
HOSTILE = '<img src=x onerror="document.title=1">Harbour leak'


@pytest.mark.spec("X31")
def test_an_operator_imports_edits_merges_and_retracts_leaks(
    open_context: OpenContext, product: Product, tmp_path: Path
) -> None:
    operator = new_operator(product, "librarian")
    breaches = [
        {"Name": "harbour", "Title": "Harbour", "DataClasses": ["Passwords"]},
        {"Name": "harbour-copy", "Title": "Copy of Harbour", "IsVerified": False},
        {"Name": "lighthouse", "Title": "Lighthouse", "PwnCount": 7},
    ]
    broken, file = tmp_path / "broken.json", tmp_path / "breaches.json"
    broken.write_text(json.dumps([*breaches, {"Name": "x", "PwnCount": "many"}]))
    file.write_text(json.dumps(breaches))
    page = open_context(faults_expected=True).new_page()  # a file that is refused is answered by 400
    enter(page, operator)

    page.get_by_role("link", name="Leaks", exact=True).click()
    page.get_by_role("button", name="Import", exact=True).click()
    page.locator("input[type=file]").set_input_files(broken)
    expect(page.get_by_text("Entry 4, field PwnCount")).to_be_visible()
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("New: 3. Changed: 0. Unchanged: 0.")).to_be_visible()
    page.get_by_role("button", name="Import leaks").click()
    expect(page.get_by_role("dialog")).to_have_count(0)

    page.get_by_role("searchbox").fill("harbour")
    expect(page.get_by_role("row", name="Copy of Harbour")).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_role("link", name="Harbour", exact=True).click()
    page.get_by_role("button", name="Edit").click()
    page.get_by_label("Title").fill(HOSTILE)
    page.get_by_label("Breached site").fill("not a domain")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("not a domain is not a domain name.")).to_be_visible()
    page.get_by_label("Breached site").fill("harbour.example")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1, name="Harbour leak")).to_be_visible()
    page.get_by_role("button", name="Mark as sensitive").click()
    expect(page.get_by_role("button", name="Mark as not sensitive")).to_be_visible()
    assert axe_violations(page) == []

    page.goto("/#/console/leaks/harbour-copy")
    page.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Merge into another leak").click()
    page.get_by_role("combobox").fill("harbour.ex")
    page.get_by_role("option", name="Harbour leak").click()
    expect(page.get_by_text("Detections that move: 0.")).to_be_visible()
    page.get_by_role("button", name="Merge", exact=True).click()
    # The name leads to the other leak once the worker is done, and nobody needs to reload.
    expect(page.get_by_role("heading", level=1, name="Harbour leak")).to_be_visible()
    expect(page.get_by_text("Former names")).to_be_visible()

    page.goto("/#/console/leaks/lighthouse")
    page.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Retract").click()
    page.get_by_label("Type lighthouse to confirm").fill("lighthouse")
    page.get_by_role("button", name="Retract leak").click()
    retraction = page.get_by_role("listitem").filter(has_text="Retraction")
    expect(retraction.get_by_text("Done")).to_be_visible(timeout=60_000)
    assert axe_violations(page) == []
    kinds = product.command("audit", "list").stdout
    assert all(kind in kinds for kind in ("leaks_imported", "leak_edited", "leak_merged", "leak_retracted"))
