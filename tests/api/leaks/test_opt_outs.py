"""``breachlight opt-outs``: addresses that public lookups leave out, of which only a keyed digest is kept."""

import json

import pytest
from email_ranges import sha1, switch, work

from breachlight.leaks.email_ranges.service import find_addresses

KIM, JANE = "kim@people.example", "jane@people.example"


async def shown(address: str) -> bool:
    name = sha1(address)
    return name[6:] in {found.suffix for found in await find_addresses(name[:6])}


@pytest.mark.spec("X32")
async def test_an_opted_out_address_is_in_no_range_whatever_is_loaded_later(bench, tortoise, key_ring):
    await switch(bench.connection, True)
    await bench.ingest(bench.write("a.txt", f"{KIM}:Blue-1\n{JANE}:Blue-2\n"), leak="Otters")
    await work()
    assert await shown(KIM)
    assert "leave this address out." in bench.breachlight("opt-outs", "add", " KIM@People.example ").stdout
    assert "out already" in bench.breachlight("opt-outs", "add", KIM).stdout
    await bench.ingest(bench.write("b.txt", f"{KIM}:Blue-3\n"), leak="Herons")
    await work()
    assert (await shown(KIM), await shown(JANE)) == (False, True)
    assert bench.breachlight("lookups", "rebuild").returncode == 0
    await work()
    assert (await shown(KIM), await shown(JANE)) == (False, True)
    listed = json.loads(bench.breachlight("opt-outs", "list", "--json").stdout)
    assert (listed["total"], len(listed["newest"])) == (1, 1)
    assert bench.breachlight("opt-outs", "remove", KIM).returncode == 0
    assert await shown(KIM)
    refused = bench.breachlight("opt-outs", "remove", KIM)
    assert (refused.returncode, "There is no opt-out" in refused.stderr) == (1, True)
    assert bench.breachlight("opt-outs", "add", "nonsense").returncode == 1


@pytest.mark.spec("X32")
async def test_neither_the_address_nor_a_hash_of_it_is_kept(bench, tortoise):
    assert bench.breachlight("opt-outs", "add", KIM).returncode == 0
    row = await bench.connection.fetchrow("SELECT * FROM opt_outs")
    assert sha1(KIM).lower() not in row["digest"].hex()
    events = bench.breachlight("audit", "list", "--json").stdout
    assert "opt_out_added" in events
    assert KIM not in events
