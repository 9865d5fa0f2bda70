"""The SQL conditions of a filter, always within one account."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, Self

from breachlight.alerts.directory_repository import Verified
from breachlight.alerts.leak_audience import is_seen_by
from breachlight.alerts.mailboxes import mailbox
from breachlight.alerts.malware.families import family_key
from breachlight.alerts.passwords import password_index
from breachlight.alerts.query.filters import AlertFilter
from breachlight.kit.addresses import email_key, host_key
from breachlight.kit.identifiers import parse_id
from breachlight.kit.keys import KeyRing

_NARROW: Final = (
    "id",
    "user_id",
    "user_email",
    "person_email",
    "assignee_id",
    "incident_id",
    "leak_name",
    "device",
    "domain_id",
    "domain_exact",
    "breach_record_usernames",
    "breach_record_passwords",
)
"""Fields that choose few rows, each with an index or nearly so; the lists' own indexes would only be in the way."""

_NOBODY: Final = uuid.UUID(int=0)

SEPARATOR: Final = "\x1f"
"""Separates the texts of an alert, in one comparison of all; a text that contains it can't be looked for in that."""
TEXT: Final = "concat_ws(E'\\x1f', a.url, a.host, array_to_string(a.usernames, E'\\x1f'))"
"""In SQL: the text in which a search looks, of ``alerts AS a``."""

COMPUTER: Final = "lower(a.machine ->> 'computer')"
MALWARE: Final = "lower(a.machine ->> 'family')"
COUNTRY: Final = "(a.machine ->> 'country')"
"""In SQL: what is known of the infected device of ``alerts AS a``; each with an index."""
_TYPES: Final = {
    "malware": "a.machine IS NOT NULL",
    "password": "a.password_type = 'plain'",
    "hash": "a.password_type NOT IN ('plain', 'none')",
    "address": "a.password_type = 'none'",
}


class Shape(NamedTuple):
    """What the statements of a selection depend on, without its arguments."""

    has_domain: bool | None
    is_read: bool | None
    is_closed: bool | None
    is_narrow: bool
    conditions: tuple[str, ...]
    source: str


@dataclass(slots=True)
class Selection:
    """Conditions on ``alerts AS a``; ``$1`` is the account.

    ``has_domain``, ``is_read`` and ``is_closed`` choose a base list and are in no condition. Every alert contains ``texts`` in its
    URL, host or usernames. ``source`` is the table that is read, or what replaces it.
    """

    account_id: uuid.UUID
    has_domain: bool | None = None
    is_read: bool | None = None
    is_closed: bool | None = None
    is_nothing: bool = False
    is_narrow: bool = False
    conditions: list[str] = field(default_factory=list)
    arguments: list[object] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    source: str = "alerts"

    @property
    def has_candidates(self) -> bool:
        """Whether its alerts are among others that are all read, so that counting them costs nothing more."""
        return self.source != "alerts"

    @property
    def is_kept(self) -> bool:
        """Whether the database keeps the number of its alerts."""
        return not self.conditions

    @property
    def shape(self) -> Shape:
        """What its statements depend on."""
        return Shape(self.has_domain, self.is_read, self.is_closed, self.is_narrow, tuple(self.conditions), self.source)

    @classmethod
    def of_shape(cls, shape: Shape) -> Self:
        """Return a selection that has the statements of a shape, and no arguments."""
        return cls(_NOBODY, **{**shape._asdict(), "conditions": [*shape.conditions]})

    def copy(self) -> Self:
        """Return a selection that can get arguments of its own."""
        return replace(self, conditions=[*self.conditions], arguments=[*self.arguments])

    def add(self, condition: str, value: object) -> None:
        """Add a condition on one value, written ``{}``."""
        self.conditions.append(condition.format(self.place(value)))

    def place(self, value: object) -> str:
        """Add an argument and return its placeholder."""
        self.arguments.append(value)
        return f"${len(self.arguments)}"

    def where(self, *more: str) -> str:
        """Return all conditions joined, those of the base lists among them."""
        parts = ["a.account_id = $1"]
        for column, wanted in (("a.is_closed", self.is_closed), ("a.is_read", self.is_read)):
            if wanted is not None:
                parts.append(f"{column} = {str(wanted).lower()}")
        if self.has_domain is not None:
            parts.append(f"a.domain_name IS {'NOT ' if self.has_domain else ''}NULL")
        return " AND ".join((*parts, *self.conditions, *more))


def select_ids(account_id: uuid.UUID, ids: Sequence[uuid.UUID]) -> Selection:
    """Return the selection of alerts by id."""
    selection = Selection(account_id, arguments=[account_id])
    selection.add("a.id = ANY({}::uuid[])", ids)
    return selection


class WantedLeak(NamedTuple):
    """The leak that a filter names. ``verified`` is None for everybody; a sensitive leak's alerts need an address or domain of it."""

    id: uuid.UUID
    verified: Verified | None


def select(account_id: uuid.UUID, conditions: AlertFilter, ring: KeyRing, leak: WantedLeak | None = None) -> Selection:
    """Turn a checked filter into conditions; passwords become their blind index of the account.

    ``leak`` is the one that the filter names, None if there is none (``selection_repository.fetch_selection``).
    """
    selection = Selection(account_id, is_read=conditions.is_read, is_closed=conditions.is_closed)
    selection.arguments.append(account_id)
    selection.is_narrow = any(getattr(conditions, name) is not None for name in _NARROW)
    _add_domain(selection, conditions)
    for column, text in (
        ("id", conditions.id),
        ("email_account_id", conditions.user_id),
        ("domain_id", conditions.domain_id),
        ("assignee_id", conditions.assignee_id),
        ("incident_id", conditions.incident_id),
    ):
        if text is not None:
            _add_identifier(selection, column, text)
    if conditions.user_email is not None:
        selection.add(
            "a.email_account_id = (SELECT id FROM email_accounts WHERE account_id = $1 AND email = {})",
            email_key(conditions.user_email) or conditions.user_email.casefold(),
        )
    if conditions.person_email is not None:
        selection.add(
            f"a.email_account_id IN (SELECT id FROM email_accounts WHERE account_id = $1 AND {mailbox('email')} = {mailbox('{}::text')})",
            email_key(conditions.person_email) or conditions.person_email.casefold(),
        )
    if conditions.leak_name is not None:
        if leak is None:
            selection.is_nothing = True
            selection.conditions.append("false")
        else:
            selection.conditions += leak_conditions(leak, selection.place)
    _add_evidence(selection, conditions)
    if conditions.user_is_live is not None:
        selection.add(
            "a.email_account_id IN (SELECT id FROM email_accounts WHERE account_id = $1 AND is_live = {})",
            conditions.user_is_live,
        )
    if conditions.is_assigned is not None:
        selection.conditions.append(f"a.assignee_id IS {'NOT ' if conditions.is_assigned else ''}NULL")
    if conditions.severity_from is not None:
        selection.add("a.severity_score >= {}", conditions.severity_from)
    if conditions.start_datetime is not None:
        selection.add("a.datetime >= {}", conditions.start_datetime)
    if conditions.end_datetime is not None:
        selection.add("a.datetime < {}", conditions.end_datetime)
    if conditions.datetime is not None:
        selection.add("a.datetime = {}", conditions.datetime)
    if conditions.breach_record_url is not None:
        selection.add("a.url ILIKE {}", containing(conditions.breach_record_url))
        _add_text(selection, conditions.breach_record_url)
    if conditions.breach_record_usernames is not None:
        _add_username(selection, conditions.breach_record_usernames)
    if conditions.breach_record_passwords is not None:
        index = password_index(ring, account_id, conditions.breach_record_passwords)
        selection.add("a.password_index = {}", index)
    if conditions.search is not None:
        _add_search(selection, conditions.search)
    return selection


def _add_domain(selection: Selection, conditions: AlertFilter) -> None:
    wanted = {conditions.domain_is_set, None if (unset := conditions.domain_is_not_set) is None else not unset} - {None}
    if len(wanted) == 2:
        selection.is_nothing = True
    elif wanted:
        selection.has_domain = wanted.pop()
    if conditions.domain_name is not None:
        selection.add("a.domain_name ILIKE {}", containing(conditions.domain_name))
    if conditions.domain_exact is not None:
        selection.add("a.domain_name = {}", host_key(conditions.domain_exact) or conditions.domain_exact.lower())


def leak_conditions(leak: WantedLeak, place: Callable[[object], str]) -> list[str]:
    """Return the conditions of the alerts ``a`` of a leak; ``place`` adds an argument and returns its placeholder."""
    found = [f"a.leak_id = {place(leak.id)}"]
    return found if leak.verified is None else [*found, is_seen_by("$1", *map(place, leak.verified))]


def _add_evidence(selection: Selection, conditions: AlertFilter) -> None:
    if conditions.device is not None:
        selection.add(f"{COMPUTER} = lower({{}})", conditions.device)
    if conditions.malware is not None:
        selection.add(f"{MALWARE} = {{}}", family_key(conditions.malware))
    if conditions.country is not None:
        selection.add(f"{COUNTRY} = upper({{}})", conditions.country)
    if any(text is not None for text in (conditions.device, conditions.malware, conditions.country)):
        selection.conditions.append("a.machine IS NOT NULL")  # the condition of their indexes
    if conditions.site is not None:
        site = selection.place(host_key(conditions.site) or conditions.site)
        selection.conditions.append(f"(a.host = {site} OR (a.host IS NULL AND a.app = {site}))")
        # The URL of an app contains its name.
        _add_text(selection, host_key(conditions.site) or conditions.site)
    if conditions.type is not None:
        selection.conditions.append(_TYPES[conditions.type])


def _add_identifier(selection: Selection, column: str, text: str) -> None:
    identifier = parse_id(text)
    if identifier is None:
        selection.is_nothing = True
    else:
        selection.add(f"a.{column} = {{}}", identifier)


def _add_username(selection: Selection, text: str) -> None:
    key = selection.place(email_key(text) or text.casefold())
    folded = selection.place([text.lower(), text.casefold()])
    # Nearly all alerts have one name; the subquery is slow and for the others only.
    selection.conditions.append(
        f"(a.username_key = {key} OR lower(a.usernames[1]) = ANY({folded}) OR (cardinality(a.usernames) > 1"
        f" AND EXISTS (SELECT 1 FROM unnest(a.usernames) AS name WHERE lower(name) = ANY({folded}))))"
    )


def _add_search(selection: Selection, text: str) -> None:
    pattern = selection.place(containing(text))
    # One comparison of all texts in a row takes a third of the time; the separator must then be no part of the text.
    if SEPARATOR not in text:
        selection.conditions.append(f"{TEXT} ILIKE {pattern}")
        _add_text(selection, text)
        return
    selection.conditions.append(
        f"(a.url ILIKE {pattern} OR a.host ILIKE {pattern}"
        f" OR EXISTS (SELECT 1 FROM unnest(a.usernames) AS name WHERE name ILIKE {pattern}))"
    )


def _add_text(selection: Selection, text: str) -> None:
    if SEPARATOR not in text:
        selection.texts.append(text)


def containing(text: str) -> str:
    """Return the LIKE pattern of texts that contain ``text`` literally."""
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
