"""GET domains (rest-contract §1; spec §6 and §7; hostile-inputs A32)."""

from collections.abc import Awaitable, Callable

import asyncpg
import pytest
from callers import Caller
from factories import make_domain

SignIn = Callable[..., Awaitable[Caller]]
PATH = "/api/v1/domains"


@pytest.mark.spec("S3.9", "S7.7")
async def test_domains_come_ten_a_page_by_name(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in()
    for number in range(11):
        await make_domain(connection, caller.account, f"d{number:02}.example", is_verified=number == 0)
    first = (await caller.get(PATH)).json()
    assert (first["count"], first["next"].partition("&as_of=")[0], first["previous"]) == (11, f"{PATH}?page=2", None)
    assert [row["domain"] for row in first["results"]] == [f"d{number:02}.example" for number in range(10)]
    row = first["results"][0]
    assert row == {
        "id": row["id"],
        "domain": "d00.example",
        "domain_txt": f"breachlight-verification={row['domain_txt_secret']}",
        "domain_txt_secret": row["domain_txt_secret"],
        "is_enabled": True,
        "is_verified": True,
    }
    second = (await caller.get(PATH, page=2)).json()
    assert (second["next"], len(second["results"])) == (None, 1)
    assert second["previous"].partition("&as_of=")[0] == f"{PATH}?page=1"
    for page in (9, 10**18 - 1):
        past = (await caller.get(PATH, page=page)).json()
        assert (past["count"], past["results"], past["next"]) == (11, [], None)
    for wrong in ("0", "-1", "x", "9" * 30, "1&page=2"):
        refused = await caller.http.get(f"{PATH}?page={wrong}", headers=caller.headers)
        assert (refused.status_code, list(refused.json())) == (400, ["page"]), wrong


@pytest.mark.spec("S1.5")
async def test_a32_an_individual_gets_its_own_domains(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in("ind")
    await make_domain(connection, (await sign_in()).account, "other.example")
    answer = await caller.get(PATH)
    assert (answer.status_code, answer.json()) == (200, {"count": 0, "next": None, "previous": None, "results": []})
    await make_domain(connection, caller.account, "mine.example")
    assert [row["domain"] for row in (await caller.get(PATH)).json()["results"]] == ["mine.example"]
