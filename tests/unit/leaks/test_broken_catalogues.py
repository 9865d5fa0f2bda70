"""A PostgreSQL that goes while the lake is opened, made, written or read: whatever it does then, waiting is what helps."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, product
from pathlib import Path

import asyncpg
import duckdb
import pytest
from breaking_server import Break, BreakingServer, Refusal, Strike
from event_loops import run_apart
from lake_lookup import find_email
from lake_records import offsets, records, write
from pydantic import SecretStr
from s3_server import KEY_ID, s3_server

from breachlight.config import Settings
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.faults import CatalogueError, LakeError, UnclearError, lake_errors
from breachlight.leaks.lake.store import Lake

# Each way to break is followed by each answer to who connects again, and by none. The numbers have no common divisor with
# the distances of the requests, so that all of them meet.
_STRIKES = [
    Strike(0, how, refused, refusal)
    for (how, refusal), refused in zip(product(Break, Refusal), cycle((0, 1, 3, 50)), strict=False)
]


@pytest.fixture
def server(database_url: str) -> Iterator[BreakingServer]:
    with BreakingServer(database_url) as way:
        yield way


def work(url: str, settings: Settings, ring: KeyRing) -> None:
    """Open the lake, store a batch in place of an earlier one, and find it."""
    with Lake(url, settings, ring) as lake:
        lake.remove(1)
        write(lake, 1, records(5))
        assert offsets(find_email(lake, "jane1@mail.dom1.test")) == {1: [1]}


def forget_lake(url: str) -> None:
    async def drop() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute("DROP SCHEMA IF EXISTS lake CASCADE")
        await connection.close()

    run_apart(drop)


def strike_each(
    server: BreakingServer, url: str, settings: Settings, ring: KeyRing, *, step: int, is_new: bool
) -> dict[str, int]:
    """Break every ``step``-th request in turn, work again afterwards, and return how often it ended how."""
    server.aim(None)
    work(server.url, settings, ring)
    outcomes = {"done": 0, "away": 0}
    for at, strike in zip(range(1, server.requests, step), cycle(_STRIKES), strict=False):
        if is_new:
            forget_lake(url)
        server.aim(replace(strike, at=at))
        try:
            work(server.url, settings, ring)
            outcomes["done"] += 1
        except CatalogueError:
            outcomes["away"] += 1
        except LakeError as error:
            pytest.fail(f"request {at}, {strike.how}, {strike.refusal}: {error}")
        work(url, settings, ring)
    return outcomes


def test_wherever_the_catalogue_breaks_an_existing_lake_is_waited_for(
    server: BreakingServer, database_url: str, settings: Settings, key_ring: KeyRing
) -> None:
    work(database_url, settings, key_ring)
    outcomes = strike_each(server, database_url, settings, key_ring, step=13, is_new=False)
    assert outcomes["away"] > outcomes["done"]


def test_wherever_the_catalogue_breaks_a_new_lake_is_made_by_the_next_attempt(
    server: BreakingServer, database_url: str, settings: Settings, key_ring: KeyRing
) -> None:
    forget_lake(database_url)
    outcomes = strike_each(server, database_url, settings, key_ring, step=97, is_new=True)
    assert outcomes["away"] > outcomes["done"]


def test_a_broken_catalogue_is_told_from_a_store_that_does_not_respond(
    server: BreakingServer, database_url: str, settings: Settings, key_ring: KeyRing
) -> None:
    with s3_server() as store:
        remote = settings.model_copy(
            update={
                "lake_path": "s3://leaks/v1",
                "lake_s3_endpoint": store.endpoint,
                "lake_s3_key_id": KEY_ID,
                "lake_s3_secret": SecretStr("invented"),
                "lake_s3_use_tls": False,
            }
        )
        forget_lake(database_url)
        outcomes = strike_each(server, database_url, remote, key_ring, step=149, is_new=True)
    assert outcomes["away"] > outcomes["done"]


def test_a_server_that_is_not_there_is_told_from_a_file_that_is_missing(
    settings: Settings, key_ring: KeyRing, tmp_path: Path
) -> None:
    with pytest.raises(CatalogueError, match="catalogue in PostgreSQL cannot be reached"):
        Lake(f"postgresql://breachlight@/none?host={tmp_path}", settings, key_ring)


@pytest.mark.parametrize("lake_path", ["/srv/lake", "s3://leaks/v1"])
@pytest.mark.parametrize(
    "text",
    [
        # Seen where a server was killed at certain requests.
        "Invalid Input Error: Attempting to fetch from an unsuccessful query result",
        "TransactionContext Error: Current transaction is aborted (please ROLLBACK)",
        'TransactionContext Error: Failed to commit: Failed to execute query "ROLLBACK": ',
        "Failed to execute query \"INSERT INTO paths VALUES ('s3://leaks/v1')\": server closed the connection unexpectedly",
        'IO Error: Unable to connect to Postgres at "dbname=x": FATAL:  sorry, too many clients already',
        'Failed to execute query "COMMIT": ERROR:  cannot execute INSERT in a read-only transaction',
        'Failed to execute query "COMMIT": ERROR:  server conn crashed?',
    ],
)
def test_errors_of_a_broken_connection_are_an_outage(text: str, lake_path: str, settings: Settings) -> None:
    with pytest.raises(CatalogueError), lake_errors(settings.model_copy(update={"lake_path": lake_path})):
        raise duckdb.Error(text)


def test_an_unknown_error_is_no_outage_and_shows_no_statement(settings: Settings) -> None:
    with pytest.raises(UnclearError, match=r"cannot be used \(Invalid Input Error\)") as caught, lake_errors(settings):
        raise duckdb.InvalidInputException("Invalid Input Error: something new in 'secret'")
    assert not caught.value.is_outage
    assert "secret" not in str(caught.value)
