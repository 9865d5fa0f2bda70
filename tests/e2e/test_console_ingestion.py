"""Ingestion in the operator console, in a real browser against the real server: upload, preview, run, decision."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from console_operators import enter, new_operator
from pages import axe_violations
from playwright.sync_api import BrowserContext, CDPSession, Page, expect
from product import Product

OpenContext = Callable[..., BrowserContext]

HOSTILE = "<img src=x onerror=alert(1)>.txt"
LEAKED_PASSWORD = "invented-Curlew-51-lanterns"
FILLER_LINES = 60_000
"""About 4 MB, so that a slow upload is seen while it runs."""
SLOW_BYTES = 300_000
PATIENCE_MILLISECONDS = 60_000
"""A machine that is busy with other tests may take long to start a worker's process."""


def enter_ingestion(page: Page, product: Product) -> None:
    enter(page, new_operator(product), "/console/ingestion")
    expect(page.get_by_role("heading", level=1, name="Ingestion")).to_be_visible()


def leak_file(folder: Path) -> Path:
    file = folder / HOSTILE
    filler = "".join(
        f"https://harbour.example/login:person{number}@elsewhere{number}.example:Otters-{number}\n"
        for number in range(FILLER_LINES)
    )
    file.write_text(
        f"{filler}https://ferries.example/login:ada.curlew@acme.example:{LEAKED_PASSWORD}\n"
        f"https://harbour.example/login:ada.curlew@acme.example:{LEAKED_PASSWORD}\n"
    )
    return file


def choose(page: Page, file: Path) -> None:
    page.locator("input[type=file][multiple]").set_input_files(file)


def limit_uploads(session: CDPSession, bytes_per_second: int) -> None:
    """Slow uploads down; -1 ends it."""
    limits = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": bytes_per_second}
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", limits)


def prepare(page: Page, leak: str) -> None:
    page.get_by_role("link", name="Preview and ingest").click()
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()
    page.get_by_label("Leak *").fill(leak)


def start(page: Page) -> None:
    page.get_by_role("button", name="Ingest", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Ingestion")).to_be_visible()


@pytest.mark.spec("X31")
def test_an_interrupted_upload_continues_and_is_previewed_and_ingested(
    open_context: OpenContext, product: Product, tmp_path: Path
) -> None:
    context = open_context()
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    enter_ingestion(page, product)
    expect(page.get_by_text("No uploads.")).to_be_visible()
    file = leak_file(tmp_path)
    session = context.new_cdp_session(page)
    limit_uploads(session, SLOW_BYTES)

    choose(page, file)
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuenow", re.compile(r"^[1-9]"))
    page.get_by_role("button", name="Pause upload of").click()
    expect(page.get_by_text("Paused", exact=True)).to_be_visible()
    page.get_by_role("button", name="Resume upload of").click()
    expect(page.get_by_text("Uploading", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_text("Interrupted", exact=True)).to_be_visible()
    limit_uploads(session, -1)
    choose(page, file)
    expect(page.get_by_text("Ready to ingest")).to_be_visible(timeout=PATIENCE_MILLISECONDS)
    expect(page.get_by_text(HOSTILE, exact=True)).to_be_visible()
    assert axe_violations(page) == []

    prepare(page, "Console of the harbour")
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(page.get_by_text("Ready to be ingested")).to_be_visible(timeout=PATIENCE_MILLISECONDS)
    expect(page.get_by_role("table", name="Sample records")).to_be_visible()
    assert "Otters-" not in page.locator("main").inner_text()
    assert axe_violations(page) == []

    start(page)
    row = page.get_by_role("table", name="History").get_by_role("row", name=HOSTILE)
    expect(row).to_contain_text("Ingested", timeout=PATIENCE_MILLISECONDS)
    row.get_by_role("button").click()
    figures = page.get_by_role("dialog").locator("dl").first
    expect(figures).to_contain_text(f"Records{FILLER_LINES + 2:,}")
    expect(figures).to_contain_text("Detections2")
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_text("No uploads.")).to_be_visible()


def test_a_file_that_parses_poorly_waits_for_a_decision(
    open_context: OpenContext, product: Product, tmp_path: Path
) -> None:
    page = open_context().new_page()
    enter_ingestion(page, product)
    file = tmp_path / "garbage.txt"
    file.write_text("".join(f"{number:09}\n" for number in range(2000)))
    choose(page, file)
    prepare(page, "Console of garbage")
    start(page)
    expect(page.get_by_text("Needs a decision", exact=True)).to_be_visible(timeout=PATIENCE_MILLISECONDS)
    assert axe_violations(page) == []
    page.get_by_role("button", name="Cancel ingestion: garbage.txt").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Cancel ingestion").click()
    history = page.get_by_role("table", name="History")
    expect(history.get_by_role("row", name="garbage.txt")).to_contain_text("Cancelled")
    expect(page.get_by_text("No uploads.")).to_be_visible()
