"""Members in a real browser: invited, joined by the emailed link, given another role, removed and out at once."""

import re
import uuid
from collections.abc import Callable

import httpx
import pyotp
import pytest
from pages import axe_violations, log_in
from people import PASSWORD, Person, mailed
from playwright.sync_api import BrowserContext, expect
from product import Product

OpenContext = Callable[..., BrowserContext]
MEMBERS = "/#/dashboard/settings/members"


def new_organization(product: Product) -> Person:
    """Sign up an organization and verify its owner's address."""
    email = f"owner-{uuid.uuid4().hex[:8]}@people.test"
    body = {
        "user": {
            "email": email, "first_name": "Ada", "last_name": "Fenn", "password": PASSWORD, "verify_password": PASSWORD,
            "primary_address": {"country": "Germany", "phone": "+4930123456789"},
        },
        "org": {"company_name": "Otter Rowing"},
    }  # fmt: skip
    made = httpx.post(f"{product.url}/api/v1/account/organization/register", json=body, timeout=30)
    assert made.status_code == 201, made.text
    owner = Person(product, email, made.json()["authentication"]["auth_token"])
    owner.verify_address()
    return owner


@pytest.mark.spec("X2")
def test_a_member_comes_by_email_changes_and_goes(product: Product, open_context: OpenContext) -> None:
    owner, invited = new_organization(product), f"joins-{uuid.uuid4().hex[:8]}@people.test"
    page = open_context().new_page()
    log_in(page, owner.email, password=PASSWORD)
    page.goto(MEMBERS)
    page.get_by_role("button", name="Invite").click()
    dialog = page.get_by_role("dialog", name="Invite a member", exact=True)
    dialog.get_by_label("Email").fill(invited)
    dialog.get_by_label("Role").select_option("VIEWER")
    dialog.get_by_role("button", name="Send invitation").click()
    expect(page.get_by_role("button", name=f"Revoke the invitation for {invited}")).to_be_visible()

    link = mailed(product, invited, r"/#/auth/invitation\?token=\S+")[0]
    # The member's next read is refused once they are out, which the console calls an error.
    other = open_context(320, "dark", faults_expected=True).new_page()
    other.goto(link)
    expect(other.get_by_role("heading", name="Join Otter Rowing on Breachlight")).to_be_visible()
    expect(other.get_by_text(f"Ada Fenn invited {invited} as Viewer.")).to_be_visible()
    assert "token" not in other.url
    assert axe_violations(other) == []
    other.get_by_label("First name").fill("Ida")
    other.get_by_label("Last name").fill("Moss")
    other.get_by_label("Password", exact=False).first.fill(PASSWORD)
    other.get_by_label("Repeat password").fill(PASSWORD)
    other.get_by_role("button", name="Join").click()
    expect(other.get_by_role("heading", level=1)).not_to_have_text("Join Otter Rowing on Breachlight")

    other.goto(MEMBERS)
    expect(other.get_by_text("Only owners can change members")).to_be_visible()
    expect(other.get_by_role("button", name="Invite")).to_have_count(0)

    page.reload()
    page.get_by_label("Role of Ida Moss").select_option("ANALYST")
    expect(page.get_by_text("Role changed.")).to_be_visible()
    other.reload()
    expect(other.get_by_role("listitem").filter(has_text="Ida Moss").get_by_text("Analyst")).to_be_visible()

    page.get_by_role("button", name="Remove Ida Moss").click()
    question = page.get_by_role("alertdialog", name="Remove Ida Moss?")
    assert axe_violations(page) == []
    question.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Member removed.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Ida Moss")).to_have_count(0)
    other.reload()
    expect(other.get_by_role("button", name="Continue")).to_be_visible()


@pytest.mark.spec("X2")
def test_members_set_up_the_factor_that_their_organization_requires(
    product: Product, open_context: OpenContext
) -> None:
    owner, invited = new_organization(product), f"joins-{uuid.uuid4().hex[:8]}@people.test"
    owner.graphql(
        "mutation ($email: String!) { inviteMember(email: $email, role: VIEWER) { __typename } }", email=invited
    )
    # The member's next read is refused once a factor is required, which the console calls an error.
    member = open_context(faults_expected=True).new_page()
    member.goto(mailed(product, invited, r"/#/auth/invitation\?token=\S+")[0])
    member.get_by_label("First name").fill("Ida")
    member.get_by_label("Last name").fill("Moss")
    member.get_by_label("Password", exact=False).first.fill(PASSWORD)
    member.get_by_label("Repeat password").fill(PASSWORD)
    member.get_by_role("button", name="Join").click()
    expect(member.get_by_role("button", name="Account menu")).to_be_visible()
    member.goto("/#/dashboard/alerts")

    page = open_context().new_page()
    log_in(page, owner.email, password=PASSWORD)
    owner.turn_on_device()
    page.goto(MEMBERS)
    page.reload()  # reads that the factor is on, which another client of the owner turned on
    switch = page.get_by_role("switch", name="Require two-factor authentication")
    expect(page.get_by_text("1 of 2 members has no second factor.")).to_be_visible()
    switch.click()
    page.get_by_role("alertdialog").get_by_role("button", name="Require").click()
    # The login of this session was without the factor.
    proof = page.get_by_role("dialog", name="Verify it's you")
    proof.get_by_label("Password", exact=True).fill(PASSWORD)
    proof.get_by_label("Enter Device Code").fill(owner.next_device_code())
    proof.get_by_role("button", name="Confirm").click()
    expect(switch).to_be_checked()
    assert axe_violations(page) == []

    # The open tab follows by itself.
    expect(member.get_by_role("heading", name="Set up two-factor authentication")).to_be_visible()
    member.get_by_role("switch", name="Device Setup").click()
    dialog = member.get_by_role("dialog", name="Device Verification")
    secret = re.search(r"(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}", dialog.inner_text())
    assert secret is not None
    dialog.get_by_placeholder("Enter Device Verification Code").fill(pyotp.TOTP(secret[0].replace(" ", "")).now())
    dialog.get_by_role("button", name="Verify").click()
    member.get_by_role("button", name="I've saved them").click()
    expect(member.get_by_role("heading", name="You're all set")).to_be_visible()
    member.get_by_role("link", name="Continue").click()
    expect(member).to_have_url(re.compile(r"#/dashboard/alerts$"))
    page.reload()
    expect(page.get_by_text("Every member has a second factor.")).to_be_visible()
