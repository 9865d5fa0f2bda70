"""Rules of form fields, the same for GraphQL and REST (spec §5)."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Final
from urllib.parse import urlsplit

import pycountry

from breachlight.kit.addresses import email_key
from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import Sentence, say
from breachlight.site.service import list_countries

REQUIRED = say("Field is Required")
EMAIL_REQUIRED = say("Email is required")
EMAIL_INVALID = say("Enter a valid email address")
PHONE_REQUIRED = say("Enter Phone Number")
PHONE_INVALID = say("Phone number must be in international format, starting with + followed by country code.")
COUNTRY_UNKNOWN = say("Choose a country from the list.")
LINK_INVALID = say("Enter an address that starts with https:// or http://.")

LONGEST_LINE = 200
LONGEST_LINK = 2000
LONGEST_TEXT = 5000

# The specification's pattern. Login, reset and matching take any real domain (design §4.11).
_EMAIL: Final = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,4}")
_PHONE: Final = re.compile(r"\+[0-9]{11,15}")
_LINES: Final = "\n\t"
_MOST_COMPOSED: Final = 4  # letters and marks that may become one in NFC
# Control characters and halves of surrogate pairs, line and paragraph separators, and what turns the reading direction of
# the text around it.
_REFUSED_CATEGORIES: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
_REFUSED: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def email_problems(value: str) -> list[Sentence]:
    """Return the problems of a registration's email address (the specification's pattern: a suffix of 2 to 4 letters)."""
    address = value.strip()
    if not address:
        return [EMAIL_REQUIRED]
    return [] if _EMAIL.fullmatch(address) and email_key(address) is not None else [EMAIL_INVALID]


def any_address(value: str) -> str:
    """Return an email address of any real domain as emails are sent to it: as typed, in its normal form where they differ.

    The specification's pattern binds sign-ups alone (design §4.11).

    Raises:
        ValidationError: field ``email``: missing, or no address.
    """
    address = value.strip()
    key = email_key(address)
    if key is None:
        raise ValidationError({"email": [EMAIL_INVALID if address else EMAIL_REQUIRED]})
    return address if address.lower() == key else key


def phone_problems(value: str) -> list[Sentence]:
    """Return the problems of a phone number, which is + followed by 11 to 15 digits."""
    number = value.strip()
    if not number:
        return [PHONE_REQUIRED]
    return [] if _PHONE.fullmatch(number) else [PHONE_INVALID]


def country_problems(value: str) -> list[Sentence]:
    """Return the problems of a country, given by name or code."""
    if not value.strip():
        return [REQUIRED]
    return [] if country_code(value) is not None else [COUNTRY_UNKNOWN]


def country_code(value: str) -> str | None:
    """Return the ISO 3166-1 alpha-2 code of a country given by its name or code (design §4.1), or None."""
    return _country_codes().get(value.strip().casefold())


def text_problems(
    value: str, *, longest: int = LONGEST_LINE, required: bool = True, may_hold_lines: bool = False
) -> list[Sentence]:
    """Return the problems of a text: missing, too long, control characters, or line breaks that aren't allowed."""
    text = value.replace("\r\n", "\n") if may_hold_lines else value
    if not text.strip():
        return [REQUIRED] if required else []
    if len(text) > _MOST_COMPOSED * longest:  # before it is looked at letter by letter
        return [say("Use at most {most} characters.", most=longest)]
    if any(_is_refused(letter) and not (may_hold_lines and letter in _LINES) for letter in text):
        return [say("This contains unsupported characters.")]
    return [say("Use at most {most} characters.", most=longest)] if len(normal(text)) > longest else []


def link_problems(value: str) -> list[Sentence]:
    """Return the problems of a web page's URL, which is http(s) with a host and without credentials."""
    problems = text_problems(value, longest=LONGEST_LINK)
    if problems:
        return problems
    try:
        parts = urlsplit(value.strip())
        is_page = parts.scheme in {"http", "https"} and parts.username is None and parts.password is None
        return [] if is_page and parts.hostname and not re.search(r"\s", value.strip()) else [LINK_INVALID]
    except ValueError:
        return [LINK_INVALID]


def normal(value: str) -> str:
    """Return a text as it is stored: trimmed and composed (NFC). Not for passwords."""
    return unicodedata.normalize("NFC", value.strip())


def collected(problems: Mapping[str, list[Sentence]]) -> None:
    """Raise a ValidationError if any field has problems."""
    found = {name: messages for name, messages in problems.items() if messages}
    if found:
        raise ValidationError(found)


def _is_refused(letter: str) -> bool:
    return letter in _REFUSED or unicodedata.category(letter) in _REFUSED_CATEGORIES


@cache
def _country_codes() -> dict[str, str]:
    names = {item.name.casefold(): item.alpha_2 for item in pycountry.countries}
    official = {
        item.official_name.casefold(): item.alpha_2 for item in pycountry.countries if hasattr(item, "official_name")
    }
    shown = {country.name.casefold(): country.code for country in list_countries()}
    return official | names | shown | {country.code.casefold(): country.code for country in list_countries()}
