"""F02: the database stops under the running product, and comes back."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest
from callers import PASSWORD
from customers import add_customer
from external_database import ExternalPostgreSQL
from products import Product, ProductCaller

ALERTS = "{ alerts { total } }"
VIEWER = "{ viewer { user { email } } }"


@pytest.fixture
def product(tmp_path: Path, primary: ExternalPostgreSQL) -> Iterator[Product]:
    installed = Product(tmp_path, DATABASE_URL=primary.url)
    yield installed
    installed.end()


def test_f02_a_stopped_database_is_said_everywhere_and_work_goes_on_when_it_is_back(
    product: Product, primary: ExternalPostgreSQL, tmp_path: Path
) -> None:
    product.serve()
    product.start("worker")
    add_customer(primary.url, has_domain=True)
    with closing(ProductCaller(product, "jo@people.test", PASSWORD)) as caller:
        _away_and_back(product, primary, caller, tmp_path)


def _away_and_back(product: Product, primary: ExternalPostgreSQL, caller: ProductCaller, folder: Path) -> None:
    processes = [process.pid for process in product.running.values()]
    for _ in range(2):
        assert caller.graphql(ALERTS)["data"]["alerts"]["total"] == 0
        primary.stop()
        for path in ("/api/v1/notifications/alerts", "/api/v1/account/info", "/api/v1/site-settings"):
            begin = time.monotonic()
            answer = caller.http.get(path)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "5"), path
            assert list(answer.json()) == ["error"]
            assert time.monotonic() - begin < 12
        for query in (ALERTS, VIEWER):
            (fault,) = caller.graphql(query)["errors"]
            assert fault["extensions"] == {"code": "UNAVAILABLE"}
        login = {"email": "jo@people.test", "password": PASSWORD}
        assert caller.http.post("/api/v1/account/login", json=login).status_code == 503
        ready = caller.http.get("/readyz")
        assert (ready.status_code, ready.json()["failing"]) == (503, ["database"])
        assert product.status("/healthz") == 200
        assert product.status("/api/v1/countries") == 200  # what needs no database is served
        assert "breachlight_database_up 0.0" in caller.http.get("/metrics").text

        primary.start()
        begin = time.monotonic()
        product.wait_until(lambda: product.status("/readyz") == 200, 10)
        product.wait_until(lambda: "data" in caller.graphql(ALERTS) and caller.graphql(ALERTS).get("data"), 10)
        assert caller.http.get("/api/v1/account/info").status_code == 200
        assert time.monotonic() - begin < 10
    assert processes == [process.pid for process in product.running.values()]

    (folder / "leak.txt").write_text("jo@acme.example:Invented-1\n")
    assert product.run("ingest", str(folder / "leak.txt")).returncode == 0
    assert caller.graphql(ALERTS)["data"]["alerts"]["total"] == 1
    assert asyncio.run(_left_open(primary.url)) == 0
    faults = [line for line in product.log_lines() if line.get("event") == "graphql_fault"]
    assert faults == []


async def _left_open(address: str) -> int:
    """Return the transactions that were begun and not ended."""
    connection = await asyncpg.connect(address)
    try:
        stuck = "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"
        number: int = await connection.fetchval(stuck)
        return number
    finally:
        await connection.close()
