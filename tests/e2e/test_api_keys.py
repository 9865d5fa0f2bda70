"""A key of one's own in a real browser: made, copied, used by the very program that the page shows, revoked."""

import os
import re
import subprocess
import sys

import httpx
from playwright.sync_api import Page, expect
from product import Product

API = "/#/dashboard/settings/api"


def test_a_key_is_made_copied_used_and_revoked(kept_session: Page, product: Product) -> None:
    page = kept_session
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(API)
    expect(page).to_have_title("API")
    expect(page.get_by_text("No keys yet")).to_be_visible()
    page.get_by_role("button", name="New key").click()
    form = page.get_by_role("dialog", name="New API key")
    form.get_by_label("Name").fill("Otter <b>importer</b>")
    form.get_by_label("Expires").select_option("In 30 days")
    form.get_by_role("button", name="Create the key").click()
    shown = page.get_by_role("dialog", name="Your new key")
    shown.get_by_role("button", name="Copy the key").click()
    expect(page.get_by_text("Copied to clipboard!")).to_be_visible()
    token = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"blk_[\w-]{49}", token)
    expect(shown).to_contain_text(token)
    shown.get_by_role("button", name="I have copied it").click()
    row = page.get_by_role("row", name="Otter <b>importer</b>")
    expect(row).to_contain_text("Not yet")
    assert token not in page.evaluate("JSON.stringify([localStorage, sessionStorage])")

    page.get_by_role("tab", name="Python").click()
    page.get_by_role("tabpanel").get_by_role("button", name="Copy").click()
    program = page.evaluate("navigator.clipboard.readText()")
    assert f"{product.url}/graphql" in program
    environment = {**os.environ, "BREACHLIGHT_API_KEY": token}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()

    page.reload()
    expect(row).not_to_contain_text("Not yet")
    row.get_by_role("button", name="Revoke the key").click()
    question = page.get_by_role("alertdialog", name="Revoke Otter <b>importer</b>?")
    question.get_by_role("button", name="Revoke the key").click()
    expect(page.get_by_text("No keys yet")).to_be_visible()
    asked = httpx.post(
        f"{product.url}/graphql",
        json={"query": "{ currentApiKey { id } }"},
        headers={"Authorization": f"Bearer {token}"},
        timeout=30,
    )
    assert asked.status_code == 401
