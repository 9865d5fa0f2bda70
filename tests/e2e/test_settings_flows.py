"""Settings in a real browser: profile, picture, second factor with recovery codes, password, sessions, export, deletion.

One new account goes through all of it, so that the accounts of the demonstration stay as they are.
"""

import json
import re
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pyotp
import pytest
from pages import note_faults, tab_to
from playwright.sync_api import Browser, BrowserContext, Page, expect
from product import Product

PASSWORD, NEXT_PASSWORD = "seven-Otters-row-9", "nine-Herons-swim-4"  # invented
ACCOUNT, SECURITY = "/#/dashboard/settings/account", "/#/dashboard/settings/security"

OpenContext = Callable[..., BrowserContext]


@pytest.fixture(scope="module")
def email(product: Product) -> str:
    """The address of an account that this file has to itself."""
    address = f"settings-{uuid.uuid4().hex[:8]}@people.test"
    body = {
        "user": {
            "email": address, "first_name": "Ida", "last_name": "Moss", "password": PASSWORD, "verify_password": PASSWORD,
            "primary_address": {"country": "Germany", "phone": "+4930123456789"},
        },
        "org": {"company_name": "Otter Rowing"},
    }  # fmt: skip
    response = httpx.post(f"{product.url}/api/v1/account/organization/register", json=body, timeout=30)
    assert response.status_code == 201, response.text
    return address


@pytest.fixture(scope="module")
def signed_in(browser: Browser, product: Product, email: str) -> Iterator[tuple[Page, list[str]]]:
    """A page of that account, logged in once, and what its console calls an error."""
    context = browser.new_context(base_url=product.url, viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(15_000)
    page, faults = context.new_page(), note_faults(context)
    enter(page, email, PASSWORD)
    expect(page).to_have_url(re.compile("email-validate"))
    yield page, faults
    context.close()


@pytest.fixture
def page(signed_in: tuple[Page, list[str]]) -> Iterator[Page]:
    opened, faults = signed_in
    faults.clear()
    yield opened
    assert faults == []


def enter(page: Page, email: str, password: str) -> None:
    """Type email address and password on the login page."""
    page.goto("/#/auth/login")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Continue").click()


@pytest.mark.spec("S1.6", "S2.67", "S4.10")
def test_the_profile_is_saved_and_shown_everywhere(page: Page) -> None:
    page.goto(ACCOUNT)
    expect(page.get_by_label("Country")).to_have_value("DE")
    page.get_by_label("Business Name").fill("Heron & Otter <b>Rowing</b>")
    page.get_by_label("City").fill("Hannover")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Organization update failed")).to_have_count(0)
    # What a user writes is text (a33).
    expect(page.get_by_role("button", name="Account menu")).to_contain_text("Heron & Otter <b>Rowing</b>")
    page.reload()
    expect(page.get_by_label("City")).to_have_value("Hannover")
    page.get_by_label("First Name").fill("")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Field is Required")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_label("First Name")).to_have_value("Ida")


@pytest.mark.spec("S2.55", "X14")
def test_a_picture_is_cut_small_shown_and_taken_away(page: Page, tmp_path: Path) -> None:
    page.goto(ACCOUNT)
    picture = tmp_path / "picture.png"
    picture.write_bytes(page.screenshot())
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose picture").click()
    chooser.value.set_files(picture)
    image = page.get_by_role("button", name="Account menu").locator("img")
    expect(image).to_be_visible()
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") == 256
    page.get_by_role("button", name="Remove").click()
    expect(image).to_have_count(0)


@pytest.mark.spec("S2.75", "S2.76", "S4.24", "X11")
def test_a_second_factor_by_keyboard_alone_and_its_recovery_codes(page: Page, product: Product, email: str) -> None:
    page.goto(SECURITY)
    toggle = page.get_by_role("switch", name="Device Setup")
    tab_to(page, toggle)
    page.keyboard.press("Space")
    dialog = page.get_by_role("dialog", name="Device Verification", exact=True)
    expect(dialog.get_by_role("img", name="QR code")).to_be_visible()
    secret = dialog.locator("bdi").inner_text().replace(" ", "")
    page.keyboard.type("000000")
    page.keyboard.press("Enter")
    expect(dialog.get_by_text("Incorrect")).to_be_visible()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type(pyotp.TOTP(secret).now())
    page.keyboard.press("Enter")
    codes = page.get_by_role("dialog", name="Your recovery codes")
    expect(codes.get_by_role("listitem")).to_have_count(10)
    code = codes.get_by_role("listitem").first.inner_text()
    codes.get_by_role("button", name="I've saved them").click()
    expect(toggle).to_be_checked()
    expect(page.get_by_text("10 codes left.")).to_be_visible()

    credentials = {"email": email, "password": PASSWORD}
    asked = httpx.post(f"{product.url}/api/v1/account/login", json=credentials, timeout=30)
    assert (asked.status_code, asked.json()["message"]) == (401, "MFA required")
    entered = httpx.post(f"{product.url}/api/v1/mfa/login", json={**credentials, "recovery_code": code}, timeout=30)
    assert entered.status_code == 200
    page.reload()
    expect(page.get_by_text("9 codes left.")).to_be_visible()
    expect(page.get_by_text("Recovery code used")).to_be_visible()


@pytest.mark.spec("S4.26")
def test_a_closed_dialog_leaves_the_method_off(page: Page) -> None:
    page.goto(ACCOUNT)
    page.goto(SECURITY)
    toggle = page.get_by_role("switch", name="Device Setup")
    expect(toggle).to_be_checked()
    toggle.click()
    question = page.get_by_role("alertdialog", name="MFA Settings")
    expect(question.get_by_text("Disable Device MFA?")).to_be_visible()
    question.get_by_role("button", name="No").click()
    expect(toggle).to_be_checked()
    toggle.click()
    question.get_by_role("button", name="Yes").click()
    expect(toggle).not_to_be_checked()
    toggle.click()
    expect(page.get_by_role("dialog", name="Device Verification", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Device Verification", exact=True)).to_have_count(0)
    expect(toggle).not_to_be_checked()
    expect(toggle).to_be_enabled()


@pytest.mark.spec("X12")
def test_another_session_is_seen_and_ended(page: Page, product: Product, email: str) -> None:
    credentials = {"email": email, "password": PASSWORD}
    other = httpx.post(
        f"{product.url}/api/v1/account/login", json=credentials, headers={"User-Agent": "curl/8.9"}, timeout=30
    ).json()
    headers = {"Authorization": f"Bearer {other['authentication']['auth_token']}"}
    page.goto(ACCOUNT)
    page.goto(SECURITY)
    page.get_by_role("button", name="Sign out curl").first.click()
    expect(page.get_by_text("Session ended.")).to_be_visible()
    assert httpx.get(f"{product.url}/api/v1/account/info", headers=headers, timeout=30).status_code == 401
    expect(page.get_by_text("Session ended", exact=True).first).to_be_visible()


@pytest.mark.spec("S1.6", "S2.74", "S7.18")
def test_the_password_changes_and_common_ones_are_refused(page: Page) -> None:
    page.goto(SECURITY)
    page.get_by_label("Old Password").fill(PASSWORD)
    page.get_by_label("New Password", exact=True).fill("password1")
    page.get_by_label("Verify New Password").fill("password2")
    page.get_by_role("button", name="Change Password").click()
    expect(page.get_by_text("New password and repeat password do not match").first).to_be_visible()
    page.get_by_label("Verify New Password").fill("password1")
    page.get_by_role("button", name="Change Password").click()
    expect(page.get_by_label("New Password", exact=True)).to_have_attribute("aria-invalid", "true")
    page.get_by_label("New Password", exact=True).fill(NEXT_PASSWORD)
    page.get_by_label("Verify New Password").fill(NEXT_PASSWORD)
    page.get_by_role("button", name="Change Password").click()
    expect(page.get_by_text("Password updated successfully")).to_be_visible()
    expect(page.get_by_text("Password changed", exact=True).first).to_be_visible()


@pytest.mark.spec("S6.7", "B4.3.1")
def test_the_export_waits_for_a_verified_address(page: Page) -> None:
    page.goto(ACCOUNT)
    expect(page.get_by_text("Verify your email to download")).to_be_visible()
    expect(page.get_by_role("button", name="Download")).to_be_disabled()


@pytest.mark.spec("X13")
def test_the_export_is_a_file(kept_session: Page) -> None:
    kept_session.goto(ACCOUNT)
    with kept_session.expect_download() as download:
        kept_session.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "breachlight-account.json"
    content = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert content["user"]["email"] == "ind@breachlight.example"
    assert len(content["detections"]) > 5


@pytest.mark.spec("X13")
def test_the_account_is_deleted_and_its_address_free(page: Page, product: Product, email: str) -> None:
    page.goto(ACCOUNT)
    page.get_by_role("button", name="Delete account").click()
    dialog = page.get_by_role("dialog", name="Delete this account?")
    dialog.get_by_label("Your password").fill("not-the-password-1")
    dialog.get_by_role("button", name="Delete permanently").click()
    expect(dialog.get_by_label("Your password")).to_have_attribute("aria-invalid", "true")
    dialog.get_by_label("Your password").fill(NEXT_PASSWORD)
    dialog.get_by_role("button", name="Delete permanently").click()
    expect(page).to_have_url(re.compile("/auth/login"))
    assert page.evaluate("localStorage.getItem('auth')") is None
    credentials = {"email": email, "password": NEXT_PASSWORD}
    assert httpx.post(f"{product.url}/api/v1/account/login", json=credentials, timeout=30).status_code == 401
