"""The kind of a leak follows from its files, unless an operator or an imported catalogue gave it."""

import json
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from factories import make_domain
from ingestion_harness import Bench

LINES = "https://shop.example/login:jo@acme.example:Blue42\nhttps://shop.example/login:kim@acme.example:Blue43\n"
TABLE = "email,password,name\nlee@acme.example,Blue44,Lee\nmax@acme.example,Blue45,Max\n"
BLOCKS = "".join(
    f"URL: https://forum.example/{number}\nUsername: {name}@acme.example\nPassword: Blue{number}\n\n"
    for number, name in enumerate(("nia", "oda", "pip"), 50)
)
FILES = {"lines.txt": LINES, "table.csv": TABLE, "blocks.txt": BLOCKS}


async def leak_of(bench: Bench, name: str = "Some leak") -> tuple[str, bool, bool]:
    row = await bench.connection.fetchrow("SELECT kind, is_stealer_log, is_malware FROM leaks WHERE name = $1", name)
    return tuple(row)


async def sources(bench: Bench) -> dict[str, set[str]]:
    """Return which sources count for the severity of whom."""
    names = {"combolist", "stealer_log", "table_dump", "mixed"}
    rows = await bench.connection.fetch("SELECT username_key, severity_factors FROM alerts")
    return {row["username_key"].partition("@")[0]: names & json.loads(row["severity_factors"]).keys() for row in rows}


def written(bench: Bench, *names: str) -> list[Path]:
    return [bench.write(name, FILES[name]) for name in names]


@pytest.mark.parametrize(
    ("name", "leak"),
    [
        ("lines.txt", ("combolist", False, False)),
        ("table.csv", ("table_dump", False, False)),
        ("blocks.txt", ("stealer_log", True, True)),
    ],
)
async def test_files_of_one_kind_decide_the_kind(bench: Bench, name: str, leak: tuple[str, bool, bool]) -> None:
    first, second = bench.write(name, FILES[name]), bench.write(f"more-{name}", FILES[name].replace("Blue", "Red"))
    await bench.ingest(first)
    assert await leak_of(bench) == leak
    await bench.ingest(second, first)
    assert await leak_of(bench) == leak


@pytest.mark.parametrize("is_together", [True, False])
async def test_files_of_several_kinds_make_it_mixed(bench: Bench, is_together: bool) -> None:
    first, second = written(bench, "blocks.txt", "lines.txt")
    if is_together:
        await bench.ingest(first, second)
    else:
        await bench.ingest(first)
        await bench.ingest(second)
    assert await leak_of(bench) == ("mixed", False, False)
    await bench.ingest(*written(bench, "blocks.txt", "lines.txt", "table.csv"))
    await bench.ingest(bench.write("more.txt", LINES.replace("Blue", "Red")))
    assert await leak_of(bench) == ("mixed", False, False)


async def test_detections_keep_the_severity_that_they_were_raised_with(bench: Bench) -> None:
    await make_domain(bench.connection, bench.accounts[0], "acme.example")
    await bench.ingest(*written(bench, "lines.txt"))
    await bench.ingest(*written(bench, "blocks.txt"))
    assert await sources(bench) == {
        **{name: {"combolist"} for name in ("jo", "kim")},
        **{name: {"mixed"} for name in ("nia", "oda", "pip")},
    }


async def give_at_first(bench: Bench) -> None:
    path = bench.write("first.txt", LINES.replace("Blue", "Green"))
    assert bench.breachlight("ingest", str(path), "--leak", "Some leak", "--kind", "table_dump").returncode == 0


async def give_later(bench: Bench) -> None:
    await bench.ingest(bench.write("first.csv", TABLE.replace("Blue", "Green")))
    await give_at_first(bench)


async def edit(bench: Bench) -> None:
    await bench.ingest(bench.write("first.txt", LINES.replace("Blue", "Green")))
    done = bench.breachlight("leaks", "edit", "Some leak", "--kind", "table_dump")
    assert done.returncode == 0, done.stderr


async def import_(bench: Bench) -> None:
    flags = ("Verified", "Fabricated", "Sensitive", "Retired", "SpamList", "Malware", "StealerLog", "SubscriptionFree")
    entry = {
        "Name": "Some leak",
        "Title": "Some leak",
        "Domain": "shop.example",
        "BreachDate": "2024-02-01",
        "AddedDate": "2024-03-01T10:00:00Z",
        "ModifiedDate": "2024-04-01T10:00:00Z",
        "PwnCount": 5,
        "Description": "",
        "DataClasses": ["Passwords"],
        **{f"Is{flag}": False for flag in flags},
    }
    path = bench.write("breaches.json", json.dumps([entry]))
    done = bench.breachlight("leaks", "import", str(path))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("give", [give_at_first, give_later, edit, import_])
async def test_a_given_kind_stays(bench: Bench, give: Callable[[Bench], Awaitable[None]]) -> None:
    await give(bench)
    await bench.ingest(*written(bench, *FILES))
    assert await leak_of(bench) == ("table_dump", False, False)


async def test_a_held_file_counts_once_it_is_accepted(bench: Bench) -> None:
    poor = bench.write("poor.txt", LINES + "no-separator\n" * 40)
    assert (await bench.ingest(poor))[0].state == "held"
    await bench.ingest(*written(bench, "table.csv"))
    assert await leak_of(bench) == ("table_dump", False, False)
    assert bench.breachlight("ingest", str(poor), "--leak", "Some leak", "--accept").returncode == 0
    assert await leak_of(bench) == ("mixed", False, False)


async def test_commands_that_run_at_once_agree(bench: Bench) -> None:
    for round_ in range(3):
        leak = f"Leak {round_}"
        paths = [
            bench.write(f"{round_}/{number}-{name}", text.replace("Blue", f"Red{round_}{number}"))
            for number in range(2)
            for name, text in FILES.items()
        ]
        commands = [bench.command(str(path), "--leak", leak) for path in paths]
        processes = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for command in commands]
        assert [process.wait(120) for process in processes] == [0] * len(paths)
        assert await leak_of(bench, leak) == ("mixed", False, False)


@pytest.mark.parametrize(("given", "kind"), [([], "mixed"), (["--kind", "combolist"], "combolist")])
async def test_a_leak_of_another_kind_is_merged_into_it(bench: Bench, given: list[str], kind: str) -> None:
    first, second = written(bench, "lines.txt", "table.csv")
    assert bench.breachlight("ingest", str(first), "--leak", "New", *given).returncode == 0
    await bench.ingest(second, leak="Old")
    done = bench.breachlight("leaks", "merge", "Old", "New")
    assert done.returncode == 0, done.stderr
    assert await leak_of(bench, "New") == (kind, False, False)
