"""The installation's health in the operator console: queue, emails, storage, processes, checks."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import asyncpg
import pytest
from callers import Caller
from factories import make_account, make_domain
from operators import make_operator, recorded

from breachlight.backups.history import record_verification
from breachlight.database.session import transaction
from breachlight.jobs import enqueue
from breachlight.kit import clock
from breachlight.kit.identifiers import new_id
from breachlight.stats.storage_sampling import measure_storage

SignIn = Callable[..., Awaitable[Caller]]
BY = "orla@operators.example"
HEALTH = """{ console { health { version processes backupAt
  jobs { name waiting later running failed waitingSince } failedJobs { id name attempts error }
  mails { kind waiting failed sent lastFailure } stores { name bytes bytesPerDay } disks { path totalBytes freeBytes bytesPerDay daysUntilFull }
  backupVerification { backupAt verifiedAt isIntact } missingRecords { domain accountId missingSince revokedAt }
  limits { name callers mostHits } } } }"""
RETRY = """mutation ($id: ID!) { result: consoleRetryJob(id: $id) { __typename ... on Problem { code message }
  ... on MessageSuccess { message } } }"""
CHECKS = """mutation { result: consoleRunChecks { __typename ... on Problem { code }
  ... on RunChecksSuccess { checks { name level text remedy } } } }"""


@pytest.fixture
async def operator(sign_in: SignIn) -> Caller:
    """An operator with a second factor."""
    return await make_operator(sign_in, BY)


async def health(caller: Caller) -> dict[str, Any]:
    answer = await caller.graphql(HEALTH)
    assert "errors" not in answer, answer
    found: dict[str, Any] = answer["data"]["console"]["health"]
    return found


async def retry(caller: Caller, job_id: object) -> dict[str, Any]:
    result: dict[str, Any] = (await caller.graphql(RETRY, {"id": str(job_id)}))["data"]["result"]
    return result


async def failed_job(connection: asyncpg.Connection) -> int:
    """Leave a job of the queue as one whose last retry failed."""
    async with transaction() as session:
        await enqueue(session, "accounts.erase", {"account_id": str(new_id())})
    job_id: int = await connection.fetchval(
        "UPDATE jobs.pgqueuer SET status = 'failed', attempts = 8 WHERE entrypoint = 'accounts.erase' RETURNING id"
    )
    await connection.execute(
        """INSERT INTO jobs.pgqueuer_log (job_id, status, entrypoint, priority, traceback)
        VALUES ($1, 'failed', 'accounts.erase', 0, $2)""",
        job_id,
        json.dumps({"exception_type": "JobFailedError", "exception_message": "OSError", "traceback": "secret"}),
    )
    return job_id


async def test_an_empty_installation_has_no_guesses(operator: Caller) -> None:
    found = await health(operator)
    assert (found["backupAt"], found["stores"], found["failedJobs"]) == (None, [], [])
    assert found["version"]
    assert all(disk["freeBytes"] <= disk["totalBytes"] for disk in found["disks"])


async def test_jobs_emails_and_stores_are_counted(operator: Caller, connection: asyncpg.Connection) -> None:
    job_id = await failed_job(connection)
    async with transaction() as session:
        await enqueue(session, "alerts.digest", {})
    for number, (column, failure) in enumerate(
        [("sent_at", None), ("failed_at", "550 No such user"), ("created_at", None)]
    ):
        sealed = "''" if column == "created_at" else "NULL"
        column = "sent_at" if column == "created_at" else column
        await connection.execute(
            f"""INSERT INTO mails (id, kind, recipient, message_id, subject, created_at, {column}, content_sealed, failure)
            VALUES ($1, 'magic_link', 'nora@people.test', $2, 'secret subject', now(), {"NULL" if sealed == "''" else "now()"},
                {sealed}, $3)""",
            new_id(),
            f"<{number}@test>",
            failure,
        )
    await measure_storage()
    answer = await operator.graphql(HEALTH)
    found = answer["data"]["console"]["health"]
    assert found["failedJobs"] == [{"id": str(job_id), "name": "accounts.erase", "attempts": 8, "error": "OSError"}]
    jobs = {each["name"]: (each["waiting"], each["failed"]) for each in found["jobs"]}
    assert (jobs["accounts.erase"], jobs["alerts.digest"]) == ((0, 1), (1, 0))
    [mails] = [each for each in found["mails"] if each["kind"] == "magic_link"]
    assert (mails["waiting"], mails["failed"], mails["sent"], mails["lastFailure"]) == (1, 1, 1, "550 No such user")
    assert {each["name"] for each in found["stores"]} >= {"lake", "database", "quarantine", "queue"}
    assert found["limits"], "logins are counted"
    printed = json.dumps(answer)
    for secret in ("secret", "nora@people.test"):
        assert secret not in printed


async def test_growth_is_told_from_samples_that_are_most_of_a_day_apart(
    operator: Caller, connection: asyncpg.Connection
) -> None:
    now, gib = clock.now(), 1 << 30
    with clock.standing_at(now - timedelta(days=4)):
        await measure_storage()
    assert {each["bytesPerDay"] for each in (await health(operator))["stores"]} == {None}, "one sample says nothing"
    await connection.execute("UPDATE storage_samples SET bytes = bytes - $1 WHERE store = 'database'", 4 * gib)
    await measure_storage()
    found = await health(operator)
    growth = {each["name"]: int(each["bytesPerDay"]) for each in found["stores"]}
    assert growth["database"] == pytest.approx(gib, rel=0.02)
    assert growth["lake"] == 0
    for disk in found["disks"]:
        grows = int(disk["bytesPerDay"] or 0)
        assert disk["daysUntilFull"] == (int(disk["freeBytes"]) // grows if grows > 0 else None)
    with clock.standing_at(now + timedelta(days=500)):
        await measure_storage()
    assert await connection.fetchval("SELECT count(DISTINCT day) FROM storage_samples") == 1


async def test_domains_whose_records_are_missing_are_listed(operator: Caller, connection: asyncpg.Connection) -> None:
    account = await make_account(connection)
    await make_domain(connection, account, "acme.example")
    since = clock.now().replace(microsecond=0) - timedelta(days=2)
    assert (await health(operator))["missingRecords"] == []
    await connection.execute("UPDATE domains SET missing_since = $1 WHERE domain = 'acme.example'", since)
    [row] = (await health(operator))["missingRecords"]
    assert (row["domain"], row["accountId"]) == ("acme.example", str(account.id))
    assert datetime.fromisoformat(row["revokedAt"]) == since + timedelta(days=7)


async def test_the_newest_verification_of_a_backup_is_shown(operator: Caller, connection: asyncpg.Connection) -> None:
    assert (await health(operator))["backupVerification"] is None
    for is_intact in (True, False):
        async with connection.transaction():
            await record_verification(connection, "2026-11-20T01-00-00Z", is_intact=is_intact)
        found = (await health(operator))["backupVerification"]
        assert (found["isIntact"], found["backupAt"][:19]) == (is_intact, "2026-11-20T01:00:00")


async def test_a_failed_job_is_retried_once_by_two_operators(
    operator: Caller, sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    second = await make_operator(sign_in)
    job_id = await failed_job(connection)
    results = await asyncio.gather(retry(operator, job_id), retry(second, job_id), retry(operator, job_id))
    assert sorted(each["__typename"] for each in results) == ["MessageSuccess", "NotFoundProblem", "NotFoundProblem"]
    row = await connection.fetchrow("SELECT status::text, attempts FROM jobs.pgqueuer WHERE id = $1", job_id)
    assert tuple(row) == ("queued", 0)
    [(_, detail)] = await recorded(connection, "console_job_retried")
    assert json.loads(detail)["job"] == "accounts.erase"
    for wrong in ("0", "-1", "nonsense", str(2**70)):
        assert (await retry(operator, wrong))["__typename"] == "NotFoundProblem"


async def test_the_checks_are_those_of_the_doctor(operator: Caller, connection: asyncpg.Connection) -> None:
    result = (await operator.graphql(CHECKS))["data"]["result"]
    assert result["__typename"] == "RunChecksSuccess", result
    levels = {each["name"]: each["level"] for each in result["checks"]}
    assert (levels["database"], levels["keys"]) == ("OK", "OK")
    assert set(levels) >= {"migrations", "lake", "email", "dns", "clock", "backups", "disk"}
    assert [by for by, _ in await recorded(connection, "console_checks_made")] == [BY]
