"""The gate for secrets: whichever way a leaked password leaves, it is permitted, counted, recorded and reported alike."""

import asyncio
import csv
import io
import json
from collections.abc import Awaitable, Callable

import asyncpg
import pytest
from callers import PASSWORD, Caller, send
from citus_cluster import FOLDER as CITUS
from disclosures import (
    DISCLOSED,
    HISTORY,
    REVEAL,
    REVEAL_MANY,
    SECURITY_LOG,
    SWITCH,
    export,
    hits_of,
    ids_of,
    passwords_in,
    rows,
    several,
    turn_on,
    with_key,
)
from mail_server import Mails

from breachlight.mail.models import MailKind

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]
JoinMember = Callable[[Signed, str], Awaitable[Caller]]

pytestmark = pytest.mark.usefixtures("fresh_hour")


@pytest.mark.spec("X8", "X9", "B4.8.4")
async def test_i11_an_export_gives_nothing_once_the_reveals_are_used_up(
    mine: Signed, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    await raise_all(mine.tenant.workforce(password="invented-one"))
    [name] = await ids_of(mine.caller)
    for _ in range(30):
        assert (await send(mine.caller, REVEAL, id=name))["password"] == "invented-one"
    refused = await export(mine.caller, name)
    assert (refused.status_code, int(refused.headers["retry-after"]) <= 1801) == (429, True)
    assert "invented-one" not in refused.text
    assert len(await rows(connection, *DISCLOSED)) == 30
    assert (await export(mine.caller, name, secret=False)).status_code == 200


async def test_reveals_end_once_exports_have_used_up_the_quota(
    mine: Signed, raise_all: Raise, limits: Callable[..., None]
) -> None:
    limits(disclosures_per_person=4, bulk_disclosures=4)
    await raise_all(*several(mine.tenant, 3))
    await turn_on(mine.caller)
    assert len(passwords_in(await export(mine.caller))) == 3
    refused = await export(mine.caller)
    assert refused.status_code == 429
    assert "3 passwords were requested, but only 1 of 4 per hour is left" in refused.json()["error"]["message"]
    [name, *_] = await ids_of(mine.caller)
    assert (await send(mine.caller, REVEAL, id=name))["__typename"] == "RevealPasswordSuccess"
    assert (await send(mine.caller, REVEAL, id=name))["code"] == "THROTTLED"


async def test_members_share_the_quota_of_their_account(
    mine: Signed, theirs: Signed, raise_all: Raise, join_member: JoinMember, limits: Callable[..., None]
) -> None:
    limits(disclosures_per_account=3)
    await raise_all(mine.tenant.workforce(), theirs.tenant.workforce())
    [name], [foreign] = await ids_of(mine.caller), await ids_of(theirs.caller)
    analyst = await join_member(mine, "analyst")
    for caller in (mine.caller, analyst, mine.caller):
        assert (await send(caller, REVEAL, id=name))["__typename"] == "RevealPasswordSuccess"
    assert (await send(analyst, REVEAL, id=name))["code"] == "THROTTLED"
    assert (await send(theirs.caller, REVEAL, id=foreign))["__typename"] == "RevealPasswordSuccess"


async def test_i11_an_api_key_needs_its_scope_and_the_switch_and_counts_for_its_maker(
    mine: Signed, raise_all: Raise, connection: asyncpg.Connection, limits: Callable[..., None], mails: Mails
) -> None:
    await raise_all(*several(mine.tenant, 2))
    plain, secret = (
        await with_key(mine.caller, "READ", "EXPORT"),
        await with_key(mine.caller, "READ", "EXPORT", "REVEAL"),
    )
    assert (await export(plain)).status_code == 403
    off = await export(secret)
    assert (off.status_code, "invented" in off.text) == (403, False)
    assert (await export(secret, secret=False)).status_code == 200
    limits(disclosures_per_person=5, bulk_disclosures=5)
    await turn_on(mine.caller)
    await connection.execute("UPDATE sessions SET authenticated_at = authenticated_at - interval '1 hour'")
    assert passwords_in(await export(secret)) == {"invented-0", "invented-1"}
    assert passwords_in(await export(secret)) == {"invented-0", "invented-1"}
    assert (await export(secret)).status_code == 429
    [name, *_] = await ids_of(mine.caller)
    assert (await send(secret, REVEAL, id=name))["__typename"] == "RevealPasswordSuccess"
    assert (await send(secret, REVEAL, id=name))["code"] == "THROTTLED"
    found = await rows(connection, *DISCLOSED)
    assert len(found) == 5
    assert len({row["detail"]["by_api_key_id"] for row in found}) == 1
    mail = await mails.newest(MailKind.BULK_DISCLOSURE)
    assert "Ticket system" in mail.text


@pytest.mark.spec("X8", "B4.8.4")
async def test_each_exported_password_has_an_audit_entry_and_a_line_in_its_alerts_history(
    mine: Signed, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    await raise_all(*several(mine.tenant, 7), mine.tenant.portal(password=None, password_type="none"))
    await turn_on(mine.caller)
    names = await ids_of(mine.caller)
    assert len(passwords_in(await export(mine.caller, query={"is_closed": False}))) == 8
    entries = await rows(connection, *DISCLOSED)
    assert len(entries) == 7
    assert {entry["detail"]["alert_id"] for entry in entries} <= set(names)
    assert {entry["user_id"] for entry in entries} == {mine.caller.user.id}
    assert not [entry for entry in entries if "invented" in json.dumps(entry["detail"])]
    [summed_up] = [row["detail"] for row in await rows(connection, "alerts_exported")]
    assert (summed_up["passwords"], summed_up["alerts"], summed_up["filter"]) == (7, 8, "is_closed=false")
    lines = []
    for name in names:
        answer = await mine.caller.graphql(HISTORY, {"id": name})
        lines += [event for event in answer["data"]["alertHistory"]["events"] if event["kind"].startswith("PASSWORD")]
    assert lines == [{"kind": "PASSWORD_EXPORTED", "by": "Jo Doe"}] * 7
    log = (await mine.caller.graphql(SECURITY_LOG))["data"]["securityEvents"]
    kinds = [event["kind"] for event in log["results"]]
    assert (kinds.count("alerts_exported"), kinds.count("password_disclosed"), log["total"]) == (1, 0, len(kinds))


async def test_i11_several_passwords_need_the_switch_however_they_are_asked_for(
    mine: Signed, raise_all: Raise, connection: asyncpg.Connection
) -> None:
    await raise_all(*several(mine.tenant, 2), mine.tenant.portal(password=None, password_type="none"))
    first, second, *_ = names = await ids_of(mine.caller)
    for kind in ("csv", "json"):
        refused = await export(mine.caller, kind=kind)
        assert refused.status_code == 403
        assert "Export without passwords" in refused.json()["error"]["message"]
    assert (await send(mine.caller, REVEAL_MANY, ids=names))["code"] == "BULK_DISCLOSURE_OFF"
    aliased = f"""mutation {{ a: revealPassword(alertId: "{first}") {{ __typename ... on Problem {{ code }} }}
      b: revealPassword(alertId: "{second}") {{ __typename ... on Problem {{ code }} }} }}"""
    both = (await mine.caller.graphql(aliased))["data"]
    assert both["b"] == {"__typename": "RefusedProblem", "code": "BULK_DISCLOSURE"}
    assert len(await rows(connection, *DISCLOSED)) <= 1
    # One password is no bulk, whatever is around it.
    await connection.execute("UPDATE alerts SET password_sealed = NULL WHERE id <> $1::uuid", first)
    assert len(passwords_in(await export(mine.caller)) - {None}) <= 1
    await turn_on(mine.caller)
    assert (await send(mine.caller, SWITCH, enabled=False))["account"] == {"isBulkDisclosureEnabled": False}
    await raise_all(*several(mine.tenant, 4))
    assert (await export(mine.caller)).status_code == 403


async def test_several_passwords_are_revealed_at_once_where_owners_allow_it(
    mine: Signed, theirs: Signed, raise_all: Raise, connection: asyncpg.Connection, mails: Mails
) -> None:
    await raise_all(*several(mine.tenant, 2), theirs.tenant.workforce())
    await turn_on(mine.caller)
    names = await ids_of(mine.caller)
    revealed = (await send(mine.caller, REVEAL_MANY, ids=names))["passwords"]
    assert [one["alertId"] for one in revealed] == names
    assert {one["password"] for one in revealed} == {"invented-0", "invented-1"}
    assert len(await rows(connection, "password_disclosed")) == 2
    assert len(await rows(connection, "passwords_revealed")) == 1
    assert len(await mails.all(MailKind.BULK_DISCLOSURE)) == 1
    for bad, code in (
        ([*names, *await ids_of(theirs.caller)], "NOT_FOUND"),
        (["nonsense"], "NOT_FOUND"),
        ([], "VALIDATION"),
    ):
        assert (await send(mine.caller, REVEAL_MANY, ids=bad))["code"] == code
    assert len(await rows(connection, "password_disclosed")) == 2


@pytest.mark.spec("X10")
async def test_owners_are_emailed_once_for_each_bulk_disclosure(
    mine: Signed, raise_all: Raise, join_member: JoinMember, connection: asyncpg.Connection, mails: Mails
) -> None:
    await raise_all(*several(mine.tenant, 3))
    analyst, owner = await join_member(mine, "analyst"), await join_member(mine, "owner")
    await connection.execute("UPDATE users SET language = 'de' WHERE id = $1", owner.user.id)
    await turn_on(mine.caller)
    query = {"breach_record_passwords": "invented-1"}
    assert passwords_in(await export(analyst, query=query)) == {"invented-1"}
    assert await mails.all(MailKind.BULK_DISCLOSURE) == []
    assert len(passwords_in(await export(analyst, query={"search": "shop.example\r\nBcc: x", "is_read": False}))) == 0
    assert len(passwords_in(await export(analyst, query={"search": "shop.example", "is_read": False}))) == 3
    written = await mails.all(MailKind.BULK_DISCLOSURE)
    assert sorted(mail.recipient for mail in written) == sorted([mine.caller.user.email, owner.user.email])
    english = next(mail for mail in written if mail.recipient == mine.caller.user.email)
    assert "3 leaked passwords of your account were disclosed" in english.text
    for fact in (analyst.user.email, "Exported to a file", "search=shop.example, is_read=false"):
        assert fact in english.text
    assert "3 geleakte Passwörter" in next(mail for mail in written if mail.recipient == owner.user.email).text
    assert not [mail for mail in written if "invented" in mail.text + mail.html]
    details = json.dumps([row["detail"] for row in await rows(connection, "alerts_exported")])
    assert "breach_record_passwords=(hidden)" in details
    assert "invented" not in details


@pytest.mark.spec("B4.8.4")
async def test_an_old_login_discloses_nothing(mine: Signed, raise_all: Raise, connection: asyncpg.Connection) -> None:
    await raise_all(*several(mine.tenant, 2))
    await turn_on(mine.caller)
    names = await ids_of(mine.caller)
    await connection.execute("UPDATE sessions SET authenticated_at = authenticated_at - interval '6 minutes'")
    assert (await send(mine.caller, REVEAL, id=names[0]))["code"] == "REAUTHENTICATION_REQUIRED"
    assert (await send(mine.caller, REVEAL_MANY, ids=names))["code"] == "REAUTHENTICATION_REQUIRED"
    assert (await export(mine.caller)).json() == {"error": {"message": "Confirm your password to continue."}}
    assert (await send(mine.caller, SWITCH, enabled=False))["code"] == "REAUTHENTICATION_REQUIRED"
    assert await rows(connection, *DISCLOSED) == []
    again = "mutation ($password: String!) { result: reauthenticate(password: $password) { __typename } }"
    await send(mine.caller, again, password=PASSWORD)
    assert passwords_in(await export(mine.caller)) == {"invented-0", "invented-1"}


async def test_the_switch_is_the_owners_recorded_and_reported(
    mine: Signed, join_member: JoinMember, connection: asyncpg.Connection, mails: Mails
) -> None:
    analyst, owner = await join_member(mine, "analyst"), await join_member(mine, "owner")
    tool = await with_key(mine.caller, "READ", "EXPORT", "REVEAL")
    assert (await send(analyst, SWITCH, enabled=True))["code"] == "FORBIDDEN"
    assert "errors" in await tool.graphql(SWITCH, {"enabled": True}) or (
        (await send(tool, SWITCH, enabled=True))["code"] == "FORBIDDEN"
    )
    viewer = "{ viewer { isBulkDisclosureEnabled } }"
    assert (await mine.caller.graphql(viewer))["data"]["viewer"] == {"isBulkDisclosureEnabled": False}
    for enabled in (True, True, False):
        result = await send(owner, SWITCH, enabled=enabled)
        assert result["account"] == {"isBulkDisclosureEnabled": enabled}
    kinds = [row["kind"] for row in await rows(connection, "bulk_disclosure_enabled", "bulk_disclosure_disabled")]
    assert sorted(kinds) == ["bulk_disclosure_disabled", "bulk_disclosure_enabled"]
    for kind in (MailKind.BULK_DISCLOSURE_ENABLED, MailKind.BULK_DISCLOSURE_DISABLED):
        written = await mails.all(kind)
        assert sorted(mail.recipient for mail in written) == sorted([mine.caller.user.email, owner.user.email])
        assert owner.user.email in written[0].text


async def test_i11_two_exports_at_once_never_exceed_the_quota(
    mine: Signed, raise_all: Raise, connection: asyncpg.Connection, limits: Callable[..., None]
) -> None:
    limits(disclosures_per_person=10, bulk_disclosures=10)
    await raise_all(*several(mine.tenant, 4))
    await turn_on(mine.caller)
    answers = await asyncio.gather(*(export(mine.caller) for _ in range(4)))
    *granted, first, second = sorted(answer.status_code for answer in answers)
    assert granted == [200, 200]
    # On a busy cluster they may wait longer for the others than a lock is waited for.
    assert {first, second} <= ({429, 503} if CITUS else {429})
    assert len(await rows(connection, "password_disclosed")) == 8
    assert await hits_of(connection) == [8, 8]


async def test_what_can_not_be_recorded_is_neither_counted_nor_disclosed(
    mine: Signed, raise_all: Raise, connection: asyncpg.Connection, mails: Mails
) -> None:
    await raise_all(*several(mine.tenant, 3))
    await turn_on(mine.caller)
    entries = await connection.fetchval("SELECT sequence FROM audit_chains WHERE id = $1", mine.tenant.account_id)
    for most in (entries, entries + 3):  # not a single one; not the one that sums them up
        await connection.execute(
            f"ALTER TABLE audit_chains ADD CONSTRAINT no_entry CHECK (sequence <= {most}) NOT VALID"
        )
        broken = await export(mine.caller)
        assert (broken.status_code, "invented" in broken.text) == (500, False)
        await connection.execute("ALTER TABLE audit_chains DROP CONSTRAINT no_entry")
    assert await rows(connection, *DISCLOSED) == []
    assert await connection.fetchval("SELECT count(*) FROM throttle_counters WHERE key LIKE 'reveal%'") == 0
    assert await mails.all(MailKind.BULK_DISCLOSURE) == []


async def test_i12_a_damaged_password_is_reported_and_leaves_the_export_whole(
    mine: Signed, raise_all: Raise, connection: asyncpg.Connection, mails: Mails
) -> None:
    await raise_all(*several(mine.tenant, 3))
    await turn_on(mine.caller)
    names = await ids_of(mine.caller)
    await connection.execute(
        "UPDATE alerts SET password_sealed = set_byte(password_sealed, 20, get_byte(password_sealed, 20) # 1) WHERE id = $1",
        names[1],
    )
    exported = {row["id"]: row for row in (await export(mine.caller)).json()["results"]}
    assert (exported[names[1]]["password"], exported[names[1]]["password_error"]) == (None, "unreadable")
    assert {exported[name]["password_error"] for name in (names[0], names[2])} == {None}
    table = csv.DictReader(io.StringIO((await export(mine.caller, *names, kind="csv")).content.decode("utf-8-sig")))
    assert [(row["password"] != "", row["password_error"]) for row in table] == [
        (True, ""), (False, "unreadable"), (True, ""),
    ]  # fmt: skip
    assert len(await rows(connection, "password_disclosed")) == 4
    failed = await rows(connection, "password_reveal_failed")
    assert [row["detail"]["alert_id"] for row in failed] == [names[1]] * 2
    assert await hits_of(connection) == [4, 4]

    alone = await send(mine.caller, REVEAL, id=names[1])
    assert (alone["__typename"], alone["code"]) == ("RefusedProblem", "PASSWORD_UNREADABLE")
    many = (await send(mine.caller, REVEAL_MANY, ids=names[:2]))["passwords"]
    assert [(one["password"] is None, one["isUnreadable"]) for one in many] == [(False, False), (True, True)]
    assert len(await rows(connection, "password_reveal_failed")) == 4
    events = await connection.fetch("SELECT detail FROM operator_events WHERE kind = 'integrity_failure'")
    assert len(events) == 4
    assert {name for event in events for name in json.loads(event["detail"])["alert_ids"]} == {names[1]}
    assert "2 leaked passwords" in (await mails.all(MailKind.BULK_DISCLOSURE))[-1].text
