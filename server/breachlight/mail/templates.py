"""Email templates: a shape per kind, texts from a catalogue, and one layout as text and HTML."""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from breachlight.config import get_settings
from breachlight.kit.messages.catalogues import DEFAULT_LANGUAGE, is_right_to_left
from breachlight.mail.models import MailKind, Subscription

_FOLDER = Path(__file__).parent
_LONGEST_NAME = 60
_LONGEST_VALUE = 2000
_LONGEST_SUBJECT = 200
_LONGEST_LIST = 1800
# A sign-up could otherwise send anybody a mail that begins with an advertisement.
_ADVERTISES = re.compile(r"//|\bwww\.|@|[\w-]\.[^\W\d_]{2,}", re.IGNORECASE)
_SECURITY_FACTS = ("time", "device", "address")
_RESET_PAGE = "/auth/reset-password"
_DOMAINS_PAGE = "/dashboard/settings/domains"
_SECURITY_PAGE = "/dashboard/settings/security"
# Values with a translation, each with the list of them in the catalogue.
_TRANSLATED = {
    "role": "roles",
    "method": "methods",
    "severity": "severities",
    "topic": "topics",
    "reason": "reasons",
    "channel": "channels",
    "selection": "selections",
    "step": "steps",
    "page": "pages",
    "note": "notes",
    "choice": "choices",
    "decision": "decisions",
}


@dataclass(frozen=True, slots=True)
class Shape:
    """The values and options of a kind of email.

    ``values`` must come with it. ``facts`` are shown as a table; those of a security notice may be empty, and ``time`` fills
    itself in. The button leads to the value ``link``, unless ``page`` names a route of the client. What is not ``urgent`` goes
    out behind everything that is. A mail that could not be delivered while it was ``useful_for`` something is given up.
    ``anybody`` says that anyone who knows an address can trigger it; ``refusable`` with which others its recipient can turn it off.
    """

    values: tuple[str, ...]
    facts: tuple[str, ...] = ()
    page: str | None = None
    urgent: bool = True
    useful_for: timedelta = timedelta(days=1)
    anybody: bool = False
    refusable: Subscription | None = None


_CODE = timedelta(minutes=10)
_PARTNER = (
    "first_name",
    "last_name",
    "email",
    "phone",
    "title",
    "company_name",
    "company_size",
    "company_link",
    "preference",
)
# Counts are empty where there is nothing in a list, as are names; ``severity`` is the level of the worst alert and ``step``
# what to do about it first; ``target`` is who or what the alerts concern, on one short line since the subject contains it;
# ``page``, incident or inbox, is what the link opens.
_ALERTS = Shape(
    (
        "name",
        "account",
        "target",
        "total",
        "workforce",
        "portals",
        "severity",
        "addresses",
        "sites",
        "leaks",
        "step",
        "page",
        "link",
    ),
    ("account", "workforce", "portals", "severity", "addresses", "sites", "leaks"),
    urgent=False,
    useful_for=timedelta(days=3),
    refusable=Subscription.ALERTS,
)
_BACKFILL = Shape(
    ("name", "watched", "found"),
    ("watched", "found"),
    "/dashboard",
    urgent=False,
    useful_for=timedelta(days=3),
    refusable=Subscription.ALERTS,
)
_MFA_REQUIREMENT = Shape(
    ("name", "organization", "requester"), ("organization", "requester", "time"), "/dashboard/settings/security"
)
_SWITCHED = Shape(("name", "person", "address"), ("person", "time", "address"), _SECURITY_PAGE)
_SUPPORT = ("email", "first_name", "last_name", "company_name", "topic", "subject", "message", "file")
# The values that ``send_mail`` wants for each kind. Where somebody acted, ``device`` is what ``device_of`` says of their
# browser and ``address`` their IP address; ``method`` is "device" or "email", ``role`` a member's or "none".
# ``day`` is a date as in 2026-11-21, ``reason`` a RevocationReason of ``domains.revocation``.
SHAPES: Mapping[MailKind, Shape] = {
    MailKind.VERIFY_EMAIL: Shape(("name", "link", "hours"), anybody=True),
    MailKind.SIGN_UP_WITH_KNOWN_EMAIL: Shape(("name",), page="/auth/login", anybody=True),
    MailKind.RESET_PASSWORD: Shape(("name", "link", "minutes"), useful_for=timedelta(hours=1), anybody=True),
    MailKind.PASSWORD_NEEDED: Shape(("name", "link", "minutes"), useful_for=timedelta(hours=1), anybody=True),
    MailKind.PASSWORD_CHANGED: Shape(("name", "device", "address"), _SECURITY_FACTS, _RESET_PAGE),
    MailKind.MAGIC_LINK: Shape(("name", "link", "minutes"), useful_for=timedelta(minutes=15), anybody=True),
    MailKind.LOGIN_CODE: Shape(("name", "code", "minutes"), useful_for=_CODE),
    MailKind.MFA_CODE: Shape(("name", "code", "minutes"), useful_for=_CODE),
    MailKind.MFA_ENABLED: Shape(("name", "method", "device", "address"), ("method", *_SECURITY_FACTS), _RESET_PAGE),
    MailKind.MFA_DISABLED: Shape(("name", "method", "device", "address"), ("method", *_SECURITY_FACTS), _RESET_PAGE),
    MailKind.RECOVERY_CODES_CREATED: Shape(("name", "device", "address"), _SECURITY_FACTS, _RESET_PAGE),
    MailKind.RECOVERY_CODE_USED: Shape(("name", "remaining", "device", "address"), _SECURITY_FACTS, _RESET_PAGE),
    MailKind.SESSION_STOLEN: Shape(("name", "device", "address"), _SECURITY_FACTS, _RESET_PAGE),
    MailKind.API_KEY_CREATED: Shape(
        ("name", "key_name", "device", "address"), ("key_name", *_SECURITY_FACTS), "/dashboard/settings/api"
    ),
    MailKind.API_KEYS_SUSPENDED: Shape(("name",), ("time",), "/dashboard/settings/api", useful_for=timedelta(days=7)),
    MailKind.RECOVERY_CODES_VOIDED: Shape(
        ("name",), ("time",), "/dashboard/settings/security", useful_for=timedelta(days=7)
    ),
    MailKind.BULK_DISCLOSURE: Shape(
        ("name", "total", "person", "key_name", "channel", "selection", "filter", "address"),
        ("person", "key_name", "time", "channel", "selection", "filter", "address"),
        _SECURITY_PAGE,
    ),
    MailKind.BULK_DISCLOSURE_ENABLED: _SWITCHED,
    MailKind.BULK_DISCLOSURE_DISABLED: _SWITCHED,
    MailKind.BACKFILL_DONE: _BACKFILL,
    MailKind.BACKFILLS_DONE: _BACKFILL,
    MailKind.BACKFILL_STOPPED: _BACKFILL,
    MailKind.DOMAIN_RECORD_MISSING: Shape(
        ("name", "domain", "record", "day"), ("domain", "record", "day"), _DOMAINS_PAGE, useful_for=timedelta(days=7)
    ),
    MailKind.DOMAIN_LOST: Shape(
        ("name", "domain", "reason"), ("domain", "reason", "time"), _DOMAINS_PAGE, useful_for=timedelta(days=7)
    ),
    MailKind.ACCOUNT_DELETED: Shape(("name",), ("time",)),
    MailKind.INVITATION: Shape(
        ("organization", "inviter", "role", "link", "days"),
        ("organization", "inviter", "role"),
        useful_for=timedelta(days=7),
        anybody=True,
    ),
    MailKind.MEMBER_CHANGED: Shape(("name", "organization", "role"), ("organization", "role", "time")),
    MailKind.MFA_REQUIREMENT_ENABLED: _MFA_REQUIREMENT,
    MailKind.MFA_REQUIREMENT_DISABLED: _MFA_REQUIREMENT,
    MailKind.VERIFY_MONITORED_EMAIL: Shape(("requester", "link", "hours"), ("requester",), anybody=True),
    MailKind.PARTNER_APPLICATION: Shape(_PARTNER, _PARTNER, urgent=False),
    MailKind.PARTNER_APPLICATION_RECEIVED: Shape(("name",), urgent=False, anybody=True),
    MailKind.ALERTS_RAISED: _ALERTS,
    MailKind.ALERT_DIGEST: _ALERTS,
    MailKind.MENTIONED: Shape(
        ("name", "account", "person", "target", "link"),
        ("account",),
        urgent=False,
        useful_for=timedelta(days=3),
        refusable=Subscription.MENTIONS,
    ),
    MailKind.MONTHLY_REPORT: Shape(
        ("name", "account", "target", "month", "total", "closed", "open", "median", "link"),
        ("account", "month", "total", "closed", "open", "median"),
        urgent=False,
        useful_for=timedelta(days=7),
        refusable=Subscription.REPORTS,
    ),
    MailKind.ADDRESS_FOUND: Shape(("email", "total", "leaks", "page", "note", "link"), ("leaks",), anybody=True),
    MailKind.ADDRESS_NOT_FOUND: Shape(("email", "page", "note", "link"), anybody=True),
    MailKind.OPT_OUT: Shape(("choice", "link", "hours"), ("choice",), anybody=True),
    MailKind.OPT_OUT_DECIDED: Shape(("decision",), page="/opt-out", useful_for=timedelta(days=7)),
    MailKind.MONITORING_OPTED_OUT: Shape((), page="/opt-out", useful_for=timedelta(days=7)),
    MailKind.EMAIL_TEST: Shape(("name", "code", "minutes"), useful_for=timedelta(hours=1)),
    MailKind.SUPPORT_REQUEST: Shape(_SUPPORT, _SUPPORT, urgent=False, useful_for=timedelta(days=7)),
}


@dataclass(frozen=True, slots=True)
class Attachment:
    """An attachment; ``media_type`` is such as ``image/png``."""

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Content:
    """An email as it is read.

    ``title`` is what its kind is called. The subject is the title, except for alert emails: theirs names counts, a target and a
    severity. ``reply_to`` is the one address that an answer goes to, where that is not the sender.
    """

    title: str
    subject: str
    text: str
    html: str
    reply_to: str | None = None
    attachment: Attachment | None = None


def public_link(path: str, **parameters: str) -> str:
    """Return the address of a page of the client, always on the configured origin (hostile-inputs A24).

    ``path`` is a route of the client as in ``/email_verification``; parameters stand in the hash query, which no server sees.
    """
    query = f"?{urlencode(parameters, quote_via=quote)}" if parameters else ""
    return f"{get_settings().public_url.rstrip('/')}/#{path}{query}"


def listed(names: Sequence[str], total: int) -> str:
    """Return one name per line, as many as fit into an email, and the number of the others."""
    lines: list[str] = []
    room = _LONGEST_LIST
    for name in names:
        room -= len(name) + 1
        if room < 0:
            break
        lines.append(name)
    left = total - len(lines)
    return "\n".join([*lines, f"+ {left:,}"] if left else lines)


def has_language(language: str | None) -> bool:
    """Whether there is a catalogue of a language, as in ``en``; a region is not looked at."""
    return _catalogue_file(language) is not None


def write(
    kind: MailKind, language: str | None, values: Mapping[str, str], at: datetime, *, unsubscribe: str | None = None
) -> Content:
    """Write an email of a kind in a language, or in English if it has no catalogue.

    ``unsubscribe`` is the address of the page that turns mails of the kind off.

    Raises:
        ValueError: a value that the kind needs is missing.
    """
    shape = SHAPES[kind]
    missing = [name for name in shape.values if name not in values]
    if missing:
        raise ValueError(f"An email of kind {kind.value} needs {', '.join(missing)}.")
    code = str(language).partition("-")[0] if has_language(language) else DEFAULT_LANGUAGE
    catalogue = _catalogue(code)
    shared, words = catalogue["shared"], catalogue["mails"][kind.value]
    shown = {name: _safe(values[name], _LONGEST_VALUE) for name in shape.values}
    shown["time"] = _instant(shared, at)
    if "organization" in shown:
        shown["organization"] = _quiet(shown["organization"])
    for name in _TRANSLATED.keys() & shown.keys():
        shown[name] = shared[_TRANSLATED[name]].get(shown[name], shown[name])
    if "day" in shown:
        shown["day"] = _day(shared, shown["day"])
    if "target" in shown:
        shown["target"] = _safe(values["target"], _LONGEST_NAME)
    subject = words["subject"]
    if "headline" in words:
        headline = " ".join(_filled(_form(words["headline"], shown, code), shown).split())
        subject = shown["headline"] = _safe(headline, _LONGEST_SUBJECT)
    before = [_filled(_form(paragraph, shown, code), shown) for paragraph in words["before"]]
    context = {
        "language": code,
        "direction": "rtl" if is_right_to_left(code) else "ltr",
        "title": words["subject"],
        "preview": before[0],
        "greeting": _greeting(shared, shown.get("name", "")),
        "before": before,
        "code": shown.get("code"),
        "facts": [(shared["facts"][name], shown[name]) for name in shape.facts if shown[name]],
        "warning": words.get("warning"),
        "link": public_link(shape.page) if shape.page else shown.get("link"),
        "button": _filled(words["button"], shown) if "button" in words else None,
        "link_as_text": shared["link_as_text"],
        "after": [_filled(paragraph, shown) for paragraph in words["after"]],
        "origin": _filled(shared["origin"], {"host": urlsplit(get_settings().public_url).hostname or "localhost"}),
        "unsubscribe": unsubscribe,
        "unsubscribe_words": shared["unsubscribe"],
    }
    environment = _environment()
    text = environment.get_template("mail.txt").render(context).strip() + "\n"
    return Content(words["subject"], subject, text, environment.get_template("mail.html").render(context))


def _greeting(shared: Mapping[str, str], name: str) -> str:
    shown = _quiet(name)
    return _filled(shared["greeting"], {"name": shown}) if shown else shared["greeting_unnamed"]


def _quiet(name: str) -> str:
    """Return a name on one line, or nothing where it is an advertisement."""
    shown = " ".join(_safe(name, _LONGEST_NAME).split())
    return "" if _ADVERTISES.search(shown) else shown


def _form(text: str | Mapping[str, str], values: Mapping[str, str], language: str) -> str:
    """Return a text, or of several plural forms the one for ``total``; "1,000+" counts as 1,000."""
    if isinstance(text, str):
        return text
    from babel.core import Locale

    return text[Locale.parse(language).plural_form(int(re.sub(r"\D", "", values["total"]) or 0))]


def _filled(text: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda match: values[match[1]], text)


def _safe(value: str, longest: int) -> str:
    """Drop what could turn the reading direction or hide text, keep lines, and bound the length."""
    kept = "".join(letter for letter in value if letter == "\n" or unicodedata.category(letter)[0] != "C")
    return kept if len(kept) <= longest else kept[: longest - 1] + "…"


def _instant(shared: Mapping[str, Any], at: datetime) -> str:
    parts = {"day": str(at.day), "month": shared["months"][at.month - 1], "year": str(at.year), "clock": f"{at:%H:%M}"}
    return _filled(shared["time"], parts)


def _day(shared: Mapping[str, Any], written: str) -> str:
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return written
    parts = {"day": str(day.day), "month": shared["months"][day.month - 1], "year": str(day.year)}
    return _filled(shared["date"], parts)


def _catalogue_file(language: str | None) -> Path | None:
    code = (language or "").partition("-")[0]
    path = _FOLDER / "locales" / f"{code}.json"
    return path if re.fullmatch(r"[a-z]{2,3}", code) and path.is_file() else None


@cache
def _catalogue(code: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((_FOLDER / "locales" / f"{code}.json").read_text(encoding="utf-8"))
    return content


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(_FOLDER / "templates"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
