"""What is around a detection: what happened, other logins of its device, and the same password elsewhere."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]

RELATED = "total results { id breachRecord { host usernames passwords } }"
CONTEXT = f"query ($id: ID!) {{ alertContext(id: $id) {{ summary deviceLogins {{ {RELATED} }} samePassword {{ {RELATED} }} }} }}"
MACHINE = {
    "family": "vidar",
    "computer": "OFFICE-PC-4",
    "user_name": "jo",
    "hwid": "HW-1",
    "infected_at": "2026-11-23T10:00:00Z",
}


async def ids_by_host(signed: Signed) -> dict[str, str]:
    answer = await signed.caller.graphql("{ alerts(pageSize: 100) { results { id breachRecord { host } } } }")
    return {row["breachRecord"]["host"]: row["id"] for row in answer["data"]["alerts"]["results"]}


async def context(signed: Signed, alert_id: str) -> Any:
    answer = await signed.caller.graphql(CONTEXT, {"id": alert_id})
    assert "errors" not in answer, answer
    return answer["data"]["alertContext"]


def hosts(related: Any) -> list[str]:
    return sorted(row["breachRecord"]["host"] for row in related["results"])


async def test_other_logins_of_the_device_are_those_of_the_account(
    mine: Signed, theirs: Signed, raise_all: Raise
) -> None:
    def stolen(signed: Signed, host: str, **changes: Any) -> Any:
        return signed.tenant.workforce(
            host=host, url=f"https://{host}/", leak_kind="stealer_log", machine=MACHINE, **changes
        )

    await raise_all(
        stolen(mine, "a.example"),
        *[stolen(mine, f"b{n}.example", password=f"other-{n}") for n in range(7)],
        stolen(theirs, "theirs.example"),
        mine.tenant.workforce(host="unrelated.example"),
    )
    names = await ids_by_host(mine)
    around = await context(mine, names["a.example"])
    assert around["summary"] == (
        "Vidar malware on OFFICE-PC-4 stole the login of jo@acme.example for a.example. "
        "The device was infected on 23 Nov 2026. The password is readable."
    )
    assert around["deviceLogins"]["total"] == 7
    assert len(around["deviceLogins"]["results"]) == 5
    assert set(hosts(around["deviceLogins"])) < {f"b{n}.example" for n in range(7)}
    assert (await context(mine, names["unrelated.example"]))["deviceLogins"] is None


async def test_the_same_password_is_looked_for_within_one_login_of_the_account(
    mine: Signed, theirs: Signed, raise_all: Raise
) -> None:
    of = mine.tenant.workforce
    await raise_all(
        of(host="a.example", url=None),
        of(host="b.example", url=None),
        of(host="c.example", url=None, password="another-one"),
        of(host="d.example", url=None, email="sam@acme.example", usernames=["sam@acme.example"], username_key="sam"),
        of(host="e.example", url=None, password="0123456789abcdef", password_type="md5"),
        theirs.tenant.workforce(
            host="f.example",
            url=None,
            email="jo@rival.example",
            usernames=["jo@acme.example"],
            username_key="jo@acme.example",
        ),
    )
    names = await ids_by_host(mine)
    same = (await context(mine, names["a.example"]))["samePassword"]
    assert (same["total"], hosts(same)) == (1, ["b.example"])
    assert same["results"][0]["breachRecord"]["passwords"] == ["••••••••"]
    for alone in ("c.example", "d.example", "e.example"):
        assert (await context(mine, names[alone]))["samePassword"] == {"total": 0, "results": []}
    assert (await context(theirs, names["a.example"])) is None


@pytest.mark.parametrize(
    ("changes", "summary"),
    [
        (
            {},
            "The login of jo@acme.example for shop.example is in The leak-of-acme.example leak. The password is readable.",
        ),
        (
            {"password": "0123456789abcdef", "password_type": "md5"},
            "The login of jo@acme.example for shop.example is in The leak-of-acme.example leak. The password is hashed.",
        ),
        (
            {"password": None, "password_type": "none", "host": None, "url": None},
            "jo@acme.example is in The leak-of-acme.example leak. No password was leaked.",
        ),
    ],
)
async def test_the_summary_says_what_happened(changes: Any, summary: str, mine: Signed, raise_all: Raise) -> None:
    await raise_all(mine.tenant.workforce(**changes))
    [alert_id] = (await ids_by_host(mine)).values()
    assert (await context(mine, alert_id))["summary"] == summary


async def test_rest_shows_what_is_around_a_detection(mine: Signed, theirs: Signed, raise_all: Raise) -> None:
    await raise_all(mine.tenant.workforce(), mine.tenant.workforce(host="b.example"))
    names = await ids_by_host(mine)
    path = "/api/v1/notifications/alerts/context"
    shown = (await mine.caller.get(path, id=names["shop.example"])).json()
    assert shown["device_logins"] is None
    assert [row["id"] for row in shown["same_password"]["results"]] == [names["b.example"]]
    assert (await theirs.caller.get(path, id=names["shop.example"])).status_code == 404
