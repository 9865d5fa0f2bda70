"""Operators of a single test, and their way into the console."""

from people import PASSWORD, Person, new_person
from playwright.sync_api import Page
from product import Product


def new_operator(product: Product, name: str = "operator") -> Person:
    """Return a new person with an authenticator app, who is an operator."""
    operator = new_person(product, name)
    operator.turn_on_device()
    assert product.command("operator", "add", operator.email).returncode == 0
    return operator


def enter(page: Page, operator: Person, at: str = "/console/audit-log") -> None:
    """Log in with a recovery code; the login leads to a page of the console."""
    page.goto(f"/#/auth/login?return={at}")
    page.get_by_label("Email", exact=True).fill(operator.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Use a recovery code").click()
    page.get_by_label("Recovery code").fill(operator.recovery_codes.pop())
    page.get_by_role("button", name="Continue").click()
