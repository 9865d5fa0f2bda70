"""What the system file of a stealer log says about the infected device (leak-formats §10)."""

import ipaddress
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
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
_DATES: Final = {
    "redline": (("logdate",), ("%m/%d/%Y %I:%M:%S %p", "%m/%d/%Y %H:%M:%S")),
    "lumma": (("localdate",), ("%d.%m.%Y %H:%M:%S",)),
    "stealc": (("localtime",), ("%Y/%m/%d %H:%M:%S",)),
    "vidar": (("date", "localtime"), ("%d/%m/%Y %H:%M:%S",)),
}
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
        """What tells this machine from others: HWID, else its GUID, else computer, user and IP; None if all are missing."""
        if self.hwid or self.guid:
            return (self.hwid or self.guid or "").lower()
        parts = [part.lower() for part in (self.computer, self.user, self.ip) if part]
        return "/".join(parts) or None

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
    values = _values(lines)
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
        antivirus=_antivirus(lines),
        malware_path=first("filelocation", "runningpath", "path"),
        build=first("buildid", "lummac2build", "build", "version"),
        language=first("currentlanguage", "language"),
    )


def _key(line: str) -> tuple[str, str] | None:
    key, colon, value = line.lstrip("-\u2022 \t").partition(":")
    if not colon or len(key) > _LONGEST_KEY:
        return None
    return key.translate(_DROPPED).lower(), value.strip()[:_LONGEST_VALUE]


def _values(lines: list[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for line in lines:
        pair = _key(line)
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


def _antivirus(lines: list[str]) -> tuple[str, ...]:
    for index, line in enumerate(lines):
        pair = _key(line)
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


def country_code(value: str | None) -> str | None:
    """Return the ISO 3166 alpha-2 code of a country by name or code; None if there is none such."""
    if value is None:
        return None
    try:
        return str(pycountry.countries.lookup(value.partition(",")[0].strip()).alpha_2)
    except LookupError:
        return None


def _infected_at(family: str, values: dict[str, str]) -> tuple[datetime | None, bool]:
    keys, formats = _DATES.get(family, ((), ()))
    for key in keys:
        for date_format in formats:
            try:
                local = datetime.strptime(values.get(key, ""), date_format).replace(tzinfo=UTC)
                zone = _zone(values.get("utc") or values.get("timezone"))
                return (local, False) if zone is None else (local.replace(tzinfo=zone).astimezone(UTC), True)
            except (ValueError, OverflowError):
                continue
    return None, False


def _zone(value: str | None) -> timezone | None:
    found = _ZONE.search(value) if value else None
    if found is None:
        return None
    offset = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    if offset > _LARGEST_OFFSET:
        return None
    return timezone(-offset if found[1] == "-" else offset)
