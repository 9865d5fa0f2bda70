"""The dry run: what a file would come to, without a database, and without a leaked character in what is printed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TextIO

import pytest
from archive_files import zip_of

SECRET = "Zebra-Giraffe-99"
LINES = "".join(
    f"https://shop{number}.example/login:jo{number}@people.example:{SECRET}{number}\n" for number in range(400)
)


def run(
    folder: Path, *arguments: str, given: str | None = None, output: int | TextIO = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    """Run the command with a data folder that can't become a database's, and a server that doesn't exist."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BREACHLIGHT_")}
    environment |= {
        "BREACHLIGHT_ENVIRONMENT": "test",
        "BREACHLIGHT_DATA_FOLDER": str(folder / "data"),
        "DATABASE_URL": "postgresql://nobody:nothing@127.0.0.1:9/absent",
    }
    command = [sys.executable, "-c", "from breachlight.command import main; main()", "ingest", "--dry-run", *arguments]
    return subprocess.run(
        command,
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        check=False,
        env=environment,
        input=given,
    )


def write(folder: Path, name: str, content: str) -> str:
    path = folder / name
    path.write_text(content)
    return str(path)


@pytest.mark.spec("B3.20")
def test_a_dry_run_shows_how_a_file_would_be_read_and_needs_no_database(tmp_path: Path) -> None:
    path = write(tmp_path, "list.txt", LINES + "noseparatorhere\n# a comment\n")
    done = run(tmp_path, path)
    assert done.returncode == 0, done.stderr
    for expected in (
        "would be ingested",
        "Format      lines",
        "separator ':'",
        "url 100%, username 100%, password 100%, password types plain",
        "402 lines: 400 records, 1 skipped, 1 rejected (no-separator) (100% of the file was read)",
        "lines/s",
        "url ‹a:5-8›://‹x:5-8›.‹a:5-8›/‹a:5-8›, username ‹x:1-4›@‹a:5-8›.‹a:5-8›, password •••••••• (plain, 17-32)",
    ):
        assert expected in done.stdout, done.stdout
    assert done.stdout.count("  Record ") == 10
    assert "Zebra" not in done.stdout + done.stderr
    assert "people" not in done.stdout + done.stderr
    assert not (tmp_path / "data" / "postgres").exists()
    assert not (tmp_path / "data" / "lake").exists()
    assert not (tmp_path / "data" / "keys.json").exists()


@pytest.mark.spec("B3.20")
def test_a_dry_run_as_json_of_files_of_all_outcomes(tmp_path: Path) -> None:
    good = write(tmp_path, "good.txt", LINES)
    poor = write(tmp_path, "poor.txt", LINES + f"{SECRET}\n" * 100)
    binary = tmp_path / "e.bin"
    binary.write_bytes(bytes(range(256)) * 50)
    done = run(tmp_path, good, poor, str(binary), str(tmp_path / "absent.txt"), "--json")
    assert done.returncode == 3, done.stderr
    files = json.loads(done.stdout)["files"]
    assert [file["outcome"] for file in files] == [
        "would be ingested",
        "would be held",
        "would be refused",
        "would be refused",
    ]
    assert files[0]["expected"] == {"lines": 400, "records": 400, "skipped": 0, "rejected": 0}
    assert len(files[0]["records"]) == 10
    assert files[0]["lines_per_second"] > 0
    assert len(files[1]["rejected_lines"]) == 3
    assert "Zebra" not in done.stdout


def test_a_dry_run_of_an_archive_shows_its_members_and_their_formats(tmp_path: Path) -> None:
    blocks = "".join(f"URL: https://a{n}.example\nUsername: jo{n}\nPassword: {SECRET}\n\n" for n in range(9))
    members = {
        "one/Passwords.txt": blocks.encode(),
        "one/UserInformation.txt": b"HWID: 1234\nLog date: 1/31/2022 10:00:00 AM\n",
        "list.txt": f"jane@acme.example:{SECRET}\njane@acme.example:{SECRET}:10.0.0.1\n".encode(),
        "table.csv": f"id,email,password\n1,jane@acme.example,{SECRET}\n".encode(),
        "picture.png": b"\x89PNG\r\n" + bytes(99),
    }
    path = tmp_path / "some.zip"
    path.write_bytes(zip_of(members))
    done = run(tmp_path, str(path))
    assert done.returncode == 0, done.stderr
    for expected in (
        f"Format      archive, {path.stat().st_size:,} bytes\n",
        "Members     4 members to open, 2 skipped (system_file 1, binary 1)\n",
        "Formats     blocks 1, lines 1, table 1 (of 3 members in the sample)\n",
        "Devices     1 infected\n",
        "40 lines: 12 records, 10 skipped, 0 rejected (100% of the file was read)",
        "Flags       ambiguous 1\n",
    ):
        assert expected in done.stdout, done.stdout
    assert done.stdout.count("  Record ") == 10
    assert "Dialect" not in done.stdout
    assert "Zebra" not in done.stdout
    (file,) = json.loads(run(tmp_path, str(path), "--json").stdout)["files"]
    assert file["members"] == {
        "chosen": 4,
        "formats": {"blocks": 1, "lines": 1, "table": 1},
        "skipped": {"system_file": 1, "binary": 1},
        "refused": {},
        "infected_devices": 1,
    }
    assert (file["encoding"], file["dialect"]) == (None, {})


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [("utf-8", "UTF-8"), ("cp1251", "windows-1251"), ("utf-16", "utf-16-le")],
)
def test_a_dry_run_names_the_encoding(tmp_path: Path, encoding: str, expected: str) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes("иван@acme.example:пароль-1\nольга@acme.example:мойпароль\n".encode(encoding))
    assert f"Format      lines, {path.stat().st_size} bytes, {expected}\n" in run(tmp_path, str(path)).stdout


def test_a_dry_run_of_standard_input(tmp_path: Path) -> None:
    done = run(tmp_path, "-", given=LINES)
    assert done.returncode == 0, done.stderr
    assert "standard input: would be ingested" in done.stdout
    assert list((tmp_path / "data" / "spool").iterdir()) == []


def test_counts_of_a_large_file_are_expected_from_samples(tmp_path: Path) -> None:
    lines = "".join(
        f"https://shop{number}.example/login:jo{number}@people.example:Blue{number}\n" for number in range(120_000)
    )
    done = run(tmp_path, write(tmp_path, "large.txt", lines), "--json")
    assert done.returncode == 0, done.stderr
    (file,) = json.loads(done.stdout)["files"]
    assert file["sampled_share"] < 0.5
    assert abs(file["expected"]["records"] - 120_000) < 6_000


def test_ambiguous_columns_are_shown_without_values_and_can_be_chosen(tmp_path: Path) -> None:
    path = write(tmp_path, "table.csv", f"jane@acme.example,jdoe7,{SECRET}\nmax@acme.example,maxm1,{SECRET}2\n")
    refused = run(tmp_path, path)
    assert refused.returncode != 0
    assert "--columns" in refused.stdout + refused.stderr
    assert "None" not in refused.stdout
    assert SECRET not in refused.stdout + refused.stderr
    chosen = run(tmp_path, path, "--columns", "email=1,username=2,password=3")
    assert chosen.returncode == 0, chosen.stdout + chosen.stderr
    assert SECRET not in chosen.stdout + chosen.stderr
    wrong = run(tmp_path, path, "--columns", "address=1")
    assert wrong.returncode == 2
    assert "email=3,password=5" in wrong.stderr


def test_a_chosen_format_overrides_detection(tmp_path: Path) -> None:
    path = write(tmp_path, "list.txt", "email,password,city\njane@acme.example,Blue42,Bonn\n")
    done = run(tmp_path, path, "--format", "lines", "--json", "--accept")
    assert '"lines"' in done.stdout, done.stdout + done.stderr
    assert run(tmp_path, path, "--format", "xml").returncode == 2


def test_output_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    path = write(tmp_path, "list.txt", LINES)
    with Path("/dev/full").open("w") as full:
        assert run(tmp_path, path, output=full).returncode not in (0, 3)


def test_the_exit_code_says_that_a_file_was_refused(tmp_path: Path) -> None:
    done = run(tmp_path, str(tmp_path / "missing.txt"))
    assert (done.returncode, done.stdout) == (
        3,
        f"{tmp_path}/missing.txt: would be refused: there is no such file: correct the path\n",
    )
