"""How to open the screens of the settings."""

from playwright.sync_api import Page, expect
from screen_steps import answer, at


def bulk_disclosure(page: Page) -> None:
    at("/#/dashboard/settings/security", "Security")(page)
    page.get_by_role("switch", name="Allow several passwords at once").click()
    expect(page.get_by_role("alertdialog", name="Turn on bulk disclosure?")).to_be_visible()


def device_setup(page: Page) -> None:
    at("/#/dashboard/settings/security", "Security")(page)
    page.get_by_role("switch", name="Device Setup").click()
    expect(page.get_by_role("dialog").get_by_role("img", name="QR code")).to_be_visible()


def deletion(page: Page) -> None:
    at("/#/dashboard/settings/account", "Account")(page)
    page.get_by_role("button", name="Delete account").click()
    expect(page.get_by_role("dialog", name="Delete this account?")).to_be_visible()


def api_keys(page: Page) -> None:
    key = {
        "__typename": "ApiKey", "id": "1", "name": "Nightly SIEM import", "scopes": ["READ", "EXPORT"], "hint": "x9Qa",
        "createdAt": "2026-03-01T12:00:00Z", "expiresAt": "2999-03-01T12:00:00Z", "lastUsedAt": None, "maker": "Ada",
        "suspendedAt": None,
    }  # fmt: skip
    every = ["READ", "TRIAGE", "REVEAL", "EXPORT", "MANAGE_DOMAINS", "MANAGE_EMAILS", "EMAIL_RANGES"]
    expired = {**key, "id": "2", "name": "Chat bot", "scopes": every, "expiresAt": "2026-03-02T12:00:00Z"}
    then = "2026-03-01T12:00:00Z"
    orphan = {**key, "id": "3", "name": "Old ticket system", "expiresAt": None, "maker": None, "lastUsedAt": then}
    suspended = {**key, "id": "4", "name": "Ticket system of the team in Rotterdam", "suspendedAt": then}
    answer(page, "ApiKeys", {"apiKeys": [key, expired, orphan, suspended]})
    at("/#/dashboard/settings/api", "API")(page)
    expect(page.get_by_text("Creator left")).to_be_visible()


def new_api_key(page: Page) -> None:
    at("/#/dashboard/settings/api?with=python", "API")(page)
    page.get_by_role("button", name="New key").click()
    expect(page.get_by_role("dialog", name="New API key")).to_be_visible()


def shown_api_key(page: Page) -> None:
    key = {"__typename": "ApiKey", "id": "1", "name": "Nightly SIEM import"}
    made = {"__typename": "CreateApiKeySuccess", "token": "blk_" + "Invented" * 6 + "w", "apiKey": key}
    answer(page, "CreateApiKey", {"createApiKey": made})
    new_api_key(page)
    page.get_by_role("button", name="Create key").click()
    expect(page.get_by_role("dialog", name="Your new key")).to_be_visible()


def _domain(name: str, **change: object) -> dict[str, object]:
    secret = f"{sum(name.encode()):08x}" * 4
    return {
        "__typename": "Domain",
        "id": name,
        "domain": name,
        "domainTxt": f"breachlight-verification={secret}",
        "domainTxtSecret": secret,
        "isEnabled": True,
        "isVerified": True,
        "missingSince": None,
        "dropsAt": None,
        "backfill": None,
        **change,
    }


_DOMAINS = [
    _domain("acme.example", backfill={"__typename": "Backfill", "isDone": True, "progress": 1, "found": 1204}),
    _domain(
        "acme-logistics.example", backfill={"__typename": "Backfill", "isDone": False, "progress": 0.4, "found": 37}
    ),
    _domain("borealis.test", missingSince="2026-11-20T09:00:00Z", dropsAt="2026-11-27T09:00:00Z"),
    _domain("careers.acme-international-holdings.example", isVerified=False),
    _domain("old-acme.example", isEnabled=False),
]


def domains(page: Page) -> None:
    listed = {"__typename": "DomainPage", "total": len(_DOMAINS), "results": _DOMAINS}
    answer(page, "Domains", {"domains": listed})
    at("/#/dashboard/settings/domains", "Domains")(page)
    expect(page.get_by_text("old-acme.example")).to_be_visible()


def domain_addition(page: Page) -> None:
    domains(page)
    page.get_by_role("button", name="Add domain").click()
    page.get_by_role("textbox", name="Domain").fill("co.uk")
    page.keyboard.press("Enter")
    expect(page.get_by_text("belong to different owners")).to_be_visible()


def domain_record(page: Page) -> None:
    refusal = {"__typename": "RefusedProblem", "code": "TXT_NOT_FOUND", "message": "No such TXT record is there yet."}
    answer(page, "VerifyDomain", {"verifyDomain": refusal})
    domains(page)
    page.get_by_role("button", name="Actions for careers").click()
    page.get_by_role("menuitem", name="Verify now").click()
    page.get_by_role("dialog").get_by_role("button", name="Check now").click()
    expect(page.get_by_role("dialog").get_by_text("Not verified yet")).to_be_visible()


def invite(page: Page) -> None:
    at("/#/dashboard/settings/members", "Members")(page)
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_role("dialog", name="Invite a member", exact=True)).to_be_visible()


def people(page: Page) -> None:
    at("/#/dashboard/settings/emails", "Monitored emails")(page)
    expect(page.locator("[data-row]").first).to_be_visible()
