"""What the system file of a stealer log says about the infected device (leak-formats §10)."""

import ipaddress
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from typing import Final, NamedTuple

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
_ANTIVIRUS_KEYS: Final = frozenset(("antivirus", "antiviruses", "av"))
_KEYS_OF_FIELDS: Final = {
    "hwid": ("hwid",),
    "guid": ("machineid", "guid", "uid", "hardwareuuid"),
    "computer": ("computername", "machinename", "computer", "pcname", "hostname"),
    "user": ("username", "user"),
    "ip": ("ip", "ipaddress"),
    "country": ("country", "countrycode"),
    "city": ("city", "location"),
    "os": ("osversion", "os", "operationsystem", "operatingsystem", "windows"),
    "malware_path": ("filelocation", "runningpath", "path"),
    "build": ("buildid", "lummac2build", "build", "version"),
    "language": ("currentlanguage", "language"),
}
"""The keys that say something about a machine, the first one that has a value."""
_ZONE_KEYS: Final = ("utc", "timezone")
_PRODUCT_KEYS: Final = ("productname", "productversion")
_KEYS: Final = _ANTIVIRUS_KEYS.union(
    _ZONE_KEYS,
    _PRODUCT_KEYS,
    *_KEYS_OF_FIELDS.values(),
    *(keys for _, keys in _FAMILY_OF_KEYS),
    *(keys for keys, _ in _DATES.values()),
)
_BYTE: Final = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_IPV4: Final = re.compile(rf"{_BYTE}(?:\.{_BYTE}){{3}}")


class Machine(NamedTuple):
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
    return machine_of_lines(name, text.split("\n", _MOST_LINES)[:_MOST_LINES])


def machine_of_lines(name: str, lines: Sequence[str]) -> Machine | None:
    """Read the lines of a system file, as ``parse_machine`` does."""
    # Archives have ten thousands of these files, and few of their lines say something about the machine.
    values: dict[str, str] = {}
    antivirus: tuple[str, ...] | None = None
    for index, line in enumerate(lines[:_MOST_LINES]):
        if ":" not in line:
            continue
        before, _, value = line.partition(":")
        key = _known_key(before) if len(before) <= _LONGEST_KEY else _key(before)
        if key is None:
            continue
        value = value.strip()[:_LONGEST_VALUE]
        if not values.get(key):
            values[key] = value
        if antivirus is None and key in _ANTIVIRUS_KEYS:
            antivirus = _antivirus(value, lines[index + 1 : index + 1 + _MOST_ANTIVIRUSES])
    family = _family(values, lines, name)
    if family is None:
        return None
    infected_at, is_zone_known = _infected_at(family, values)
    return Machine(
        family=family,
        hwid=_first(values, "hwid"),
        guid=_first(values, "guid"),
        computer=_first(values, "computer"),
        user=_first(values, "user"),
        ip=ip_address(_first(values, "ip")),
        country=country_code(_first(values, "country")),
        city=_first(values, "city"),
        os=_first(values, "os") or _product(values),
        infected_at=infected_at,
        is_zone_known=is_zone_known,
        antivirus=antivirus or (),
        malware_path=_first(values, "malware_path"),
        build=_first(values, "build"),
        language=_first(values, "language"),
    )


def _first(values: dict[str, str], field: str) -> str | None:
    for key in _KEYS_OF_FIELDS[field]:
        if value := values.get(key):
            return value
    return None


def _key(before: str) -> str | None:
    """Return the key that a line has before its colon if it says something about a machine."""
    key = before.lstrip().lstrip("-\u2022 \t")
    found = key.translate(_DROPPED).lower() if len(key) <= _LONGEST_KEY else None
    return found if found in _KEYS else None


_known_key: Final = lru_cache(maxsize=4096)(_key)


def _family(values: dict[str, str], lines: Sequence[str], name: str) -> str | None:
    for family, keys in _FAMILY_OF_KEYS:
        if all(map(values.__contains__, keys)):
            return family
    known = sum(
        bool(values.get(key)) for key in ("hwid", "ip", "ipaddress", "country", "computername", "username", "os")
    )
    if known < 2:
        return None
    beginning = "\n".join(map(str.strip, lines[:_BANNER_CHARACTERS]))[:_BANNER_CHARACTERS].lower()
    for banner, family in _BANNERS:
        if banner in beginning:
            return family
    is_named_so = any(word in name.lower() for word in ("system", "information"))
    return UNKNOWN_FAMILY if is_named_so or known >= _GENERIC_KEYS else None


def _product(values: dict[str, str]) -> str | None:
    """Return the operating system of a device whose system file says its product and version."""
    return " ".join(values.get(key, "") for key in _PRODUCT_KEYS).strip() or None


def _antivirus(value: str, following: Sequence[str]) -> tuple[str, ...]:
    """Return what a line about antiviruses, or those behind it, say."""
    if value:
        return (value,)
    found: list[str] = []
    for line in following:
        text = line.strip()
        if not text or ":" in text:
            break
        found.append(text.lstrip("- ")[:_LONGEST_VALUE])
    return tuple(found)


def ip_address(value: str | None) -> str | None:
    """Return an IP address in its usual form, without what follows a slash; None for anything else."""
    if value is None or _IPV4.fullmatch(value):
        return value
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
            zone = _zone(next(filter(None, map(values.get, _ZONE_KEYS)), None))
            return (local, False) if zone is None else (local.replace(tzinfo=zone).astimezone(UTC), True)
        except (ValueError, OverflowError):
            continue
    return None, False


def _local_time(parts: dict[str, str]) -> datetime:
    """Return the time that is written in these parts, taken for UTC.

    Raises:
        ValueError: there is no such time.
    """
    hour = int(parts["hour"])
    half = parts.get("half")
    if half is not None:
        if not 1 <= hour <= _NOON:
            raise ValueError("no hour of half a day")
        hour = hour % _NOON + (_NOON if half in "pP" else 0)
    year, month, day = int(parts["year"]), int(parts["month"]), int(parts["day"])
    return datetime(year, month, day, hour, int(parts["minute"]), int(parts["second"]), tzinfo=UTC)


@lru_cache(maxsize=1024)
def _zone(value: str | None) -> timezone | None:
    found = _ZONE.search(value) if value else None
    if found is None:
        return None
    offset = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    if offset > _LARGEST_OFFSET:
        return None
    return timezone(-offset if found[1] == "-" else offset)
