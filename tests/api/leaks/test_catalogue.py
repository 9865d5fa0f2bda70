"""The catalogue of leaks: operators' commands, and what accounts see of it."""

import json
from pathlib import Path
from typing import Any

import pytest
from callers import LOGIN, PASSWORD, Caller
from factories import AccountRow, make_account, make_domain, make_identity, make_user

from breachlight.auth.password_hashing import hash_password
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id

LEAKS = "{ leaks(pageSize: 100) { total results { name } } }"
LEAK = """query Leak($name: String!) { leak(name: $name) { name title domain breachDate addedDate modifiedDate pwnCount description
  dataClasses isVerified isFabricated isSensitive isRetired isSpamList isMalware isStealerLog isSubscriptionFree kind } }"""
LINES = "https://shop.example/login:jo@acme.example:Blue42\nhttps://shop.example/login:kim@acme.example:Blue43\n"


def breach(name: str, **changes: Any) -> dict[str, Any]:
    """Return an invented entry, as the API of Have I Been Pwned writes it."""
    flags = ("Verified", "Fabricated", "Sensitive", "Retired", "SpamList", "Malware", "StealerLog", "SubscriptionFree")
    return {
        "Name": name,
        "Title": f"The {name} leak",
        "Domain": f"{name.lower()}.example",
        "BreachDate": "2024-02-01",
        "AddedDate": "2024-03-01T10:00:00Z",
        "ModifiedDate": "2024-04-01T10:00:00Z",
        "PwnCount": 5_000_000_000,
        "Description": 'In February, <a href="https://x.example" onclick="steal()">shops</a> were <em>breached</em>.',
        "LogoPath": "https://logos.example/never-fetched.png",
        "DataClasses": ["Email addresses", "Passwords"],
        **{f"Is{flag}": flag == "Verified" for flag in flags},
        **changes,
    }


def catalogue(folder: Path, *breaches: dict[str, Any]) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "breaches.json"
    path.write_text(json.dumps(breaches))
    return str(path)


async def log_in(http, connection, account: AccountRow, role: str, email: str) -> Caller:
    user = await make_user(connection, account, email, await hash_password(PASSWORD))
    await connection.execute("UPDATE memberships SET role = $2 WHERE user_id = $1", user.id, role)
    answer = await http.post(
        "/graphql", json={"query": LOGIN, "variables": {"input": {"email": email, "password": PASSWORD}}}
    )
    return Caller(http, account, user, answer.json()["data"]["login"]["tokens"])


async def names(caller: Caller) -> set[str]:
    answer = await caller.graphql(LEAKS)
    page = answer["data"]["leaks"]
    assert page["total"] == len(page["results"])
    return {leak["name"] for leak in page["results"]}


async def test_an_imported_catalogue_is_shown_to_signed_in_accounts(bench, http, sign_in):
    path = catalogue(
        bench.folder, breach("Forum"), breach("Shop", Title="Shop <script>steal()</script>& Co", IsMalware=True)
    )
    done = bench.breachlight("leaks", "import", path)
    assert (done.returncode, done.stdout) == (0, "2 added, 0 updated, 0 unchanged.\n"), done.stderr
    assert "0 added, 0 updated, 2 unchanged" in bench.breachlight("leaks", "import", path).stdout
    listed = bench.breachlight("leaks", "list", "sho").stdout
    assert listed == "Shop  2024-02-01       0 files              0 records  malware\n"
    caller = await sign_in("ind")
    assert await names(caller) == {"Forum", "Shop"}
    leak = (await caller.graphql(LEAK, {"name": "Shop"}))["data"]["leak"]
    assert leak == {
        "name": "Shop",
        "title": "Shop & Co",
        "domain": "shop.example",
        "breachDate": "2024-02-01",
        "addedDate": "2024-03-01T10:00:00Z",
        "modifiedDate": "2024-04-01T10:00:00Z",
        "pwnCount": 5_000_000_000,
        "description": "In February, shops were breached.",
        "dataClasses": ["Email addresses", "Passwords"],
        "isVerified": True,
        "isFabricated": False,
        "isSensitive": False,
        "isRetired": False,
        "isSpamList": False,
        "isMalware": True,
        "isStealerLog": False,
        "isSubscriptionFree": False,
        "kind": "TABLE_DUMP",
    }
    assert (await caller.graphql(LEAK, {"name": "Nothing"}))["data"]["leak"] is None
    refused = await http.post("/graphql", json={"query": LEAKS})
    assert refused.json()["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"


async def test_pages_of_the_catalogue(bench, sign_in):
    path = catalogue(bench.folder, *(breach(f"L{day}", AddedDate=f"2024-03-0{day}T00:00:00Z") for day in range(1, 6)))
    assert bench.breachlight("leaks", "import", path).returncode == 0
    caller = await sign_in("ind")
    answer = await caller.graphql("{ leaks(page: 2, pageSize: 2) { total page pageSize results { name } } }")
    assert answer["data"]["leaks"] == {
        "total": 5,
        "page": 2,
        "pageSize": 2,
        "results": [{"name": "L3"}, {"name": "L2"}],
    }
    answer = await caller.graphql("{ leaks(page: 99999999, pageSize: 100) { total results { name } } }")
    assert answer["data"]["leaks"] == {"total": 5, "results": []}
    refused = await caller.graphql("{ leaks(page: 0) { total } }")
    assert refused["errors"][0]["extensions"]["code"] == "VALIDATION"


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("orderBy: ADDED, reverse: true", ["Old", "Big", "Undated"]),
        ("orderBy: BREACHED", ["Big", "Old", "Undated"]),
        ("orderBy: BREACHED, reverse: true", ["Old", "Big", "Undated"]),
        ("orderBy: RECORDS", ["Big", "Undated", "Old"]),
        ("orderBy: TITLE", ["Undated", "Big", "Old"]),
        ("orderBy: TITLE, reverse: true", ["Old", "Big", "Undated"]),
    ],
)
async def test_the_catalogue_is_sorted(bench, sign_in, connection, order, expected):
    entries = (
        breach("Old", Title="c", AddedDate="2020-01-01T00:00:00Z", BreachDate="2019-01-01", PwnCount=1),
        breach("Big", Title="B", AddedDate="2021-01-01T00:00:00Z", BreachDate="2020-01-01", PwnCount=9),
        breach("Undated", Title="a", AddedDate="2022-01-01T00:00:00Z", PwnCount=5),
    )
    assert bench.breachlight("leaks", "import", catalogue(bench.folder, *entries)).returncode == 0
    await connection.execute("UPDATE leaks SET breach_date = NULL WHERE name = 'Undated'")
    caller = await sign_in()
    found = []
    for page in (1, 2):
        query = f"{{ leaks({order}, page: {page}, pageSize: 2) {{ results {{ name }} nextAsOf previousAsOf }} }}"
        answer = (await caller.graphql(query))["data"]["leaks"]
        assert answer["nextAsOf"] is None
        assert answer["previousAsOf"] is None
        found += [leak["name"] for leak in answer["results"]]
    assert found == expected
    usual = (await caller.graphql("{ leaks(pageSize: 1) { nextAsOf } }"))["data"]["leaks"]["nextAsOf"]
    refused = await caller.graphql(f'{{ leaks({order}, asOf: "{usual}") {{ total }} }}')
    assert refused["errors"][0]["extensions"]["code"] == "VALIDATION"


async def test_an_import_is_whole_or_refused_and_keeps_what_is_sensitive(bench):
    first = catalogue(bench.folder, breach("Forum"), breach("Bad", PwnCount=-1))
    done = bench.breachlight("leaks", "import", first)
    assert done.returncode == 1
    assert "PwnCount" in done.stderr
    assert "entry 2, PwnCount" in done.stderr
    assert bench.breachlight("leaks", "list").stdout == "No leaks.\n"
    assert bench.breachlight("leaks", "import", catalogue(bench.folder, breach("Forum"))).returncode == 0
    edited = bench.breachlight("leaks", "edit", "Forum", "--sensitive", "--title", "A <b>forum</b>", "--domain", "")
    assert edited.returncode == 0, edited.stderr
    assert "Flags         sensitive" in edited.stdout
    assert "Title         A forum" in edited.stdout
    assert "Domain" not in edited.stdout
    assert bench.breachlight("leaks", "import", catalogue(bench.folder, breach("Forum"))).stdout.startswith(
        "0 added, 1 updated"
    )
    shown = json.loads(bench.breachlight("leaks", "show", "Forum", "--json").stdout)
    assert (shown["is_sensitive"], shown["title"], shown["files"], shown["pwn_count"]) == (
        True,
        "The Forum leak",
        0,
        5_000_000_000,
    )
    missing = bench.breachlight("leaks", "show", "Nothing")
    assert (missing.returncode, missing.stderr) == (1, "There is no leak Nothing: run breachlight leaks list.\n")
    kinds = await bench.connection.fetch("SELECT kind FROM operator_events ORDER BY happened_at, id")
    assert [row["kind"] for row in kinds] == ["leaks_imported", "leak_edited", "leaks_imported"]


@pytest.mark.spec("B3.15")
async def test_a_sensitive_leak_is_visible_only_to_those_it_concerns(bench, http, connection):
    leak = bench.write("Affairs.txt", LINES)
    organization = await make_account(connection)
    await make_domain(connection, organization, "acme.example")
    people = {
        role: await log_in(http, connection, organization, role, f"{role}@acme.example")
        for role in ("owner", "analyst", "viewer")
    }
    affected = await log_in(http, connection, organization, "viewer", "jo@acme.example")
    other = await make_account(connection)
    await make_domain(connection, other, "borealis.example")
    stranger = await log_in(http, connection, other, "owner", "owner@borealis.example")
    single = await make_account(connection, "ind")
    kim = await log_in(http, connection, single, "owner", "kim@acme.example")
    await make_identity(connection, single, "kim@acme.example")
    nobody = await log_in(http, connection, await make_account(connection, "ind"), "owner", "someone@people.example")
    await bench.ingest(leak, leak="Affairs")
    everybody = [*people.values(), affected, stranger, kim, nobody]
    for caller in everybody:
        assert await names(caller) == {"Affairs"}
    assert bench.breachlight("leaks", "edit", "Affairs", "--sensitive").returncode == 0
    allowed = {people["owner"].user.id, people["analyst"].user.id, affected.user.id, kim.user.id}
    for caller in everybody:
        seen = caller.user.id in allowed
        assert await names(caller) == ({"Affairs"} if seen else set()), caller.user.email
        found = (await caller.graphql(LEAK, {"name": "Affairs"}))["data"]["leak"]
        assert (found is not None) is seen, caller.user.email
    await connection.execute(
        "UPDATE users SET email_verified_at = NULL WHERE email IN ('jo@acme.example', 'kim@acme.example')"
    )
    assert await names(affected) == set()
    assert await names(kim) == set()
    # A domain that is no longer verified shows nothing.
    await connection.execute("DELETE FROM domain_claims WHERE domain = 'acme.example'")
    assert await names(people["owner"]) == set()


@pytest.mark.spec("B3.15")
async def test_a_confirmed_address_of_an_individual_account_counts_and_that_of_an_organization_does_not(
    bench, http, connection
):
    path = bench.write("Affairs.txt", "https://shop.example/:kim@people.example:Blue43\n")
    callers = []
    for kind in ("ind", "org"):
        account = await make_account(connection, kind)
        caller = await log_in(http, connection, account, "owner", f"{kind}@desk.example")
        await connection.execute(
            """INSERT INTO monitored_emails (id, account_id, user_id, email, email_key, verified_at, created_at)
            VALUES ($1, $2, $3, 'kim@people.example', 'kim@people.example', $4, $4)""",
            new_id(),
            account.id,
            caller.user.id,
            clock.now(),
        )
        await make_identity(connection, account, "kim@people.example")
        callers.append(caller)
    await bench.ingest(path, leak="Affairs")
    assert bench.breachlight("leaks", "edit", "Affairs", "--sensitive").returncode == 0
    assert [await names(caller) for caller in callers] == [{"Affairs"}, set()]


@pytest.mark.parametrize("content", ["[", '{"Name": "x"}', '[{"Title": "x"}]', '[{"Name": ""}]'])
async def test_other_files_are_refused(bench, content):
    path = bench.write("breaches.json", content)
    done = bench.breachlight("leaks", "import", str(path))
    assert done.returncode == 1
    assert "is not a catalogue in the form of Have I Been Pwned's breaches" in done.stderr
    assert "Traceback" not in done.stderr
