"""What the system file of a stealer log says about the infected device (leak-formats §10)."""

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from typing import Final

import pycountry

_FAMILY_OF_KEYS: Final = (
    ("lumma", {"lummac2build"}),
    ("vidar", {"machineid", "guid", "hwid"}),
    ("stealc", {"networkinfo", "systemsummary"}),
    ("redline", {"machinename", "hwid", "logdate"}),
    ("redline", {"machinename", "filelocation"}),
    ("atomic", {"productname", "productversion", "hardwareuuid"}),
)
_BANNERS: Final = (("vidar stealer", "vidar"), ("stealc", "stealc"), ("atomic mac", "atomic"), ("lummac2", "lumma"))
_BANNER_CHARACTERS: Final = 2000
UNKNOWN_FAMILY: Final = "unknown"

# The order of day and month differs by family, and so does the key; an install date is never the date of infection.
_TIME: Final = r"\s+(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{1,2}):(?P<second>[0-9]{1,2})"
_MONTH_AND_DAY: Final = r"(?P<month>[0-9]{1,2})/(?P<day>[0-9]{1,2})"
_DATES: Final = {
    family: (keys, re.compile(pattern, re.IGNORECASE))
    for family, keys, pattern in (
        ("redline", ("logdate",), rf"{_MONTH_AND_DAY}/(?P<year>[0-9]{{4}}){_TIME}(?:\s+(?P<half>[AP])M)?"),
        ("lumma", ("localdate",), rf"(?P<day>[0-9]{{1,2}})\.(?P<month>[0-9]{{1,2}})\.(?P<year>[0-9]{{4}}){_TIME}"),
        ("stealc", ("localtime",), rf"(?P<year>[0-9]{{4}})/{_MONTH_AND_DAY}{_TIME}"),
        ("vidar", ("date", "localtime"), rf"(?P<day>[0-9]{{1,2}})/(?P<month>[0-9]{{1,2}})/(?P<year>[0-9]{{4}}){_TIME}"),
    )
}
_NOON: Final = 12
_ZONE: Final = re.compile(r"(?:\(?UTC\s*|^)([+-]?)([0-9]{1,2})(?::([0-9]{2}))?(?=\)|$)", re.IGNORECASE)
_LARGEST_OFFSET: Final = timedelta(hours=14)
_DROPPED: Final = str.maketrans("", "", " \t-_()")
_LONGEST_KEY: Final = 40
_LONGEST_VALUE: Final = 500
_MOST_LINES: Final = 2000
_MOST_ANTIVIRUSES: Final = 10
_GENERIC_KEYS: Final = 3


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine that a stealer log was taken from.

    ``infected_at`` is in UTC; without a time zone in the file (``is_zone_known`` False) the local time is taken for UTC.
    ``country`` is ISO 3166 alpha-2.
    """

    family: str
    hwid: str | None = None
    guid: str | None = None
    computer: str | None = None
    user: str | None = None
    ip: str | None = None
    country: str | None = None
    city: str | None = None
    os: str | None = None
    infected_at: datetime | None = None
    is_zone_known: bool = False
    antivirus: tuple[str, ...] = ()
    malware_path: str | None = None
    build: str | None = None
    language: str | None = None

    @property
    def key(self) -> str | None:
        """What tells this machine from others: HWID, else its GUID, else computer with user and IP; None without any of the three.

        Many devices have a user of the same name, and those behind one router the same address.
        """
        if self.hwid or self.guid:
            return (self.hwid or self.guid or "").lower()
        if not self.computer:
            return None
        parts = [part.lower() for part in (self.computer, self.user, self.ip) if part]
        return "/".join(parts)

    def facts(self) -> dict[str, str | list[str]]:
        """Return what is known, by the names that are stored with records."""
        facts = {
            "family": self.family,
            "key": self.key,
            "computer": self.computer,
            "user_name": self.user,
            "ip": self.ip,
            "country": self.country,
            "city": self.city,
            "operating_system": self.os,
            "infected_at": self.infected_at.isoformat() if self.infected_at else None,
            "antivirus": list(self.antivirus) or None,
            "malware_path": self.malware_path,
            "build": self.build,
        }
        return {name: value for name, value in facts.items() if value is not None}


def parse_machine(name: str, text: str) -> Machine | None:
    """Read the system file of a stealer log; None if the text is not one. ``name`` is the file's name."""
    lines = [line.strip() for line in text.split("\n", _MOST_LINES)[:_MOST_LINES]]
    pairs = [_key(line) if ":" in line else None for line in lines]
    values = _values(pairs)
    family = _family(values, text[:_BANNER_CHARACTERS].lower(), name)
    if family is None:
        return None

    def first(*keys: str) -> str | None:
        return next((values[key] for key in keys if values.get(key)), None)

    infected_at, is_zone_known = _infected_at(family, values)
    return Machine(
        family=family,
        hwid=first("hwid"),
        guid=first("machineid", "guid", "uid", "hardwareuuid"),
        computer=first("computername", "machinename", "computer", "pcname", "hostname"),
        user=first("username", "user"),
        ip=ip_address(first("ip", "ipaddress")),
        country=country_code(first("country", "countrycode")),
        city=first("city", "location"),
        os=_operating_system(first("osversion", "os", "operationsystem", "operatingsystem", "windows"), values),
        infected_at=infected_at,
        is_zone_known=is_zone_known,
        antivirus=_antivirus(lines, pairs),
        malware_path=first("filelocation", "runningpath", "path"),
        build=first("buildid", "lummac2build", "build", "version"),
        language=first("currentlanguage", "language"),
    )


def _key(line: str) -> tuple[str, str] | None:
    key, colon, value = line.lstrip("-\u2022 \t").partition(":")
    if not colon or len(key) > _LONGEST_KEY:
        return None
    return _normal_key(key), value.strip()[:_LONGEST_VALUE]


@lru_cache(maxsize=4096)
def _normal_key(key: str) -> str:
    return key.translate(_DROPPED).lower()


def _values(pairs: Sequence[tuple[str, str] | None]) -> dict[str, str]:
    values: dict[str, str] = {}
    for pair in pairs:
        if pair is not None and not values.get(pair[0]):
            values[pair[0]] = pair[1]
    return values


def _family(values: dict[str, str], beginning: str, name: str) -> str | None:
    for family, keys in _FAMILY_OF_KEYS:
        if keys <= values.keys():
            return family
    known = sum(
        bool(values.get(key)) for key in ("hwid", "ip", "ipaddress", "country", "computername", "username", "os")
    )
    if known < 2:
        return None
    for banner, family in _BANNERS:
        if banner in beginning:
            return family
    is_named_so = any(word in name.lower() for word in ("system", "information"))
    return UNKNOWN_FAMILY if is_named_so or known >= _GENERIC_KEYS else None


def _operating_system(named: str | None, values: dict[str, str]) -> str | None:
    product = f"{values.get('productname', '')} {values.get('productversion', '')}".strip()
    return named or product or None


def _antivirus(lines: Sequence[str], pairs: Sequence[tuple[str, str] | None]) -> tuple[str, ...]:
    for index, pair in enumerate(pairs):
        if pair is None or pair[0] not in ("antivirus", "antiviruses", "av"):
            continue
        if pair[1]:
            return (pair[1],)
        found: list[str] = []
        for following in lines[index + 1 : index + 1 + _MOST_ANTIVIRUSES]:
            if not following or ":" in following:
                break
            found.append(following.lstrip("- ")[:_LONGEST_VALUE])
        return tuple(found)
    return ()


def ip_address(value: str | None) -> str | None:
    """Return an IP address in its usual form, without what follows a slash; None for anything else."""
    if value is None:
        return None
    try:
        return str(ipaddress.ip_address(value.partition("/")[0].strip()))
    except ValueError:
        return None


@lru_cache(maxsize=1024)
def country_code(value: str | None) -> str | None:
    """Return the ISO 3166 alpha-2 code of a country by name or code; None if there is none such."""
    if value is None:
        return None
    try:
        return str(pycountry.countries.lookup(value.partition(",")[0].strip()).alpha_2)
    except LookupError:
        return None


def _infected_at(family: str, values: dict[str, str]) -> tuple[datetime | None, bool]:
    keys, pattern = _DATES.get(family, ((), _ZONE))
    for key in keys:
        found = pattern.fullmatch(values.get(key, ""))
        if found is None:
            continue
        try:
            local = _local_time(found.groupdict())
            zone = _zone(values.get("utc") or values.get("timezone"))
            return (local, False) if zone is None else (local.replace(tzinfo=zone).astimezone(UTC), True)
        except (ValueError, OverflowError):
            continue
    return None, False


def _local_time(parts: dict[str, str]) -> datetime:
    """Return the time that is written in these parts, taken for UTC.

    Raises:
        ValueError: there is no such time.
    """
    half = parts.pop("half", None)
    numbers = {name: int(digits) for name, digits in parts.items()}
    if half is not None:
        if not 1 <= numbers["hour"] <= _NOON:
            raise ValueError("no hour of half a day")
        numbers["hour"] = numbers["hour"] % _NOON + (_NOON if half in "pP" else 0)
    return datetime(**numbers, tzinfo=UTC)


def _zone(value: str | None) -> timezone | None:
    found = _ZONE.search(value) if value else None
    if found is None:
        return None
    offset = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    if offset > _LARGEST_OFFSET:
        return None
    return timezone(-offset if found[1] == "-" else offset)
