"""The screens to check: their visitors and how to open them."""

from collections.abc import Callable

from console_screen_list import CONSOLE_SCREENS
from incident_screens import (
    inbox,
    inbox_closing,
    inbox_groups,
    inbox_selection,
    incident,
    incident_history,
    incident_operations,
)
from lookup_screens import (
    address_check,
    address_check_sent,
    opt_out,
    opt_out_confirm,
)
from notification_screens import no_notifications, notifications
from pages import OVERVIEW, PORTALS, WORKFORCE
from playwright.sync_api import Page, expect
from product import INDIVIDUAL, ORGANIZATION
from screen import Screen
from screen_steps import MFA_REQUIRED, answer, answer_lists_with, at, legal, list_at
from settings_screens import (
    api_keys,
    bulk_disclosure,
    deletion,
    device_setup,
    domain_addition,
    domain_record,
    domains,
    invite,
    new_api_key,
    people,
    shown_api_key,
)


def _failed_text(page: Page) -> None:
    answer_lists_with(page, "Promise.resolve(Response.json({ errors: [{ message: 'Away.' }] }))", of="PrivacyPolicy")
    at("/#/legal/privacy", "Privacy Policy")(page)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def _overview(page: Page) -> None:
    at("/#/dashboard?days=365", OVERVIEW)(page)
    page.get_by_role("figure").locator("rect").first.wait_for()


def _overview_table(page: Page) -> None:
    _overview(page)
    page.get_by_text("Table", exact=True).click()
    expect(page.get_by_role("table", name="Detections per day")).to_be_visible()


def _overview_severity(page: Page) -> None:
    _overview(page)
    page.get_by_text("Severity", exact=True).click()
    page.get_by_text("Weekly", exact=True).click()
    page.get_by_role("figure").locator("rect.fill-severity-high-text").first.wait_for()


def _overview_of_individual(page: Page) -> None:
    _overview(page)
    page.get_by_role("heading", name="What to do").wait_for()


_workforce = list_at("/#/dashboard/alerts", WORKFORCE)


def _drawer(page: Page) -> None:
    _workforce(page)
    page.locator("[data-row-opener]").first.click()
    expect(page.get_by_role("heading", name="What was leaked")).to_be_visible()


def _history(page: Page) -> None:
    _drawer(page)
    page.get_by_role("tab", name="History").scroll_into_view_if_needed()
    expect(page.get_by_role("list", name="History").get_by_text("Detected in")).to_be_visible()


def _person(page: Page) -> None:
    people(page)
    page.get_by_role("link", name="acme.example").first.click()
    expect(page.get_by_role("heading", name="Timeline")).to_be_visible()


def _report(page: Page) -> None:
    at("/#/dashboard/reports", "Reports")(page)
    page.get_by_role("table").get_by_role("link").first.click()
    page.get_by_role("figure").wait_for()


def _devices(page: Page) -> None:
    at("/#/dashboard/devices", "Infected devices")(page)
    page.locator("[data-row-opener]").first.wait_for()


def _device(page: Page) -> None:
    _devices(page)
    page.locator("[data-row-opener]").first.click()
    expect(page.get_by_role("heading", name="About this device")).to_be_visible()
    page.locator("[data-row-opener]").first.wait_for()


def _leaks(page: Page) -> None:
    at("/#/dashboard/leaks", "Leaks")(page)
    page.locator("[data-row-opener]").first.wait_for()


def _people(page: Page) -> None:
    at("/#/dashboard/people", "People")(page)
    page.get_by_role("link", name="acme.example").first.wait_for()


def _palette(page: Page) -> None:
    _workforce(page)
    page.keyboard.press("Control+k")
    expect(page.get_by_role("option").first).to_be_visible()


def _shortcuts(page: Page) -> None:
    _workforce(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


def _filter_menu(page: Page) -> None:
    list_at("/#/dashboard/alerts?state=all&severity=medium&url=.example", WORKFORCE)(page)
    page.get_by_role("button", name="Add filter").click()
    expect(page.get_by_role("menuitem", name="Severity")).to_be_visible()


def _export_of_list(page: Page) -> None:
    _workforce(page)
    page.get_by_role("button", name="Columns").click()
    page.get_by_role("menuitem", name="Export this list").click()


def _export(page: Page) -> None:
    limits = {"__typename": "Account", "id": "invented", "isBulkDisclosureEnabled": True}
    answer(page, "ExportLimits", {"viewer": limits})
    _export_of_list(page)
    page.get_by_role("checkbox", name="Include leaked passwords").check()
    expect(page.get_by_text("Anyone with this file")).to_be_visible()


def _limited_export(page: Page) -> None:
    _export_of_list(page)
    expect(page.get_by_text("Only one password at a time")).to_be_visible()


def _reauthentication(page: Page) -> None:
    refused = {
        "__typename": "ReauthenticationRequiredProblem",
        "message": "Again.",
        "code": "REAUTHENTICATION_REQUIRED",
    }
    answer(page, "RevealPassword", {"revealPassword": refused})
    answer(page, "Reauthenticate", {"reauthenticate": {**MFA_REQUIRED, "methods": ["DEVICE", "EMAIL"]}})
    _drawer(page)
    page.get_by_role("button", name="Show password").click()
    question = page.get_by_role("dialog", name="Confirm your password")
    question.get_by_label("Password", exact=True).fill("invented-password-1")
    question.get_by_role("button", name="Confirm").click()
    expect(question.get_by_label("Enter Device Code")).to_be_visible()


def _selection(page: Page) -> None:
    list_at("/#/dashboard/alerts?state=all", WORKFORCE)(page)
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
    at("/#/auth/login", "Log in to Breachlight")(page)
    page.get_by_label("Email").fill("nobody@breachlight.example")
    page.get_by_label("Password", exact=True).fill("not-the-password-1")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("form").get_by_text("Incorrect")).to_be_visible()


def _failed_list(page: Page) -> None:
    answer_lists_with(page, "Promise.resolve(Response.json({ errors: [{ message: 'The database is away.' }] }))")
    at("/#/dashboard/alerts", WORKFORCE)(page)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def _loading_list(page: Page) -> None:
    answer_lists_with(page, "new Promise(() => {})")
    at("/#/dashboard/alerts", WORKFORCE)(page)
    expect(page.locator("[aria-busy=true]")).to_be_visible()


def _second_factor(*methods: str, press: tuple[str, ...] = (), heading: str) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        answer(page, "Login", {"login": {**MFA_REQUIRED, "methods": methods}})
        answer(page, "SendMfaEmail", {"sendMfaEmail": {"__typename": "MessageSuccess", "message": "Sent."}})
        at("/#/auth/login", "Log in to Breachlight")(page)
        page.get_by_role("button", name="Continue").click()
        for name in press:
            page.get_by_role("button", name=name).click()
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()

    return show


def _magic_link_request(page: Page) -> None:
    at("/#/auth/login", "Log in to Breachlight")(page)
    page.get_by_role("button", name="Email me a login link").click()
    expect(page.get_by_role("button", name="Send link")).to_be_visible()


def _help(page: Page) -> None:
    at("/#/dashboard/help-support", "Help and support")(page)
    page.get_by_role("button", name="long random string").click()
    expect(page.get_by_role("link", name="hash analyzer")).to_be_visible()


def _support(page: Page) -> None:
    at("/#/dashboard/help-support", "Help and support")(page)
    page.get_by_role("button", name="Contact support").click()
    expect(page.get_by_role("dialog").get_by_role("textbox", name="Message")).to_be_visible()


def _invitation(page: Page) -> None:
    invitation = {
        "email": "ida.moss@people.test",
        "role": "ANALYST",
        "organization": "Acme",
        "invitedBy": "Ada Example",
    }
    answer(page, "Invitation", {"invitation": {"__typename": "OpenInvitation", **invitation, "advice": None}})
    at("/#/auth/invitation?token=t", "Join Acme on Breachlight")(page)


def _graphiql(page: Page) -> None:
    page.goto("/graphql")
    expect(page.locator(".graphiql-query-editor .view-line").first).to_be_visible()


SCREENS = [
    Screen("home", None, at("/#/", "Know which of your logins have leaked")),
    Screen("log-in", None, at("/#/auth/login", "Log in to Breachlight")),
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
    Screen("log-in-link", None, at("/#/auth/m?token=invented", "Log in to Breachlight")),
    Screen("password-check", None, at("/#/password-check", "Has a password leaked?")),
    Screen("address-check", None, address_check),
    Screen("address-check-sent", None, address_check_sent, alone=True),
    Screen("opt-out", None, opt_out),
    Screen("opt-out-confirm", None, opt_out_confirm, alone=True),
    Screen("reset-request", None, at("/#/auth/reset-password", "Reset your password")),
    Screen("reset-check-email", None, at("/#/auth/reset-password/check-email", "Check your email")),
    Screen("reset-confirm", None, at("/#/auth/reset-password/confirm?uid=u&token=t", "Set a new password")),
    Screen("reset-success", None, at("/#/auth/reset-password/success", "Password Reset Successful")),
    Screen("reset-failure", None, at("/#/auth/reset-password/failure", "Password Reset Failed")),
    Screen("terms", None, legal("/#/legal/terms-of-use", "Terms of Use")),
    Screen("privacy", None, legal("/#/legal/privacy", "Privacy Policy")),
    Screen("privacy-failed", None, _failed_text, alone=True),
    Screen("not-found", None, at("/#/nowhere", "Not found")),
    Screen("inbox", ORGANIZATION, inbox),
    Screen("inbox-groups", ORGANIZATION, inbox_groups),
    Screen("inbox-selection", ORGANIZATION, inbox_selection),
    Screen("inbox-closing", ORGANIZATION, inbox_closing),
    Screen("inbox-empty", ORGANIZATION, at("/#/dashboard/incidents?tab=waiting", "Inbox")),
    Screen("incident", ORGANIZATION, incident),
    Screen("incident-history", ORGANIZATION, incident_history),
    Screen("incident-operations", ORGANIZATION, incident_operations, alone=True),
    Screen("overview", ORGANIZATION, _overview),
    Screen("overview-table", ORGANIZATION, _overview_table),
    Screen("overview-severity", ORGANIZATION, _overview_severity),
    Screen("overview-individual", INDIVIDUAL, _overview_of_individual),
    Screen("workforce", ORGANIZATION, _workforce),
    Screen("portals", ORGANIZATION, list_at("/#/dashboard/alerts-domain", PORTALS)),
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
    Screen("bell", ORGANIZATION, notifications, alone=True),
    Screen("bell-empty", ORGANIZATION, no_notifications, alone=True),
    Screen("navigation", ORGANIZATION, _navigation, by_width=True, alone=True),
    Screen("reports", ORGANIZATION, at("/#/dashboard/reports", "Reports")),
    Screen("report", ORGANIZATION, _report),
    Screen("leak", ORGANIZATION, at("/#/dashboard/leaks/lantern-logs", "Lantern Logs")),
    Screen("leaks", ORGANIZATION, _leaks),
    Screen("person", ORGANIZATION, _person),
    Screen("people", ORGANIZATION, _people),
    Screen("device", ORGANIZATION, _device),
    Screen("devices", ORGANIZATION, _devices),
    Screen("no-match", ORGANIZATION, at("/#/dashboard/alerts?search=nothing-like-it", WORKFORCE)),
    Screen("empty", INDIVIDUAL, at("/#/dashboard/alerts-domain", PORTALS)),
    Screen("failed", ORGANIZATION, _failed_list, alone=True),
    Screen("loading", ORGANIZATION, _loading_list, alone=True),
    Screen("settings-account", ORGANIZATION, at("/#/dashboard/settings/account", "Account")),
    Screen("settings-delete-account", ORGANIZATION, deletion),
    Screen("settings-security", ORGANIZATION, at("/#/dashboard/settings/security", "Security")),
    Screen("settings-bulk-disclosure", ORGANIZATION, bulk_disclosure),
    Screen("settings-second-factor", INDIVIDUAL, device_setup),
    Screen("settings-api", ORGANIZATION, api_keys, alone=True),
    Screen("settings-api-none", INDIVIDUAL, at("/#/dashboard/settings/api", "API")),
    Screen("settings-api-new", INDIVIDUAL, new_api_key),
    Screen("settings-api-shown", ORGANIZATION, shown_api_key, alone=True),
    Screen("settings-domains", ORGANIZATION, domains, alone=True),
    Screen("settings-domain-addition", ORGANIZATION, domain_addition, alone=True),
    Screen("settings-domain-record", ORGANIZATION, domain_record, alone=True),
    Screen("settings-notifications", ORGANIZATION, at("/#/dashboard/settings/notifications", "Notifications")),
    Screen("help", ORGANIZATION, _help),
    Screen("help-support", INDIVIDUAL, _support),
    Screen("unsubscribe", None, at("/#/unsubscribe?token=invented", "Unsubscribe from detection emails?")),
    Screen("settings-members", ORGANIZATION, at("/#/dashboard/settings/members", "Members")),
    Screen("settings-invite", ORGANIZATION, invite),
    Screen("settings-emails", ORGANIZATION, people),
    Screen("settings-emails-individual", INDIVIDUAL, at("/#/dashboard/settings/emails", "Monitored emails")),
    Screen("invitation", None, _invitation, alone=True),
    Screen("monitored-email", None, at("/#/auth/monitored-email?uid=u&token=t", "Confirm monitoring of this address")),
    *CONSOLE_SCREENS,
    Screen("graphiql", ORGANIZATION, _graphiql, by_width=True, alone=True),  # it takes the theme when it is loaded
]
