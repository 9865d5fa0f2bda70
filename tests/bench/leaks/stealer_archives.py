"""Archives of infected devices: as stealers write them, and their passwords alone.

An infected device had about 1,000 cookies for 16 logins in 2022 (22 billion cookies, 361 million logins, 22 million devices; SpyCloud
Identity Exposure Report 2023). A whole device has 1,000 cookies here, 44 logins, and the other texts that stealers leave.
"""

import itertools
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tests.bench.leaks.generator import LeakGenerator

Record = tuple[str, str, str]

WHOLE_DEVICES: Final = 4_000
LOGINS: Final = 44
COOKIES: Final = 1_000
PROFILES: Final = (
    "Google_[Chrome]_Default",
    "Google_[Chrome]_Profile_1",
    "Microsoft_[Edge]_Default",
    "Mozilla_[Firefox]_a1",
)
SYSTEM: Final = """Build ID: invented
IP: 203.0.113.7
FileLocation: C:\\Users\\user{0}\\a.exe
UserName: user{0}
MachineName: DESKTOP-{0:06}
Country: DE
Location: Berlin, Berlin
HWID: {0:032X}
Current Language: German (Germany)
TimeZone: (UTC+01:00) Berlin, Rom, Wien
Operation System: Windows 10 Home x64
Log date: 3/14/2024 12:00:00 PM

Hardwares:
Name: Invented CPU, 4 Cores

Anti-Viruses:
Windows Defender
"""
SOFTWARE: Final = "".join(f"{number}) Invented program {number} [1.{number}.0]\n" for number in range(60))
PROCESSES: Final = "".join(f"ID: [{number}]\nName: [program{number}.exe]\nCommandLine: []\n\n" for number in range(80))
AUTOFILLS: Final = "".join(f"Field: field{number} | Value: Invented value {number}\n" for number in range(60))


def write_whole(target: Path, generator: LeakGenerator, records: Iterator[Record]) -> int:
    """Write devices with all that stealers collect; return the bytes of their text."""
    return _write(target, _whole_devices(generator, records))


def write_passwords(target: Path, records: Iterator[Record], logins: int) -> int:
    """Write devices with nothing but system and password file, of so many logins each; return the bytes of their text."""
    return _write(target, enumerate(_devices(records, logins)))


def _whole_devices(generator: LeakGenerator, records: Iterator[Record]) -> Iterator[tuple[int, dict[str, str]]]:
    for number, texts in zip(range(WHOLE_DEVICES), _devices(records, LOGINS), strict=False):
        texts |= {"InstalledSoftware": SOFTWARE, "ProcessList": PROCESSES}
        for profile in PROFILES:
            texts[f"Autofills/{profile}"] = AUTOFILLS
            texts[f"Cookies/{profile}_Network"] = generator.cookies(COOKIES // len(PROFILES)).decode()
        yield number, texts


def _devices(records: Iterator[Record], logins: int) -> Iterator[dict[str, str]]:
    for number in itertools.count():
        own = list(itertools.islice(records, logins))
        if not own:
            return
        passwords = (
            f"URL: {url or 'https://acme.example/'}\nUsername: {login}\nPassword: {secret}\n===============\n"
            for url, login, secret in own
        )
        yield {"UserInformation": SYSTEM.format(number), "Passwords": "".join(passwords)}


def _write(target: Path, devices: Iterable[tuple[int, dict[str, str]]]) -> int:
    size = 0
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number, texts in devices:
            for name, text in texts.items():
                content = text.encode()
                archive.writestr(f"DE{number:06}/{name}.txt", content)
                size += len(content)
    return size
