"""The demonstration's leaks: every supported format, spread over the last year."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from breachlight.demonstration.people import INDIVIDUAL_EMAIL, World
from breachlight.leaks.models import LeakKind

_COMPUTERS = ("DESKTOP-7K2M", "LAPTOP-ORCHID", "WORKSTATION-12", "OFFICE-PC-4")
_INFECTED_BEFORE = timedelta(days=2)
_BROWSERS = ("Google Chrome", "Microsoft Edge", "Mozilla Firefox")


@dataclass(frozen=True, slots=True)
class DemonstrationLeak:
    """One leak and how many days ago it was ingested; ``write`` puts its files into a folder."""

    name: str
    title: str
    kind: LeakKind
    days_ago: int
    write: Callable[[World, Path, datetime], None]
    domain: str | None = None

    @property
    def description(self) -> str:
        """What the catalogue says about the leak."""
        return f"{_DESCRIPTIONS[self.kind]} All of it is invented for this demonstration."


_DESCRIPTIONS: Final = {
    LeakKind.COMBOLIST: "Addresses and passwords from many sites, merged into one list that is tried against other sites.",
    LeakKind.STEALER_LOG: "Logs of malware that took what was saved in the browsers of infected devices.",
}


def _combolist(separator: str, lines: int) -> Callable[[World, Path, datetime], None]:
    def write(world: World, folder: Path, at: datetime) -> None:
        del at
        rows = [_login_pair(world, separator) for _ in range(lines)]
        rows.append(f"{INDIVIDUAL_EMAIL}{separator}{world.password()}")
        _write(folder / "combolist.txt", rows)

    return write


def _login_pair(world: World, separator: str) -> str:
    is_colleague = world.chance(0.035)
    person = world.colleague() if is_colleague else world.stranger()
    email = person.work_email if is_colleague else person.private_email
    if world.chance(0.08):
        email = email.replace("@", "+newsletter@")
    secret = world.digest() if world.chance(0.15) else world.password()
    return f"{email}{separator}{secret}"


def _url_lines(lines: int) -> Callable[[World, Path, datetime], None]:
    def write(world: World, folder: Path, at: datetime) -> None:
        del at
        rows = ["# url:login:password"]
        for _ in range(lines):
            is_portal, is_colleague = world.chance(0.05), world.chance(0.02)
            person = world.colleague() if is_colleague else world.stranger()
            login = person.work_email if is_colleague else person.private_email
            page = world.portal() if is_portal else world.site()
            rows.append(f"{page}:{login}:{world.password()}")
        rows.append(f"android://c2FtcGxlLWNlcnRpZmljYXRl==@com.example.bank/:{INDIVIDUAL_EMAIL}:{world.password()}")
        rows.append(f"https://travel.example/login:{INDIVIDUAL_EMAIL}:{world.password()}")
        _write(folder / "url-login-password.txt", rows)

    return write


def _credentials(world: World, count: int) -> Iterator[tuple[str, str, str]]:
    """Give the logins that one device had saved: its owner's at work, at home, and at foreign sites."""
    owner = world.colleague()
    for _ in range(count):
        page = world.portal() if world.chance(0.45) else world.site()
        login = owner.work_email if world.chance(0.6) else owner.private_email
        yield page, login, world.password()


def _redline(world: World, folder: Path, at: datetime) -> None:
    rows = ["*" * 40, "*  Invented sample log  *", "*" * 40, ""]
    for page, login, secret in _credentials(world, 9):
        rows += [f"URL: {page}", f"Username: {login}", f"Password: {secret}",
                 f"Application: {world.pick(_BROWSERS)}_[Default]", "==============="]  # fmt: skip
    _write(folder / "Passwords.txt", rows)
    _write(
        folder / "UserInformation.txt",
        ["Build ID: sample", "IP: 192.0.2.41", "FileLocation: C:\\Users\\sample\\AppData\\Local\\sample.exe",
         f"UserName: {world.pick(('ada', 'omar', 'lena'))}", f"MachineName: {world.pick(_COMPUTERS)}", "Country: DE",
         f"HWID: {world.digest().upper()}", "Operation System: Windows 11 Pro x64",
         f"Log date: {at.month}/{at.day}/{at.year} 9:14:05 AM", "", "Anti-Viruses:", "Windows Defender"],
    )  # fmt: skip


def _lumma(world: World, folder: Path, at: datetime) -> None:
    rows: list[str] = []
    for page, login, secret in _credentials(world, 8):
        rows += [f"SOFT: {world.pick(_BROWSERS)} [Default]", f"URL: {page}", f"USER: {login}", f"PASS: {secret}", ""]
    _write(folder / "All Passwords.txt", rows)
    _write(
        folder / "System.txt",
        ["- LummaC2 Build: sample", f"- Local Date: {at:%d.%m.%Y} 11:20:31", "- OS Version: Windows 10 (10.0.19045) x64",
         f"- HWID: {world.digest().upper()}", f"- Computer: {world.pick(_COMPUTERS)}", "- User: sample",
         "- IP Address: 192.0.2.77", "- Country: FR"],
    )  # fmt: skip


def _stealc(world: World, folder: Path, at: datetime) -> None:
    rows: list[str] = []
    for page, login, secret in _credentials(world, 8):
        rows += ["browser: Google Chrome", "profile: Default", f"url: {page}", f"login: {login}",
                 f"password: {secret}", ""]  # fmt: skip
    _write(folder / "passwords.txt", rows)
    _write(
        folder / "system_info.txt",
        ["Network Info:", "\t- IP: 198.51.100.12", "\t- Country: ES", "", "System Summary:",
         f"\t- HWID: {world.digest().upper()}", "\t- OS: Windows 11 Home", "\t- UserName: sample",
         f"\t- Computer Name: {world.pick(_COMPUTERS)}", f"\t- Local Time: {at:%Y/%m/%d} 20:02:44", "\t- UTC: 1"],
    )  # fmt: skip


def _vidar(world: World, folder: Path, at: datetime) -> None:
    rows: list[str] = []
    for page, login, secret in _credentials(world, 8):
        rows += [f"Soft: {world.pick(_BROWSERS)}", f"Host: {page}", f"Login: {login}", f"Password: {secret}", "", ""]
    _write(folder / "passwords.txt", rows)
    _write(
        folder / "information.txt",
        ["Version: 1.0", f"Date: {at:%d/%m/%Y} 7:41:59", f"MachineID: {world.digest()}", f"GUID: {world.digest()}",
         f"HWID: {world.digest()}",
         "Ip: 203.0.113.9", "Country: PT", "Windows: Windows 10 Pro [x64]", f"Computer Name: {world.pick(_COMPUTERS)}",
         "User Name: sample"],
    )  # fmt: skip


def _atomic(world: World, folder: Path, at: datetime) -> None:
    del at
    rows: list[str] = []
    for page, login, secret in _credentials(world, 7):
        rows += [f"URL: {page}", f"LOGIN: {login}", f"PASSWORD: {secret}", ""]
    _write(folder / "Passwords.txt", rows)
    _write(
        folder / "UserInformation.txt",
        ["Build:\tsample", "IP:\t198.51.100.80/1", "Country:\tIT", f"HWID:\t{world.digest().upper()}",
         "ProductName:\tmacOS", "ProductVersion:\t15.1", f"Hardware UUID:\t{world.digest().upper()}",
         "UserName:\tsample"],
    )  # fmt: skip


def _machines(*machines: Callable[[World, Path, datetime], None]) -> Callable[[World, Path, datetime], None]:
    def write(world: World, folder: Path, at: datetime) -> None:
        for number, machine in enumerate(machines, 1):
            home = folder / f"DE[{world.digest()[:12].upper()}]_{number}"
            home.mkdir(parents=True)
            machine(world, home, at - _INFECTED_BEFORE)

    return write


def _write(path: Path, rows: list[str]) -> None:
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


COMBOLIST, STEALER = LeakKind.COMBOLIST, LeakKind.STEALER_LOG
LEAKS = (
    DemonstrationLeak("orchard-collection", "Orchard Collection", COMBOLIST, 352, _combolist(":", 1400)),
    DemonstrationLeak(
        "gardening-forum", "Gardening Forum", COMBOLIST, 318, _combolist(";", 700), "forum.gardening.example"
    ),
    DemonstrationLeak("night-market-logs", "Night Market Logs", STEALER, 284, _machines(_redline, _vidar)),
    DemonstrationLeak("travel-accounts", "Travel Accounts", COMBOLIST, 247, _url_lines(500), "travel.example"),
    DemonstrationLeak("willow-combo", "Willow Combo", COMBOLIST, 205, _combolist("|", 900)),
    DemonstrationLeak("copper-cloud", "Copper Cloud", STEALER, 166, _machines(_lumma, _stealc, _redline)),
    DemonstrationLeak("harbor-collection", "Harbor Collection", COMBOLIST, 128, _combolist(":", 1600)),
    DemonstrationLeak("photos-dump", "Photos Dump", COMBOLIST, 91, _url_lines(600), "photos.example"),
    DemonstrationLeak("falcon-logs", "Falcon Logs", STEALER, 58, _machines(_atomic, _lumma, _vidar)),
    DemonstrationLeak("saffron-lines", "Saffron Lines", COMBOLIST, 33, _url_lines(700)),
    DemonstrationLeak("velvet-combo", "Velvet Combo", COMBOLIST, 19, _combolist(":", 800)),
    DemonstrationLeak("lantern-logs", "Lantern Logs", STEALER, 9, _machines(_stealc, _redline)),
    DemonstrationLeak("meadow-lines", "Meadow Lines", COMBOLIST, 5, _url_lines(420)),
    DemonstrationLeak("comet-collection", "Comet Collection", COMBOLIST, 2, _combolist(":", 500)),
    DemonstrationLeak("granite-logs", "Granite Logs", STEALER, 0, _machines(_lumma, _vidar)),
)
