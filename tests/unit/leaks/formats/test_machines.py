"""System files of stealer logs and the folders around them."""

import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path, PurePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from breachlight.leaks.formats import Machine, decode_text, parse_machine
from breachlight.leaks.ingest.file_roles import FileRole, plan_files

FIXTURES = Path(__file__).parents[3] / "fixtures" / "leaks"
SHARED = Path(__file__).parents[5] / "shared" / "data" / "stealer_logs"
INFECTED = datetime(2026, 2, 9, 23, 5, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("path", "machine", "key"),
    [
        (
            "redline/UserInformation.txt",
            Machine(
                family="redline",
                hwid="0123456789ABCDEF0123456789ABCDEF",
                computer="DESKTOP-INVENT1",
                user="Jane",
                ip="192.0.2.17",
                country="DE",
                city="Berlin, Berlin",
                os="Windows 11 Pro x64",
                infected_at=INFECTED.replace(hour=22),
                is_zone_known=True,
                antivirus=("Windows Defender", "Invented Shield"),
                malware_path="C:\\Users\\Jane\\AppData\\Local\\Temp\\setup.exe",
                build="invented-build",
                language="German (Germany)",
            ),
            "0123456789abcdef0123456789abcdef",
        ),
        (
            "lumma/System.txt",
            Machine(
                family="lumma",
                hwid="INVENTEDHWID0002",
                computer="DESKTOP-INVENT2",
                user="jane",
                ip="192.0.2.18",
                country="US",
                os="Windows 10 Pro (10.0.19045) x64",
                infected_at=INFECTED,
                is_zone_known=True,
                antivirus=("Windows Defender",),
                malware_path="C:\\Temp\\Setup.exe",
                build="Jan 02 2026",
                language="en-US",
            ),
            "inventedhwid0002",
        ),
        (
            "stealc/system_info.txt",
            Machine(
                family="stealc",
                hwid="INVENTEDHWID0003",
                computer="LAPTOP-INVENT3",
                user="Jane",
                ip="192.0.2.19",
                country="FR",
                os="Windows 11 Pro",
                infected_at=INFECTED,
                is_zone_known=True,
                malware_path="C:\\Users\\Jane\\Setup.exe",
                language="fr-FR",
            ),
            "inventedhwid0003",
        ),
        (
            "vidar/information.txt",
            Machine(
                family="vidar",
                hwid="INVENTEDHWID0004",
                guid="00000000-aaaa-bbbb-cccc-000000000004",
                computer="WORK-INVENT4",
                user="Jane",
                ip="192.0.2.20",
                country="GB",
                os="Windows 11",
                infected_at=INFECTED,
                is_zone_known=True,
                antivirus=("Invented Shield",),
                malware_path="C:\\Temp\\installer.exe",
                build="11",
            ),
            "inventedhwid0004",
        ),
        (
            "atomic/UserInformation.txt",
            Machine(
                family="atomic",
                guid="00000000-0000-0000-0000-000000000005",
                ip="192.0.2.21",
                country="JP",
                city="Tokyo",
                os="macOS 13.6",
            ),
            "00000000-0000-0000-0000-000000000005",
        ),
    ],
)
def test_system_file_of_each_family(path: str, machine: Machine, key: str) -> None:
    parsed = parse_machine(path, decode_text((FIXTURES / path).read_bytes()))
    assert parsed == machine
    assert parsed.key == key


def test_machine_without_ids_is_known_by_computer_user_and_address() -> None:
    parsed = parse_machine("system.txt", "Computer Name: PC-1\nUser Name: Jane\nIP: 192.0.2.1\nCountry: Germany\n")
    assert parsed is not None
    assert (parsed.family, parsed.key, parsed.country) == ("unknown", "pc-1/jane/192.0.2.1", "DE")


@given(
    user=st.none() | st.just("Admin"),
    ip=st.none() | st.just("192.0.2.1"),
    country=st.none() | st.just("DE"),
    os=st.none() | st.just("x"),
)
def test_what_many_devices_share_identifies_none(
    user: str | None, ip: str | None, country: str | None, os: str | None
) -> None:
    machine = Machine("redline", user=user, ip=ip, country=country, os=os)
    assert machine.key is None
    assert "key" not in machine.facts()


@pytest.mark.parametrize(
    "text", ["", "jane@acme.example:Blue42\n", "URL: https://a.com\nUsername: jdoe\nPassword: x\n"]
)
def test_other_files_are_no_system_files(text: str) -> None:
    assert parse_machine("x.txt", text) is None


@given(st.text(max_size=300))
def test_parsing_a_machine_never_raises(text: str) -> None:
    parse_machine("system.txt", f"HWID: {text}\nIP: {text}\nCountry: {text}\nMachineName: x\nLog date: {text}\n{text}")


def test_only_the_password_files_of_a_machine_are_read() -> None:
    paths = [path.relative_to(FIXTURES) for path in FIXTURES.rglob("*") if path.is_file()]
    planned = {str(file.path): file for file in plan_files(paths)}
    assert planned["redline/Passwords.txt"].role is FileRole.PASSWORDS
    assert planned["redline/Passwords.txt"].system_file == PurePath("redline/UserInformation.txt")
    assert planned["lumma/Firefox/Default/Passwords.txt"].system_file == PurePath("lumma/System.txt")
    assert planned["lumma/All Passwords.txt"].role is FileRole.PASSWORDS
    assert planned["stealc/passwords.txt"].system_file == PurePath("stealc/system_info.txt")
    assert planned["redline/Brute.txt"].role is FileRole.OTHER
    assert planned["redline/Cookies/Google_[Chrome]_Default.txt"].role is FileRole.OTHER
    assert planned["redline/UserInformation.txt"].role is FileRole.SYSTEM
    assert planned["triplets.txt"].role is FileRole.LEAK


def test_a_folder_without_a_system_file_contains_leaks() -> None:
    planned = plan_files([PurePath("a/list.txt"), PurePath("a/passwords.txt"), PurePath("PasswordCracker.txt")])
    assert {file.role for file in planned} == {FileRole.LEAK}


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared synthetic stealer logs are missing")
@pytest.mark.parametrize("family", ["atomic", "lumma", "redline", "stealc", "vidar"])
def test_shared_machines_give_the_expected_facts(family: str) -> None:
    (expected,) = json.loads((SHARED / "expected.json").read_text())["families"][family]
    with zipfile.ZipFile(SHARED / f"{family}_one_machine.zip") as archive:
        machines = {
            planned.system_file
            for planned in plan_files(map(PurePath, archive.namelist()))
            if planned.role is FileRole.PASSWORDS
        }
        (system_file,) = machines
        assert system_file is not None
        machine = parse_machine(system_file.name, decode_text(archive.read(str(system_file))))
    assert machine is not None
    system = expected["system"]
    assert machine.family == family
    assert (machine.ip, machine.country) == (system["ip"].partition("/")[0], system["country"])
    assert (machine.hwid, machine.computer, machine.user) == (
        system.get("hwid"),
        system.get("computer"),
        system.get("user"),
    )
    assert machine.malware_path == system.get("malware_path")
    assert (machine.infected_at is None) == (family == "atomic")
    if machine.infected_at is not None:
        assert (machine.infected_at.year, machine.infected_at.month) == (2025, 7)
