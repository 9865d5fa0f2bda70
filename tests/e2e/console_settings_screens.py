"""How to open the screens of settings in the operator console, with invented answers."""

from typing import Any

from playwright.sync_api import Page, expect
from screen_steps import answer, at

_ON = {"LOGIN_ENABLED", "SIGNUP_ENABLED", "ORGANIZATION_SIGNUP_ENABLED", "PASSWORD_RANGES_ENABLED"}
_SWITCHES = (
    "LOGIN_ENABLED",
    "SIGNUP_ENABLED",
    "INDIVIDUAL_SIGNUP_ENABLED",
    "ORGANIZATION_SIGNUP_ENABLED",
    "PARTNER_SIGNUP_ENABLED",
    "TURNKEY_ENABLED",
    "PASSWORD_RANGES_ENABLED",
    "PUBLIC_CATALOGUE_ENABLED",
    "LEAK_PAGES_ENABLED",
    "EMAIL_RANGES_ENABLED",
    "ADDRESS_CHECK_ENABLED",
    "OPT_OUTS_ENABLED",
)


def _setting(name: str, value: str, default: str, by: str | None = None) -> dict[str, Any]:
    changed = None if by is None else "2026-11-20T09:30:00Z"
    return {
        "__typename": "ConsoleSetting",
        "name": name,
        "value": value,
        "default": default,
        "changedAt": changed,
        "changedBy": by,
    }


def _variable(name: str, text: str, default: str, **change: object) -> dict[str, Any]:
    return {
        "__typename": "ConsoleVariable",
        "name": name,
        "text": text,
        "default": default,
        "value": "",
        "isSecret": False,
        "isSet": False,
        "source": "DEFAULT",
        **change,
    }


_VARIABLES = [
    _variable(
        "BREACHLIGHT_PUBLIC_URL",
        "The address in the browser. Only this origin may call the API; with `https://`, browsers are told to insist on TLS.",
        "`http://localhost:8000`, from host and port",
        value="https://leaks.security-operations.acme-instruments.example",
        isSet=True,
        source="ENVIRONMENT",
    ),
    _variable(
        "BREACHLIGHT_SMTP_PASSWORD",
        "Password of that user.",
        "unset",
        value=None,
        isSecret=True,
        isSet=True,
        source="FILE",
    ),
    _variable(
        "BREACHLIGHT_TURNSTILE_SECRET", "Secret key of Cloudflare Turnstile.", "unset", value=None, isSecret=True
    ),
    _variable(
        "BREACHLIGHT_LOG_FORMAT", "`json` (one object per line) or `console`.", "`json`", value="json", isSet=True
    ),
]


def settings(page: Page) -> None:
    """Open settings, some of which were changed."""
    by = "orla.moss@operators.acme-instruments.example"
    shown = [_setting(name, str(name in _ON).lower(), "false", by if name in _ON else None) for name in _SWITCHES]
    shown += [
        _setting("TURNKEY_SITE_KEY", "0x4AAAAAAAinvented", "", by),
        _setting("LANGUAGE", "en", "en"),
        _setting("PASSWORD_RANGES_MINIMUM", "3", "1", "root"),
    ]
    found = {"__typename": "ConsoleSettings", "version": "1", "settings": shown, "variables": _VARIABLES}
    answer(page, "ConsoleSettings", {"console": {"__typename": "OperatorConsole", "settings": found}})
    at("/#/console/settings", "Settings")(page)
    expect(page.get_by_text("BREACHLIGHT_LOG_FORMAT")).to_be_visible()


def settings_question(page: Page) -> None:
    """Ask what turning the password ranges off means."""
    settings(page)
    page.get_by_role("switch").nth(6).click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
