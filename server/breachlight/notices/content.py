"""What each kind of mail says: one shape a kind, its words from a catalogue, and a text and an HTML form of one calm layout."""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from breachlight.config import get_settings
from breachlight.notices.models import MailKind

DEFAULT_LANGUAGE = "en"
_FOLDER = Path(__file__).parent
_LONGEST_NAME = 60
_LONGEST_VALUE = 2000
# A sign-up could otherwise send anybody a mail that begins with an advertisement.
_ADVERTISES = re.compile(r"//|\bwww\.|@|[\w-]\.[^\W\d_]{2,}", re.IGNORECASE)
_SECURITY_FACTS = ("time", "device", "address")
_RESET_PAGE = "/auth/reset-password"


@dataclass(frozen=True, slots=True)
class Shape:
    """What the mail of a kind is made of.

    ``values`` must come with it. ``facts`` are shown as a table; those of a security notice may be empty, and ``time`` fills
    itself in. The button leads to the value ``link``, unless ``page`` names a route of the client. What is not ``urgent`` goes
    out behind everything that is. A mail that could not be delivered while it was ``useful_for`` something is given up.
    """

    values: tuple[str, ...]
    facts: tuple[str, ...] = ()
    page: str | None = None
    urgent: bool = True
    useful_for: timedelta = timedelta(days=1)


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
# The values that ``send_mail`` wants for each kind. Where somebody acted, ``device`` is what ``device_of`` says of their
# browser and ``address`` their IP address; ``method`` is "device" or "email".
SHAPES: Mapping[MailKind, Shape] = {
    MailKind.VERIFY_EMAIL: Shape(("name", "link", "hours")),
    MailKind.SIGN_UP_WITH_KNOWN_EMAIL: Shape(("name",), page="/auth/login"),
    MailKind.RESET_PASSWORD: Shape(("name", "link", "minutes"), useful_for=timedelta(hours=1)),
    MailKind.PASSWORD_CHANGED: Shape(("name", "device", "address"), _SECURITY_FACTS, _RESET_PAGE),
    MailKind.MAGIC_LINK: Shape(("name", "link", "minutes"), useful_for=timedelta(minutes=15)),
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
    MailKind.ACCOUNT_DELETED: Shape(("name",), ("time",)),
    MailKind.PARTNER_APPLICATION: Shape(_PARTNER, _PARTNER, urgent=False),
    MailKind.PARTNER_APPLICATION_RECEIVED: Shape(("name",), urgent=False),
}


@dataclass(frozen=True, slots=True)
class Content:
    """A mail as it is read. The subject holds no value at all, so none can be a secret or a forged header (M03)."""

    subject: str
    text: str
    html: str


def public_link(path: str, **parameters: str) -> str:
    """Return the address of a page of the client, always on the configured origin (hostile-inputs A24).

    ``path`` is a route of the client as in ``/email_verification``; parameters stand in the hash query, which no server sees.
    """
    query = f"?{urlencode(parameters, quote_via=quote)}" if parameters else ""
    return f"{get_settings().public_url.rstrip('/')}/#{path}{query}"


def has_language(language: str | None) -> bool:
    """Whether there is a catalogue of a language, as in ``en``; a region is not looked at."""
    return _catalogue_file(language) is not None


def write(kind: MailKind, language: str | None, values: Mapping[str, str], at: datetime) -> Content:
    """Write the mail of a kind in a language, in English where there is no catalogue of it.

    Raises:
        ValueError: a value that the kind needs is missing.
    """
    shape = SHAPES[kind]
    missing = [name for name in shape.values if name not in values]
    if missing:
        raise ValueError(f"A mail of kind {kind.value} needs {', '.join(missing)}.")
    code = str(language).partition("-")[0] if has_language(language) else DEFAULT_LANGUAGE
    catalogue = _catalogue(code)
    shared, words = catalogue["shared"], catalogue["mails"][kind.value]
    shown = {name: _safe(values[name], _LONGEST_VALUE) for name in shape.values}
    shown["time"] = _instant(shared, at)
    if "method" in shown:
        shown["method"] = shared["methods"].get(shown["method"], shown["method"])
    context = {
        "language": code,
        "subject": words["subject"],
        "preview": _filled(words["before"][0], shown),
        "greeting": _greeting(shared, shown.get("name", "")),
        "before": [_filled(paragraph, shown) for paragraph in words["before"]],
        "code": shown.get("code"),
        "facts": [(shared["facts"][name], shown[name]) for name in shape.facts if shown[name]],
        "warning": words.get("warning"),
        "link": public_link(shape.page) if shape.page else shown.get("link"),
        "button": words.get("button"),
        "link_as_text": shared["link_as_text"],
        "after": [_filled(paragraph, shown) for paragraph in words["after"]],
        "origin": _filled(shared["origin"], {"host": urlsplit(get_settings().public_url).hostname or "localhost"}),
    }
    environment = _environment()
    text = environment.get_template("mail.txt").render(context).strip() + "\n"
    return Content(words["subject"], text, environment.get_template("mail.html").render(context))


def _greeting(shared: Mapping[str, str], name: str) -> str:
    shown = " ".join(_safe(name, _LONGEST_NAME).split())
    if not shown or _ADVERTISES.search(shown):
        return shared["greeting_unnamed"]
    return _filled(shared["greeting"], {"name": shown})


def _filled(text: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda match: values[match[1]], text)


def _safe(value: str, longest: int) -> str:
    """Drop what could turn the reading direction or hide text, keep lines, and bound the length."""
    kept = "".join(letter for letter in value if letter == "\n" or unicodedata.category(letter)[0] != "C")
    return kept if len(kept) <= longest else kept[: longest - 1] + "…"


def _instant(shared: Mapping[str, Any], at: datetime) -> str:
    parts = {"day": str(at.day), "month": shared["months"][at.month - 1], "year": str(at.year), "clock": f"{at:%H:%M}"}
    return _filled(shared["time"], parts)


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
