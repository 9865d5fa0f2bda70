"""Every screen of the sign-up in widths, themes and directions, as in test_screens.py."""

import json
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from looks import (
    EVERY_LOOK,
    EXTREMES,
    FULL,
    RIGHT_TO_LEFT,
    faults_in_forced_colours,
    faults_when_zoomed,
    frame,
    picture,
    take,
)
from pages import WORKFORCE
from people import PASSWORD, mailed
from playwright.sync_api import Browser, Page, expect
from product import AS_GRAPHIQL, Product
from visits import Visits

SIGN_UP = "/#/auth/sign-up"
DOMAIN = "otters-row.a-rather-long-name-of-a-company.test"
ADD = (
    "mutation Add($domain: String!) { addDomain(domain: $domain) { ... on DomainSuccess { domain { id domainTxt } } } }"
)
VERIFY = "mutation Verify($id: ID!) { verifyDomain(id: $id) { __typename } }"


class Applicants:
    """Accounts at each step of the sign-up, made through the API."""

    def __init__(self, product: Product) -> None:
        self._product = product

    def session(self, who: str) -> dict[str, Any]:
        """Make an account, and return what the browser of its owner keeps."""
        kind = "individual" if who == "individual" else "organization"
        email = f"ida.moss-{uuid.uuid4().hex[:8]}@people.test"
        body = {
            "user": {
                "email": email, "first_name": "Ida", "last_name": "Moss", "password": PASSWORD,
                "verify_password": PASSWORD, "primary_address": {"country": "Germany", "phone": "+4930123456789"},
            },
            "ind": {},
            "org": {"company_name": "Otter Rowing"},
        }  # fmt: skip
        entered = self._post(f"{kind}/register", body)
        if who in {"individual", "organization"}:
            return _stored(entered)
        link = mailed(self._product, email, r"/#/email_verification\?uid=([^&\s]+)&token=(\S+)")
        entered = self._post("verify-email-confirm", {"uidb64": link[1], "token": link[2]})
        if who == "proved organization":
            return _stored(entered)
        bearer = {"Authorization": f"Bearer {entered['authentication']['auth_token']}"}
        name = DOMAIN if who == "organization with a domain" else f"otters-{uuid.uuid4().hex[:8]}.test"
        domain = self._graphql(bearer, ADD, domain=name)["addDomain"]["domain"]
        if who == "organization with a proved domain":
            self._product.dns.set_txt(f"_breachlight.{name}", domain["domainTxt"])
            self._graphql(bearer, VERIFY, id=domain["id"])
        account = httpx.get(f"{self._product.url}/api/v1/account/info", headers=bearer, timeout=30).json()
        return _stored({**entered, "account": account})

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        answer = httpx.post(f"{self._product.url}/api/v1/account/{path}", json=body, timeout=30)
        assert answer.is_success, answer.text
        return answer.json()

    def _graphql(self, bearer: dict[str, str], query: str, **variables: str) -> Any:
        body = {"query": query, "variables": variables}
        answer = httpx.post(f"{self._product.url}/graphql", json=body, headers=bearer | AS_GRAPHIQL, timeout=30).json()
        return answer["data"]


def _stored(entered: dict[str, Any]) -> dict[str, Any]:
    return {"loggedIn": True, "tokens": entered["authentication"], "account": entered["account"]}


def _heading(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()


def _at(path: str, heading: str) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        page.goto(path)
        _heading(page, heading)

    return show


def _refused(path: str, heading: str, button: str) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        _at(path, heading)(page)
        page.get_by_role("button", name=button).click()
        expect(page.get_by_text("Enter Phone Number")).to_be_visible()

    return show


def _applied(page: Page) -> None:
    _at("/#/become-a-partner", "Become a partner")(page)
    answers = {
        "First name": "Ida", "Last name": "Moss", "Title": "Head", "Company name": "Otters", "Company size": "25",
        "Email": f"{uuid.uuid4().hex[:8]}@people.test", "Phone": "+4930123456789", "Company website": "https://otters.test",
        "How would you like to partner": "As a reseller.",
    }  # fmt: skip
    for label, text in answers.items():
        page.get_by_label(label).fill(text)
    page.get_by_role("button", name="Apply").click()
    _heading(page, "Thanks for submitting!")


def _verification_failed(page: Page) -> None:
    _at("/#/email_verification?uid=nobody&token=nothing", "Verify your email")(page)
    page.get_by_role("button", name="Verify Email").click()
    _heading(page, "Email Verification Failed!")


def _not_yet(page: Page) -> None:
    _at(f"{SIGN_UP}/company/domain-validate", "Verify your domain")(page)
    page.get_by_role("button", name="Check now").click()
    expect(page.get_by_text("Not verified yet")).to_be_visible()


def _notice(page: Page) -> None:
    _at("/#/dashboard/alerts", WORKFORCE)(page)
    expect(page.get_by_text("until you verify it").first).to_be_visible()


def _account_setup(page: Page) -> None:
    _at(f"{SIGN_UP}/account-setup", "Set up your account")(page)
    expect(page.get_by_label("Country")).to_have_value("DE")


@dataclass(frozen=True)
class Screen:
    """A screen: who sees it, and how it is brought up."""

    name: str
    who: str | None
    show: Callable[[Page], None]


CONFIRM, VERIFIED = "Email Confirmation Required", "Email Verified Successfully!"
SCREENS = [
    Screen("sign-up-individual", None, _at(f"{SIGN_UP}/individual", "Create your account")),
    Screen("sign-up-company", None, _at(f"{SIGN_UP}/company", "Create your account")),
    Screen("sign-up-refused", None, _refused(f"{SIGN_UP}/company", "Create your account", "Sign up")),
    Screen("partner", None, _at("/#/become-a-partner", "Become a partner")),
    Screen("partner-refused", None, _refused("/#/become-a-partner", "Become a partner", "Apply")),
    Screen("partner-thanks", None, _applied),
    Screen("invalid-token", None, _at("/#/invalid-token", "Invalid token. Please try again.")),
    Screen("verify", None, _at("/#/email_verification?uid=nobody&token=nothing", "Verify your email")),
    Screen("verify-failed", None, _verification_failed),
    Screen("email-validate", "individual", _at(f"{SIGN_UP}/individual/email-validate", CONFIRM)),
    Screen("unverified-notice", "individual", _notice),
    Screen("email-validate-company", "organization", _at(f"{SIGN_UP}/company/email-validate", CONFIRM)),
    Screen("domain-unverified", "organization", _at(f"{SIGN_UP}/company/domain-validate", "Verify your domain")),
    Screen("verified", "proved organization", _at(f"{SIGN_UP}/company/email-validate", VERIFIED)),
    Screen("domain", "proved organization", _at(f"{SIGN_UP}/company/domain-validate", "Verify your domain")),
    Screen("domain-not-yet", "organization with a domain", _not_yet),
    Screen(
        "domain-validated",
        "organization with a proved domain",
        _at(f"{SIGN_UP}/company/domain-validated", "Domain verified"),
    ),
    Screen("account-setup", "organization with a proved domain", _account_setup),
]


# One of each kind: these tell of direction, zoom and forced colours what the others would repeat.
_TELLING = {"sign-up-refused", "domain-not-yet", "email-validate", "partner-refused"}


@pytest.fixture(scope="module")
def visits(browser: Browser, product: Product) -> Iterator[Visits]:
    applicants = Applicants(product)

    def enter(page: Page, who: str) -> None:
        session = json.dumps(json.dumps(applicants.session(who)))
        page.add_init_script(f"localStorage.setItem('auth', {session})")

    opened = Visits(browser, product, enter)
    yield opened
    opened.close()


@pytest.mark.spec("S2.20", "S2.22", "B5.1")
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_matrix_of_sign_up_screens(visits: Visits, screen: Screen) -> None:
    with visits.page(screen.who) as (page, faults):
        found = _faults_in_every_look(page, screen) + faults
    assert found == []


def _faults_in_every_look(page: Page, screen: Screen) -> list[str]:
    frame(page, EXTREMES[0])
    screen.show(page)
    telling = screen.name in _TELLING
    looks = EVERY_LOOK if FULL else [*EXTREMES, *(RIGHT_TO_LEFT if telling else [])]
    found = [fault for look in looks for fault in take(page, screen.name, look)]
    if telling:
        found += [f"zoomed: {fault}" for fault in faults_when_zoomed(page)]
        picture(page, f"{screen.name}-zoomed")
        frame(page, EXTREMES[1])
        found += [f"forced colours: {fault}" for fault in faults_in_forced_colours(page)]
        picture(page, f"{screen.name}-forced-colours")
    return found + (["a token in the address"] if "token=" in page.url else [])
