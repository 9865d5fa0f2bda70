"""Findings of the matcher, and the alerts and sightings that they result in."""

import hmac
import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from breachlight.alerts.passwords import password_index, seal_passwords
from breachlight.alerts.severity import severity_factors
from breachlight.kit.keys import KeyRing

MachineFacts = Mapping[str, object]


class Finding(NamedTuple):
    """One leaked record that matched one account.

    ``email`` is the monitored address, None for Portals whose login isn't at their domain; Portals have ``domain_id`` and
    ``domain_name``. ``username_key`` is the normalised login, "" for none. ``password_type`` is "plain", "none" or the kind of hash. ``machine`` holds the
    facts of a stealer log as JSON text or as a mapping: family, computer, user_name, ip, country, operating_system,
    infected_at (ISO 8601), software. ``backfill_id`` is the backfill that found it, None if its ingestion did.
    """

    account_id: uuid.UUID
    domain_id: uuid.UUID | None
    domain_name: str | None
    email: str | None
    is_alias: bool
    leak_id: uuid.UUID
    leak_kind: str
    file_id: uuid.UUID
    file_digest: bytes
    seen_at: datetime
    url: str | None
    host: str | None
    app: str | None
    usernames: Sequence[str]
    username_key: str
    password: str | None
    password_type: str
    machine: str | MachineFacts | None
    backfill_id: uuid.UUID | None = None


def _alert_key(keyed_digest: hmac.HMAC, finding: Finding) -> bytes:
    """Return the 32 bytes that identify an alert: a keyed digest of account, host or app, username key and secret.

    Each value is written with its length, and a missing one differs from an empty one, so no two findings have the same text.
    The path of the URL and the identity that matched are not included (design §3).
    """
    if finding.host is not None:
        site = b"h" + _value(finding.host)
    elif finding.app is not None:
        site = b"a" + _value(finding.app)
    else:
        site = b"n"
    secret = b"n" if finding.password is None else b"p" + _value(finding.password)
    # Not hmac.digest, which lets go of the interpreter's lock: that costs more than the digest when other threads want it.
    digest = keyed_digest.copy()
    digest.update(finding.account_id.bytes + site + _value(finding.username_key) + secret)
    return digest.digest()


def _value(text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return len(data).to_bytes(4, "big") + data


class KeyedFinding(NamedTuple):
    """A finding with its alert key, its severity, and the number of the part of a load that it belongs to."""

    key: bytes
    finding: Finding
    factors: dict[str, int]
    score: int
    part: int


def keyed(
    findings: Iterable[Finding], ring: KeyRing, raised_at: datetime, part: int = 0
) -> dict[tuple[uuid.UUID, bytes], list[KeyedFinding]]:
    """Return findings by account and alert key, in their order."""
    keyed_digest = hmac.new(ring.index_key("alerts.key"), digestmod="sha256")
    groups: dict[tuple[uuid.UUID, bytes], list[KeyedFinding]] = {}
    for finding in findings:
        key = _alert_key(keyed_digest, finding)
        factors = severity_factors(
            leak_kind=finding.leak_kind,
            password_type=finding.password_type,
            seen_at=finding.seen_at,
            raised_at=raised_at,
            is_portal=finding.domain_name is not None,
            has_machine=bool(finding.machine),
        )
        groups.setdefault((finding.account_id, key), []).append(
            KeyedFinding(key, finding, factors, sum(factors.values()), part)
        )
    return groups


ALERT_COLUMNS = (
    "ordinal",
    "id",
    "account_id",
    "key",
    "domain_id",
    "domain_name",
    "email",
    "is_alias",
    "leak_id",
    "url",
    "host",
    "app",
    "usernames",
    "username_key",
    "password_sealed",
    "password_index",
    "password_type",
    "severity_score",
    "severity_factors",
    "machine",
    "first_seen",
    "last_seen",
    "sightings",
    "backfill_id",
    "part",
    "file_id",
    "file_digest",
)
SIGHTING_COLUMNS = (
    "account_id",
    "key",
    "candidate_id",
    "leak_id",
    "file_id",
    "file_digest",
    "seen_at",
    "severity_score",
    "severity_factors",
    "machine",
    "part",
)


def new_alert_rows(
    groups: Sequence[list[KeyedFinding]], ids: Sequence[uuid.UUID], ring: KeyRing
) -> list[tuple[Any, ...]]:
    """Return the rows of ``ALERT_COLUMNS`` for the findings of each alert, their passwords sealed."""
    firsts = [(group[0].finding, alert_id) for group, alert_id in zip(groups, ids, strict=True)]
    sealed = iter(
        seal_passwords(
            ring,
            [(first.account_id, alert_id, first.password) for first, alert_id in firsts if first.password is not None],
        )
    )
    return [
        _alert_row(number, ids[number], group, ring, None if group[0].finding.password is None else next(sealed))
        for number, group in enumerate(groups)
    ]


def _alert_row(
    ordinal: int, alert_id: uuid.UUID, group: list[KeyedFinding], ring: KeyRing, sealed: bytes | None
) -> tuple[Any, ...]:
    """Return the row of one alert: the first finding tells where it came from, the worst one how bad it is.

    It has the file of its sighting if that is the only one.
    """
    first = group[0].finding
    worst = max(group, key=_score)
    password = first.password
    sightings = len({(item.finding.leak_id, item.finding.file_digest) for item in group})
    return (
        ordinal,
        alert_id,
        first.account_id,
        group[0].key,
        first.domain_id,
        first.domain_name,
        first.email,
        first.is_alias,
        first.leak_id,
        storable(first.url),
        storable(first.host),
        storable(first.app),
        [storable(username) for username in first.usernames],
        storable(first.username_key),
        sealed,
        None if password is None else password_index(ring, first.account_id, password),
        first.password_type,
        worst.score,
        _json(worst.factors),
        next((machine for item in group if (machine := _machine(item.finding.machine))), None),
        min(item.finding.seen_at for item in group),
        max(item.finding.seen_at for item in group),
        sightings,
        first.backfill_id,
        group[0].part,
        *((first.file_id, first.file_digest) if sightings == 1 else (None, None)),
    )


def sighting_rows(group: list[KeyedFinding], candidate_id: object) -> list[tuple[object, ...]]:
    """Return the rows of ``SIGHTING_COLUMNS`` for one alert: one for each distinct leak and file.

    ``candidate_id`` is the identifier of the row that may become the alert, None when the alert exists.
    """
    by_file: dict[tuple[uuid.UUID, bytes], list[KeyedFinding]] = {}
    for item in group:
        by_file.setdefault((item.finding.leak_id, item.finding.file_digest), []).append(item)
    rows: list[tuple[object, ...]] = []
    for (leak_id, digest), items in by_file.items():
        worst = max(items, key=_score)
        rows.append(
            (
                worst.finding.account_id,
                worst.key,
                candidate_id,
                leak_id,
                items[0].finding.file_id,
                digest,
                max(item.finding.seen_at for item in items),
                worst.score,
                _json(worst.factors),
                next((machine for item in items if (machine := _machine(item.finding.machine))), None),
                items[0].part,
            )
        )
    return rows


def storable(text: str | None) -> str | None:
    """Return a text that PostgreSQL can store: without U+0000 and lone surrogates, which leaks may contain."""
    if text is None or (text.isascii() and "\0" not in text):
        return text
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode("utf-8")


def _score(item: KeyedFinding) -> int:
    return item.score


def _machine(machine: str | MachineFacts | None) -> str | None:
    if not machine:
        return None
    return _storable_json(machine) if isinstance(machine, str) else _json(_storable_facts(dict(machine)))


@lru_cache(maxsize=1024)  # a load has many records of one infected device, and each of them is written twice
def _storable_json(machine: str) -> str:
    return _json(_storable_facts(orjson.loads(machine)))


def _storable_facts(value: object) -> object:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {storable(str(name)): _storable_facts(item) for name, item in value.items()}
    return [_storable_facts(item) for item in value] if isinstance(value, list) else value


def _json(value: object) -> str:
    return orjson.dumps(value).decode("utf-8")
