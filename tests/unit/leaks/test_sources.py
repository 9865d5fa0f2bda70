import json
from pathlib import Path

from breachlight.leaks.ingest.archives.tally import MemberTally
from breachlight.leaks.ingest.infected_devices import InfectedDevice, infected_device
from breachlight.leaks.ingest.sources import DeviceFolder, find_sources

SYSTEM = """Build ID: invented
IP: 203.0.113.7
Country: Germany
HWID: 0123456789ABCDEF
Machine Name: DESKTOP-INVENTED
UserName: jo
Operation System: Windows 11 Pro
Log date: 11/20/2026 10:15:00 AM
FileLocation: C:\\invented.exe
"""


def machine(folder: Path) -> Path:
    (folder / "Cookies").mkdir(parents=True)
    (folder / "UserInformation.txt").write_text(SYSTEM)
    (folder / "Passwords.txt").write_text("URL: https://site.test\nUsername: jo\nPassword: Blue42\n===============\n")
    (folder / "Brute.txt").write_text("Blue42\n")
    (folder / "Cookies" / "Chrome.txt").write_text("cookie\n")
    return folder


def test_a_folder_is_walked_in_order_and_links_are_not_followed(tmp_path: Path):
    for name in ("b.txt", "a.txt", "deeper/c.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "loop").symlink_to(tmp_path)
    found = find_sources([str(tmp_path)])
    read = [Path(source.name).name for source in found if source.skip is None]
    assert read == ["a.txt", "b.txt", "c.txt"]
    assert [source.skip[0] for source in found if source.skip] == ["symbolic_link"]


def test_the_folder_of_a_machine_gives_its_passwords_and_its_facts(tmp_path: Path):
    folder = machine(tmp_path / "logs" / "DE_invented")
    (tmp_path / "logs" / "readme.txt").write_text("jo@people.test:Blue42\n")
    found = {Path(source.name).name: source for source in find_sources([str(tmp_path / "logs")])}
    assert found["Passwords.txt"].skip is None
    device = found["Passwords.txt"].device
    assert device is not None
    assert device.system_file == folder / "UserInformation.txt"
    assert found["readme.txt"].device is None
    skipped = {name: source.skip[0] for name, source in found.items() if source.skip}
    assert skipped == {
        "UserInformation.txt": "system_file",
        "Brute.txt": "no_credentials",
        "Chrome.txt": "no_credentials",
    }
    facts = json.loads(infected_device(device).facts or "{}")
    assert facts["family"] == "redline"
    assert facts["computer"] == "DESKTOP-INVENTED"
    assert facts["user_name"] == "jo"
    assert facts["ip"] == "203.0.113.7"
    assert facts["country"] == "DE"
    assert facts["infected_at"].startswith("2026-11-20T10:15")


def test_the_cookies_and_session_files_of_a_folder_are_counted_and_not_kept(tmp_path: Path):
    folder = machine(tmp_path)
    cookie = "{}\tTRUE\t/\tFALSE\t1799999999\tsession\tSecretValue\n"
    (folder / "Cookies" / "Edge.txt").write_text(cookie.format(".acme.example") * 3 + cookie.format("b.example"))
    (folder / "Discord").mkdir()
    for name in ("Autofill.txt", "Discord/Tokens.txt"):
        (folder / name).write_text("SecretValue\n")
    (device,) = {source.device for source in find_sources([str(tmp_path)]) if source.device}
    facts = json.loads(infected_device(device).facts or "{}")
    assert (facts["cookies"], facts["cookie_domains"]) == (4, 2)
    assert (facts["autofill_files"], facts["token_files"]) == (1, 1)
    assert "SecretValue" not in json.dumps(facts)
    tally = MemberTally()
    infected_device(device).add_to(tally)
    assert tally.devices_as_dict() == {
        "infected_devices": 1,
        "session_files": {"autofill": 1, "token": 1},
        "cookies": 4,
        "cookie_domains": 2,
        "cookies_by_domain": {"acme.example": 3, "b.example": 1},
    }


def test_a_system_file_that_says_nothing_gives_no_facts(tmp_path: Path):
    (tmp_path / "System.txt").write_text("nothing\n")
    assert InfectedDevice(DeviceFolder(tmp_path / "System.txt")).facts is None
    assert InfectedDevice(DeviceFolder(tmp_path / "absent.txt")).facts is None


def test_standard_input_and_files_keep_their_order(tmp_path: Path):
    (tmp_path / "z.txt").write_text("x")
    found = find_sources([str(tmp_path / "z.txt"), "-", "absent.txt"])
    assert [(source.name, source.path) for source in found][1:] == [
        ("standard input", None),
        ("absent.txt", Path("absent.txt")),
    ]
