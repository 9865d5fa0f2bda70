"""The screens to check: their visitors and how to open them."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from pages import OVERVIEW, PORTALS, WORKFORCE
from playwright.sync_api import Page, expect
from product import INDIVIDUAL, ORGANIZATION


@dataclass(frozen=True)
class Screen:
    """A screen: who sees it, and how it is brought up."""

    name: str
    who: str | None
    show: Callable[[Page], None]
    # It is another screen in another width: come to it again there, instead of giving the window another size.
    by_width: bool = False
    # It gives answers of its own, or keeps what was chosen: it needs a page that has loaded nothing yet, and leaves none.
    alone: bool = False


def _at(path: str, heading: str) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        page.goto(path)
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()

    return show


def _list(path: str, heading: str) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        _at(path, heading)(page)
        expect(page.locator("[data-row]")).to_have_count(10)

    return show


def _legal(path: str, heading: str) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        _at(path, heading)(page)
        expect(page.get_by_role("heading", level=2).first).to_be_visible()

    return show


def _failed_text(page: Page) -> None:
    _answer_lists_with(page, "Promise.resolve(Response.json({ errors: [{ message: 'Away.' }] }))", of="PrivacyPolicy")
    _at("/#/legal/privacy", "Privacy Policy")(page)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def _overview(page: Page) -> None:
    _at("/#/dashboard?days=365", OVERVIEW)(page)
    page.get_by_role("figure").locator("rect").first.wait_for()


def _overview_table(page: Page) -> None:
    _overview(page)
    page.get_by_text("Table", exact=True).click()
    expect(page.get_by_role("table", name="Detections per day")).to_be_visible()


_workforce = _list("/#/dashboard/alerts", WORKFORCE)


def _drawer(page: Page) -> None:
    _workforce(page)
    page.locator("[data-row-opener]").first.click()
    expect(page.get_by_role("dialog").get_by_role("heading", name="What was leaked")).to_be_visible()


def _history(page: Page) -> None:
    _drawer(page)
    history = page.get_by_role("dialog").get_by_role("heading", name="Notes and history")
    history.scroll_into_view_if_needed()
    expect(page.get_by_role("dialog").get_by_text("Detected in")).to_be_visible()


def _palette(page: Page) -> None:
    _workforce(page)
    page.keyboard.press("Control+k")
    expect(page.get_by_role("option").first).to_be_visible()


def _shortcuts(page: Page) -> None:
    _workforce(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


def _filter_menu(page: Page) -> None:
    _list("/#/dashboard/alerts?state=all&severity=medium&url=.example", WORKFORCE)(page)
    page.get_by_role("button", name="Add filter").click()
    expect(page.get_by_role("menuitem", name="Severity")).to_be_visible()


def _export_of_list(page: Page) -> None:
    _workforce(page)
    page.get_by_role("button", name="Columns").click()
    page.get_by_role("menuitem", name="Export this list").click()


def _export(page: Page) -> None:
    limits = {"__typename": "Account", "id": "invented", "isBulkDisclosureEnabled": True}
    _answer(page, "ExportLimits", {"viewer": limits})
    _export_of_list(page)
    page.get_by_role("checkbox", name="Include leaked passwords").check()
    expect(page.get_by_text("Anyone with this file")).to_be_visible()


def _limited_export(page: Page) -> None:
    _export_of_list(page)
    expect(page.get_by_text("Only one password at a time")).to_be_visible()


def _bulk_disclosure(page: Page) -> None:
    _at("/#/dashboard/settings/security", "Security")(page)
    page.get_by_role("switch", name="Allow several passwords at once").click()
    expect(page.get_by_role("alertdialog", name="Turn on bulk disclosure?")).to_be_visible()


def _reauthentication(page: Page) -> None:
    refused = {
        "__typename": "ReauthenticationRequiredProblem",
        "message": "Again.",
        "code": "REAUTHENTICATION_REQUIRED",
    }
    _answer(page, "RevealPassword", {"revealPassword": refused})
    _answer(page, "Reauthenticate", {"reauthenticate": {**_MFA_REQUIRED, "methods": ["DEVICE", "EMAIL"]}})
    _drawer(page)
    page.get_by_role("button", name="Show password").click()
    question = page.get_by_role("dialog", name="Confirm your password")
    question.get_by_label("Password", exact=True).fill("invented-password-1")
    question.get_by_role("button", name="Confirm").click()
    expect(question.get_by_label("Enter Device Code")).to_be_visible()


def _selection(page: Page) -> None:
    _list("/#/dashboard/alerts?state=all", WORKFORCE)(page)
    for index in range(3):
        page.get_by_role("checkbox", name="Select detection for").nth(index).check()
    expect(page.get_by_text("3 selected")).to_be_visible()


def _menu(page: Page) -> None:
    _workforce(page)
    page.get_by_role("button", name="Account menu").click()
    page.get_by_role("menuitem", name="Theme").press("ArrowRight")
    expect(page.get_by_role("menuitemradio", name="Match browser")).to_be_visible()


def _navigation(page: Page) -> None:
    _workforce(page)
    opener = page.get_by_role("button", name="Open menu")
    if opener.is_visible():
        opener.click()
    else:
        page.get_by_role("button", name="Collapse sidebar").click()
    expect(page.get_by_role("link", name="Portals")).to_be_visible()


def _refused_login(page: Page) -> None:
    _at("/#/auth/login", "Log in to Breachlight")(page)
    page.get_by_label("Email").fill("nobody@breachlight.example")
    page.get_by_label("Password", exact=True).fill("not-the-password-1")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("form").get_by_text("Incorrect")).to_be_visible()


def _failed_list(page: Page) -> None:
    _answer_lists_with(page, "Promise.resolve(Response.json({ errors: [{ message: 'The database is away.' }] }))")
    _at("/#/dashboard/alerts", WORKFORCE)(page)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def _loading_list(page: Page) -> None:
    _answer_lists_with(page, "new Promise(() => {})")
    _at("/#/dashboard/alerts", WORKFORCE)(page)
    expect(page.locator("[aria-busy=true]")).to_be_visible()


def _answer_lists_with(page: Page, promise: str, of: str = "DetectionList") -> None:
    """Give this promise for every list (or other question). Not by a route: one left open as its page closes spoils those of later tests."""
    page.add_init_script(
        f"""const answered = window.fetch;
        window.fetch = (url, init) =>
            String(init?.body).includes('{of}') ? {promise} : answered(url, init);"""
    )


def _second_factor(*methods: str, press: tuple[str, ...] = (), heading: str) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        _answer(page, "Login", {"login": {**_MFA_REQUIRED, "methods": methods}})
        _answer(page, "SendMfaEmail", {"sendMfaEmail": {"__typename": "MessageSuccess", "message": "Sent."}})
        _at("/#/auth/login", "Log in to Breachlight")(page)
        page.get_by_role("button", name="Continue").click()
        for name in press:
            page.get_by_role("button", name=name).click()
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()

    return show


_MFA_REQUIRED = {
    "__typename": "MfaRequired",
    "message": "MFA required",
    "code": "MFA_REQUIRED",
    "emailToken": "invented",
}


def _magic_link_request(page: Page) -> None:
    _at("/#/auth/login", "Log in to Breachlight")(page)
    page.get_by_role("button", name="Email me a login link").click()
    expect(page.get_by_role("button", name="Send link")).to_be_visible()


def _answer(page: Page, operation: str, data: object) -> None:
    """Give this answer to every operation of a name, so that the screen after it needs no account of its own."""
    page.add_init_script(
        f"""{{ const answered = window.fetch;
        window.fetch = (url, init) => String(init?.body).includes('"operationName":"{operation}"')
            ? Promise.resolve(Response.json({json.dumps({"data": data})})) : answered(url, init); }}"""
    )


def _device_setup(page: Page) -> None:
    _at("/#/dashboard/settings/security", "Security")(page)
    page.get_by_role("switch", name="Device Setup").click()
    expect(page.get_by_role("dialog").get_by_role("img", name="QR code")).to_be_visible()


def _deletion(page: Page) -> None:
    _at("/#/dashboard/settings/account", "Account")(page)
    page.get_by_role("button", name="Delete account").click()
    expect(page.get_by_role("dialog", name="Delete this account?")).to_be_visible()


def _api_keys(page: Page) -> None:
    key = {
        "__typename": "ApiKey", "id": "1", "name": "Nightly SIEM import", "scopes": ["READ", "EXPORT"], "hint": "x9Qa",
        "createdAt": "2026-03-01T12:00:00Z", "expiresAt": "2999-03-01T12:00:00Z", "lastUsedAt": None, "maker": "Ada",
        "suspendedAt": None,
    }  # fmt: skip
    every = ["READ", "TRIAGE", "REVEAL", "EXPORT", "MANAGE_DOMAINS", "MANAGE_EMAILS"]
    expired = {**key, "id": "2", "name": "Chat bot", "scopes": every, "expiresAt": "2026-03-02T12:00:00Z"}
    at = "2026-03-01T12:00:00Z"
    orphan = {**key, "id": "3", "name": "Old ticket system", "expiresAt": None, "maker": None, "lastUsedAt": at}
    suspended = {**key, "id": "4", "name": "Ticket system of the team in Rotterdam", "suspendedAt": at}
    _answer(page, "ApiKeys", {"apiKeys": [key, expired, orphan, suspended]})
    _at("/#/dashboard/settings/api", "API")(page)
    expect(page.get_by_text("Creator left")).to_be_visible()


def _new_api_key(page: Page) -> None:
    _at("/#/dashboard/settings/api?with=python", "API")(page)
    page.get_by_role("button", name="New key").click()
    expect(page.get_by_role("dialog", name="New API key")).to_be_visible()


def _shown_api_key(page: Page) -> None:
    key = {"__typename": "ApiKey", "id": "1", "name": "Nightly SIEM import"}
    made = {"__typename": "CreateApiKeySuccess", "token": "blk_" + "Invented" * 6 + "w", "apiKey": key}
    _answer(page, "CreateApiKey", {"createApiKey": made})
    _new_api_key(page)
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


def _domains(page: Page) -> None:
    listed = {"__typename": "DomainPage", "total": len(_DOMAINS), "results": _DOMAINS}
    _answer(page, "Domains", {"domains": listed})
    _at("/#/dashboard/settings/domains", "Domains")(page)
    expect(page.get_by_text("old-acme.example")).to_be_visible()


def _domain_addition(page: Page) -> None:
    _domains(page)
    page.get_by_role("button", name="Add domain").click()
    page.get_by_role("textbox", name="Domain").fill("co.uk")
    page.keyboard.press("Enter")
    expect(page.get_by_text("belong to different owners")).to_be_visible()


def _domain_record(page: Page) -> None:
    refusal = {"__typename": "RefusedProblem", "code": "TXT_NOT_FOUND", "message": "No such TXT record is there yet."}
    _answer(page, "VerifyDomain", {"verifyDomain": refusal})
    _domains(page)
    page.get_by_role("button", name="Actions for careers").click()
    page.get_by_role("menuitem", name="Verify now").click()
    page.get_by_role("dialog").get_by_role("button", name="Check now").click()
    expect(page.get_by_role("dialog").get_by_text("Not verified yet")).to_be_visible()


def _help(page: Page) -> None:
    _at("/#/dashboard/help-support", "Help and support")(page)
    page.get_by_role("button", name="long random string").click()
    expect(page.get_by_role("link", name="hash analyzer")).to_be_visible()


def _support(page: Page) -> None:
    _at("/#/dashboard/help-support", "Help and support")(page)
    page.get_by_role("button", name="Contact support").click()
    expect(page.get_by_role("dialog").get_by_role("textbox", name="Message")).to_be_visible()


def _invite(page: Page) -> None:
    _at("/#/dashboard/settings/members", "Members")(page)
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_role("dialog", name="Invite a member", exact=True)).to_be_visible()


def _people(page: Page) -> None:
    _at("/#/dashboard/settings/emails", "Monitored emails")(page)
    expect(page.locator("[data-row]").first).to_be_visible()


def _invitation(page: Page) -> None:
    invitation = {
        "email": "ida.moss@people.test",
        "role": "ANALYST",
        "organization": "Acme",
        "invitedBy": "Ada Example",
    }
    _answer(page, "Invitation", {"invitation": {"__typename": "OpenInvitation", **invitation, "advice": None}})
    _at("/#/auth/invitation?token=t", "Join Acme on Breachlight")(page)


def _graphiql(page: Page) -> None:
    page.goto("/graphql")
    expect(page.locator(".graphiql-query-editor .view-line").first).to_be_visible()


SCREENS = [
    Screen("home", None, _at("/#/", "Know which of your logins have leaked")),
    Screen("log-in", None, _at("/#/auth/login", "Log in to Breachlight")),
    Screen("log-in-refused", None, _refused_login),
    Screen("log-in-choice", None, _second_factor("DEVICE", "EMAIL", heading="Verify it's you"), alone=True),
    Screen("log-in-device-code", None, _second_factor("DEVICE", heading="Enter your code"), alone=True),
    Screen(
        "log-in-email-code",
        None,
        _second_factor("EMAIL", "DEVICE", press=("Use Email Code",), heading="Enter your code"),
        alone=True,
    ),
    Screen(
        "log-in-recovery-code",
        None,
        _second_factor("DEVICE", press=("Use a recovery code",), heading="Use a recovery code"),
        alone=True,
    ),
    Screen("log-in-link-request", None, _magic_link_request),
    Screen("log-in-link", None, _at("/#/auth/m?token=invented", "Log in to Breachlight")),
    Screen("reset-request", None, _at("/#/auth/reset-password", "Reset your password")),
    Screen("reset-check-email", None, _at("/#/auth/reset-password/check-email", "Check your email")),
    Screen("reset-confirm", None, _at("/#/auth/reset-password/confirm?uid=u&token=t", "Set a new password")),
    Screen("reset-success", None, _at("/#/auth/reset-password/success", "Password Reset Successful")),
    Screen("reset-failure", None, _at("/#/auth/reset-password/failure", "Password Reset Failed")),
    Screen("terms", None, _legal("/#/legal/terms-of-use", "Terms of Use")),
    Screen("privacy", None, _legal("/#/legal/privacy", "Privacy Policy")),
    Screen("privacy-failed", None, _failed_text, alone=True),
    Screen("not-found", None, _at("/#/nowhere", "Not found")),
    Screen("overview", ORGANIZATION, _overview),
    Screen("overview-table", ORGANIZATION, _overview_table),
    Screen("workforce", ORGANIZATION, _workforce),
    Screen("portals", ORGANIZATION, _list("/#/dashboard/alerts-domain", PORTALS)),
    Screen("detection", ORGANIZATION, _drawer),
    Screen("detection-history", ORGANIZATION, _history),
    Screen("selection", ORGANIZATION, _selection),
    Screen("filter-menu", ORGANIZATION, _filter_menu),
    Screen("export", ORGANIZATION, _export, alone=True),
    Screen("export-limited", ORGANIZATION, _limited_export),
    Screen("reauthentication", ORGANIZATION, _reauthentication, alone=True),
    Screen("palette", ORGANIZATION, _palette),
    Screen("shortcuts", ORGANIZATION, _shortcuts),
    Screen("user-menu", ORGANIZATION, _menu),
    Screen("navigation", ORGANIZATION, _navigation, by_width=True, alone=True),
    Screen("no-match", ORGANIZATION, _at("/#/dashboard/alerts?search=nothing-like-it", WORKFORCE)),
    Screen("empty", INDIVIDUAL, _at("/#/dashboard/alerts-domain", PORTALS)),
    Screen("failed", ORGANIZATION, _failed_list, alone=True),
    Screen("loading", ORGANIZATION, _loading_list, alone=True),
    Screen("settings-account", ORGANIZATION, _at("/#/dashboard/settings/account", "Account")),
    Screen("settings-delete-account", ORGANIZATION, _deletion),
    Screen("settings-security", ORGANIZATION, _at("/#/dashboard/settings/security", "Security")),
    Screen("settings-bulk-disclosure", ORGANIZATION, _bulk_disclosure),
    Screen("settings-second-factor", INDIVIDUAL, _device_setup),
    Screen("settings-api", ORGANIZATION, _api_keys, alone=True),
    Screen("settings-api-none", INDIVIDUAL, _at("/#/dashboard/settings/api", "API")),
    Screen("settings-api-new", INDIVIDUAL, _new_api_key),
    Screen("settings-api-shown", ORGANIZATION, _shown_api_key, alone=True),
    Screen("settings-domains", ORGANIZATION, _domains, alone=True),
    Screen("settings-domain-addition", ORGANIZATION, _domain_addition, alone=True),
    Screen("settings-domain-record", ORGANIZATION, _domain_record, alone=True),
    Screen("settings-notifications", ORGANIZATION, _at("/#/dashboard/settings/notifications", "Notifications")),
    Screen("help", ORGANIZATION, _help),
    Screen("help-support", INDIVIDUAL, _support),
    Screen("unsubscribe", None, _at("/#/unsubscribe?token=invented", "Unsubscribe from detection emails?")),
    Screen("settings-members", ORGANIZATION, _at("/#/dashboard/settings/members", "Members")),
    Screen("settings-invite", ORGANIZATION, _invite),
    Screen("settings-emails", ORGANIZATION, _people),
    Screen("settings-emails-individual", INDIVIDUAL, _at("/#/dashboard/settings/emails", "Monitored emails")),
    Screen("invitation", None, _invitation, alone=True),
    Screen("monitored-email", None, _at("/#/auth/monitored-email?uid=u&token=t", "Confirm monitoring of this address")),
    Screen("graphiql", ORGANIZATION, _graphiql, by_width=True, alone=True),  # it takes the theme when it is loaded
]
