"""Normal forms of email addresses and host names.

Two addresses or hosts mean the same when their keys are equal. Keys serve look-ups only; the text as leaked or as typed is
kept as well. Domains are compared as A-labels after UTS #46 mapping (IDNA 2008, non-transitional: ``ß`` stays ``ß``).
"""

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final

import idna
from publicsuffixlist import PublicSuffixList

SPECIAL_USE_TOP_LEVEL_DOMAINS: Final = frozenset({"example", "test", "invalid"})
"""Names of RFC 2606 and RFC 6761 that count as existing top-level domains, so that invented data behaves like real data."""

MAXIMUM_LOCAL_PART_OCTETS: Final = 64
"""RFC 5321, section 4.5.3.1.1."""
MAXIMUM_ADDRESS_OCTETS: Final = 254
"""RFC 5321, section 4.5.3.1.3, less the angle brackets."""
MAXIMUM_HOST_OCTETS: Final = 253
"""RFC 1035, section 2.3.4, written without the root label."""
_LONGEST_HOST_AND_PORT: Final = MAXIMUM_HOST_OCTETS + len(".:65535")

# White space, quotes and brackets, and what text copied from chats has in front of addresses: marks of direction and joiners.
_WRAPPING: Final = (
    " \t\r\n\v\f\u00a0'\"<>()[],;:\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufeff"
)
_FULL_STOPS: Final = str.maketrans({"。": ".", "．": ".", "｡": "."})
_ASCII_LOCAL_PART: Final = re.compile(r"[a-z0-9 _\-+.!#$%&'*/=?^{|}~]+")
_COMMON_ADDRESS: Final = re.compile(r"[a-z0-9][a-z0-9_+-]*(?:\.[a-z0-9_+-]+)*@([a-z0-9-]+(?:\.[a-z0-9-]+)+)")
_MAIL_LABEL: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_HOST_LABEL: Final = re.compile(r"[a-z0-9_-]+")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_AUTHORITY_END: Final = re.compile(r"[/?#\\]")

GMAIL_DOMAINS: Final = frozenset({"gmail.com", "googlemail.com"})
YAHOO_DOMAINS: Final = frozenset(
    [
        "myyahoo.com",
        "rocketmail.com",
        "yahoo.ca",
        "yahoo.co.in",
        "yahoo.co.id",
        "yahoo.co.jp",
        "yahoo.co.uk",
        "yahoo.com",
        "yahoo.com.ar",
        "yahoo.com.au",
        "yahoo.com.br",
        "yahoo.com.mx",
        "yahoo.com.ph",
        "yahoo.com.sg",
        "yahoo.com.tr",
        "yahoo.com.tw",
        "yahoo.com.vn",
        "yahoo.de",
        "yahoo.es",
        "yahoo.fr",
        "yahoo.gr",
        "yahoo.ie",
        "yahoo.in",
        "yahoo.it",
        "yahoo.no",
        "yahoo.pl",
        "yahoo.ro",
        "yahoo.se",
        "ymail.com",
    ]
)
FASTMAIL_DOMAINS: Final = frozenset({"fastmail.com", "fastmail.fm", "messagingengine.com", "sent.com"})


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList(accept_unknown=False)


def is_top_level_domain(label: str) -> bool:
    """Whether a lower-case label, A-label or U-label, is an existing top-level domain (``top_level_domains``)."""
    return label in top_level_domains()


@cache
def top_level_domains() -> frozenset[str]:
    """Every existing top-level domain in lower case, as A-label and as U-label.

    Existing means: in the ICANN section of the public suffix list, or a special-use name of
    ``SPECIAL_USE_TOP_LEVEL_DOMAINS``.
    """
    # Making A-labels of all suffixes would take most of the time.
    suffixes = PublicSuffixList(accept_unknown=False, accept_encoded_idn=False, only_icann=True)
    last_labels = {rule.rpartition(".")[2] for rule in suffixes._publicsuffix}  # noqa: SLF001 (no public listing)
    existing = {label for label in last_labels if suffixes.publicsuffix(label) is not None}
    return SPECIAL_USE_TOP_LEVEL_DOMAINS.union(existing, (label.encode("idna").decode() for label in existing))


def mail_domain_key(domain: str) -> str | None:
    """A-label form of the domain of an email address, or None if no mail address can end in it.

    At least two labels of letters, digits and inner hyphens; the last one exists (``is_top_level_domain``).
    """
    return _mail_domain_key(domain) if len(domain) <= MAXIMUM_HOST_OCTETS else None


@lru_cache(maxsize=1 << 16)
def _mail_domain_key(domain: str) -> str | None:
    ascii_domain = _to_a_labels(domain.rstrip("."))
    if ascii_domain is None or len(ascii_domain) > MAXIMUM_HOST_OCTETS:
        return None
    labels = ascii_domain.split(".")
    if len(labels) < 2 or not all(len(label) <= 63 and _MAIL_LABEL.fullmatch(label) for label in labels):
        return None
    return ascii_domain if is_top_level_domain(labels[-1]) else None


def email_key(text: str) -> str | None:
    """The look-up key of an email address, or None if the text is none.

    The whole text must be the address. White space, wrapping ``'"<>()[],;:`` and trailing dots are stripped, both sides
    are lower-cased, the domain becomes A-labels and must end in an existing top-level domain; a local part over 64 or an
    address over 254 octets, full stops at the ends of the local part or next to each other, and an IP address as domain
    are refused.
    """
    if text.isascii():
        lowered = text.lower()
        common = _COMMON_ADDRESS.fullmatch(lowered)
        if common is not None and len(lowered) <= MAXIMUM_ADDRESS_OCTETS:
            end = common.start(1)
            return lowered if end <= MAXIMUM_LOCAL_PART_OCTETS + 1 and mail_domain_key(common[1]) else None
        if "." not in lowered[lowered.find("@") + 1 :]:
            return None
    local, separator, domain = _strip_wrapping(_fold(text)).partition("@")
    if not separator or "@" in domain or not _is_local_part(local):
        return None
    domain_key = mail_domain_key(domain)
    if domain_key is None or len(local.encode()) + 1 + len(domain_key) > MAXIMUM_ADDRESS_OCTETS:
        return None
    return f"{local}@{domain_key}"


def alias_key(key: str) -> str | None:
    """The mailbox behind an email key, or None if the key already is that mailbox.

    ``+tag`` is cut everywhere. Dots are dropped only at Gmail (where googlemail.com is gmail.com), ``-tag`` is cut only at
    Yahoo, and a user name as sub-domain is resolved only at Fastmail. Takes and returns keys of ``email_key``.
    """
    local, _, domain = key.partition("@")
    mailbox = local.partition("+")[0]
    if domain in GMAIL_DOMAINS:
        mailbox, domain = mailbox.replace(".", ""), "gmail.com"
    elif domain in YAHOO_DOMAINS:
        mailbox = mailbox.partition("-")[0]
    else:
        user, _, parent = domain.partition(".")
        if parent in FASTMAIL_DOMAINS:
            mailbox, domain = user, parent
    alias = f"{mailbox}@{domain}"
    return alias if mailbox and alias != key else None


def host_key(text: str) -> str | None:
    """A-label host of a host name, authority or URL; None for none, an IP address, ``localhost`` or a single label.

    Scheme, user information, port, path, query, fragment and a trailing dot are dropped; ``www.`` stays. The top-level
    domain need not exist: an intranet name is a host, only nobody can prove to own it.
    """
    text = text.strip()
    scheme = _SCHEME.match(text)
    start = scheme.end() if scheme else 0
    end = _AUTHORITY_END.search(text, start)
    authority = text[start : end.start()] if end else text[start:]
    host = authority.rpartition("@")[2]
    # The cache holds what it is given: a host of megabytes must not reach it.
    return _host_key(host) if len(host) <= _LONGEST_HOST_AND_PORT else None


def parent_domains(host: str) -> list[str]:
    """The host itself and each domain above it, longest first, without the top-level domain.

    A domain D covers a host h if h equals D or ends with ``.`` and D, so D covers h exactly if it is in this list. Takes a
    key of ``host_key`` or the domain of a key of ``email_key``.
    """
    labels = host.split(".")
    return [".".join(labels[index:]) for index in range(len(labels) - 1)]


def is_public_suffix(domain: str) -> bool:
    """Whether names below this domain belong to different owners (``com``, ``co.uk``, ``github.io``), so nobody may claim it.

    Every single label counts as one.
    """
    ascii_domain = _to_a_labels(domain.strip().strip("."))
    if ascii_domain is None:
        return False
    return "." not in ascii_domain or _suffixes().publicsuffix(ascii_domain) == ascii_domain


def _fold(text: str) -> str:
    composed = unicodedata.normalize("NFC", text)
    return unicodedata.normalize("NFC", composed.lower())


def _strip_wrapping(text: str) -> str:
    start, end = 0, len(text)
    while start < end and (text[start] in _WRAPPING or text[start].isspace()):
        start += 1
    while end > start and (text[end - 1] in _WRAPPING or text[end - 1] in ".。．｡" or text[end - 1].isspace()):
        end -= 1
    return text[start:end]


def _is_local_part(local: str) -> bool:
    if not local or len(local.encode(errors="surrogatepass")) > MAXIMUM_LOCAL_PART_OCTETS:
        return False
    # RFC 5321, section 4.1.2: full stops separate atoms.
    if local.startswith(".") or local.endswith(".") or ".." in local:
        return False
    if not any(character.isalnum() for character in local):
        return False
    if local.isascii():
        return " " not in local and _ASCII_LOCAL_PART.fullmatch(local) is not None
    return all(
        _ASCII_LOCAL_PART.fullmatch(character) is not None and character != " "
        if character.isascii()
        else character.isalnum() or unicodedata.category(character).startswith("M")
        for character in local
    )


def _to_a_labels(domain: str) -> str | None:
    if domain.isascii():
        return domain.lower() or None
    try:
        mapped = idna.uts46_remap(domain.translate(_FULL_STOPS), std3_rules=False, transitional=False)
        return ".".join(
            label if label.isascii() else idna.alabel(label).decode("ascii") for label in mapped.rstrip(".").split(".")
        )
    except (idna.IDNAError, UnicodeError):
        return None


@lru_cache(maxsize=1 << 16)
def _host_key(host: str) -> str | None:
    if host.startswith("["):
        return None
    host = host.partition(":")[0].strip().rstrip(".。．｡")
    ascii_host = _to_a_labels(host)
    if ascii_host is None or len(ascii_host) > MAXIMUM_HOST_OCTETS:
        return None
    labels = ascii_host.split(".")
    if len(labels) < 2 or not all(len(label) <= 63 and _HOST_LABEL.fullmatch(label) for label in labels):
        return None
    # A host whose last label is a number is an IPv4 address in one of its notations (WHATWG URL, "ends in a number").
    return None if labels[-1].isdigit() or labels[-1].startswith("0x") else ascii_host
