"""Several hosts in DATABASE_URL: the product follows the one that accepts writes."""

import asyncio
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest
from callers import PASSWORD
from customers import add_customer, monitor
from external_database import USER, ExternalPostgreSQL
from products import Product, ProductCaller

TOTAL = "query { alerts { total } }"


async def _promote(server: ExternalPostgreSQL) -> None:
    connection = await asyncpg.connect(server.url)
    try:
        assert await connection.fetchval("SELECT pg_promote()")
    finally:
        await connection.close()


def _ingest(product: Product, line: str) -> None:
    done = product.run("ingest", "-", "--leak", "Some leak", given=f"{line}\n")
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_a_promoted_standby_takes_over(
    tmp_path: Path, primary: ExternalPostgreSQL, standby: ExternalPostgreSQL
) -> None:
    hosts = f"127.0.0.1:{standby.port},127.0.0.1:{primary.port}"
    product = Product(tmp_path, DATABASE_URL=f"postgresql://{USER}:{primary.password}@{hosts}/postgres")
    assert product.run("settings", "login_enabled=true").returncode == 0
    product.serve()
    user = add_customer(primary.url)
    monitor(primary.url, user, "jo@people.test")
    _ingest(product, "jo@people.test:Invented-1")
    _ingest(product, "late@people.test:Invented-2")
    product.start("worker")
    product.wait_until(lambda: "worker ready" in product.log_text())

    with closing(ProductCaller(product, "jo@people.test", PASSWORD)) as caller:

        def total() -> int:
            return int(caller.graphql(TOTAL)["data"]["alerts"]["total"])

        assert total() == 1
        primary.stop()
        product.wait_until(lambda: product.status("/readyz") == 503)
        asyncio.run(_promote(standby))
        product.wait_until(lambda: product.status("/readyz") == 200)
        assert total() == 1, "the session and its data are still there"
        _ingest(product, "jo@people.test:Invented-3")
        assert total() == 2
        monitor(standby.url, user, "late@people.test")
        product.wait_until(lambda: total() == 3)
    assert product.end() == [0, 0]


def test_a_pair_without_a_primary_is_one_sentence(
    tmp_path: Path, primary: ExternalPostgreSQL, standby: ExternalPostgreSQL
) -> None:
    primary.stop()
    hosts = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
    product = Product(tmp_path, DATABASE_URL=f"postgresql://{USER}:{primary.password}@{hosts}/postgres")
    done = product.run("migrate")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "None of the PostgreSQL servers that respond at 127.0.0.1, 127.0.0.1 accepts writes: promote one, or correct "
        "DATABASE_URL."
    )
