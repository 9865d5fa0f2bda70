"""A visitor checks passwords against the leaks; the browser sends five digits of a hash and nothing else."""

import hashlib
from collections.abc import Callable

import pytest
from pages import axe_violations
from playwright.sync_api import BrowserContext, Request, expect
from product import Product

LEAKED = "Blue-otters-42-lanterns"


@pytest.mark.spec("X28")
def test_a_visitor_checks_passwords_by_keyboard(product: Product, open_context: Callable[..., BrowserContext]) -> None:
    leak = "".join(f"https://otters.example/login:p{number}@people.example:{LEAKED}\n" for number in range(3))
    assert product.command("ingest", "-", "--leak", "Checked passwords", text=leak).returncode == 0
    digits = hashlib.sha1(LEAKED.encode(), usedforsecurity=False).hexdigest().upper()
    page = open_context().new_page()
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request))
    page.goto(product.url)
    page.get_by_role("link", name="Password check").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Has a password leaked?")
    field = page.get_by_label("Password", exact=True)

    def check(password: str) -> None:
        field.fill(password)
        field.press("Enter")
        expect(
            page.get_by_role("status").get_by_text("This password has leaked").or_(page.get_by_text("Not found"))
        ).to_be_visible()

    # The leaked passwords are counted soon after the ingest.
    for _ in range(120):
        check(LEAKED)
        if page.get_by_text("It's in our leaks 3 times.").is_visible():
            break
        page.wait_for_timeout(500)
    expect(page.get_by_text("It's in our leaks 3 times.")).to_be_visible()
    check("Never-leaked-1-lanterns")
    expect(page.get_by_text("Not found", exact=True)).to_be_visible()
    assert axe_violations(page) == []
    asked = {request.url for request in sent if "/range/" in request.url}
    assert f"{product.url}/range/{digits[:5]}" in asked
    assert len(asked) == 2
    assert not any(LEAKED in (request.url + (request.post_data or "")) or digits[5:] in request.url for request in sent)
