"""Members mentioned in notes: references, and one email for each note and member, through a real mail server."""

from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import httpx
import pytest
from callers import Caller, send
from factories import UserRow
from mail_server import Mails, MailServer, until, working

from breachlight.config import get_settings
from breachlight.kit.identifiers import new_id
from breachlight.mail.models import MailKind

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]
JoinMember = Callable[[Signed, str], Awaitable[Caller]]

NOTE = "id text mentions { id name }"
PROBLEM = "__typename ... on Problem { code } ... on ValidationProblem { fieldErrors { field messages } }"
ADD = f"""mutation ($id: ID!, $text: String!) {{ result: addAlertNote(alertId: $id, text: $text) {{
  ... on AlertNoteSuccess {{ note {{ {NOTE} }} }} {PROBLEM} }} }}"""
EDIT = f"""mutation ($id: ID!, $text: String!) {{ result: editAlertNote(id: $id, text: $text) {{
  ... on AlertNoteSuccess {{ note {{ {NOTE} }} }} {PROBLEM} }} }}"""
HISTORY = f"query ($id: ID!) {{ alertHistory(id: $id) {{ events {{ note {{ {NOTE} }} }} }} }}"
NOTIFY = """mutation ($input: NotificationSettingsInput!) { updateNotificationSettings(input: $input) {
  ... on UpdateProfileSuccess { account { user { notificationSettings { isMentionEmailEnabled } } } } } }"""
PATH = "/api/v1/notifications/alerts"


def at(user: UserRow) -> str:
    """Return a reference to a member."""
    return f"<@{user.id}>"


@pytest.fixture
async def alert(mine: Signed, raise_all: Raise) -> str:
    """The id of a detection of the tenant."""
    await raise_all(mine.tenant.workforce())
    answer = await mine.caller.graphql("{ alerts { results { id } } }")
    name: str = answer["data"]["alerts"]["results"][0]["id"]
    return name


async def recipients(mails: Mails) -> list[str]:
    return sorted(mail.recipient for mail in await mails.all(MailKind.MENTIONED))


async def test_a_mention_is_a_reference_and_emails_each_member_once_in_their_language(
    mine: Signed, alert: str, join_member: JoinMember, connection: asyncpg.Connection, mails: Mails
) -> None:
    analyst, viewer = await join_member(mine, "analyst"), await join_member(mine, "viewer")
    await connection.execute("UPDATE users SET language = 'de', first_name = 'Ada' WHERE id = $1", viewer.user.id)
    text = f"{at(mine.caller.user)} and {at(analyst.user)}, {at(analyst.user)}: it's secret-Word-7"
    note = (await send(mine.caller, ADD, id=alert, text=text))["note"]
    assert note["text"] == text
    assert note["mentions"] == [
        {"id": str(mine.caller.user.id), "name": "Jo Doe"},
        {"id": str(analyst.user.id), "name": "Jo Doe"},
    ]
    # Nobody is emailed about their own note.
    assert await recipients(mails) == [analyst.user.email]
    mail = await mails.newest(MailKind.MENTIONED)
    assert mail.subject == "You were mentioned in a note about jo@acme.example"
    assert "about jo@acme.example. The note is by Jo Doe." in mail.text
    assert mail.link.startswith(f"{get_settings().public_url}/#/dashboard/alerts?")
    assert mail.parameters == {"state": "all", "detection": alert}
    assert "secret-Word-7" not in mail.text + mail.html
    assert "correct-horse-9" not in mail.text + mail.html

    # Editing emails only the members that weren't mentioned before.
    await send(mine.caller, EDIT, id=note["id"], text=f"{at(viewer.user).upper()} {at(analyst.user)}")
    assert await recipients(mails) == sorted([analyst.user.email, viewer.user.email])
    german = (await mails.all(MailKind.MENTIONED, viewer.user.email))[0]
    assert german.subject == "Sie wurden in einer Notiz zu jo@acme.example erwähnt"
    # Neither does removing and mentioning somebody again.
    await send(mine.caller, EDIT, id=note["id"], text="Nobody.")
    await send(mine.caller, EDIT, id=note["id"], text=at(analyst.user))
    assert len(await recipients(mails)) == 2
    # Another note is another email.
    await send(analyst, ADD, id=alert, text=at(viewer.user))
    assert (await recipients(mails)).count(viewer.user.email) == 2


async def test_only_members_of_the_account_can_be_mentioned(
    mine: Signed, theirs: Signed, alert: str, join_member: JoinMember, mails: Mails
) -> None:
    analyst = await join_member(mine, "analyst")
    for stranger in (at(theirs.caller.user), f"<@{new_id()}>"):
        refused = await send(mine.caller, ADD, id=alert, text=f"See {stranger}.")
        [problem] = refused["fieldErrors"]
        assert (problem["field"], problem["messages"]) == (
            "text",
            ["Only members of your organization can be mentioned."],
        )
    many = " ".join(f"<@{new_id()}>" for _ in range(21))
    assert (await send(mine.caller, ADD, id=alert, text=many))["fieldErrors"][0]["messages"] == [
        "A note can mention at most 20 members."
    ]
    assert await recipients(mails) == []
    # A mention counts as one character.
    full = at(analyst.user) + "x" * 1_999
    assert (await send(mine.caller, ADD, id=alert, text=full))["note"]["text"] == full
    assert "fieldErrors" in await send(mine.caller, ADD, id=alert, text=f"{full}x")


async def test_a_former_member_stays_a_reference_without_a_name(
    mine: Signed, alert: str, join_member: JoinMember, mails: Mails
) -> None:
    analyst = await join_member(mine, "analyst")
    note = (await send(mine.caller, ADD, id=alert, text=at(analyst.user)))["note"]
    await mine.caller.graphql(
        "mutation ($id: ID!) { removeMember(id: $id) { __typename } }", {"id": str(analyst.user.id)}
    )
    shown = (await mine.caller.graphql(HISTORY, {"id": alert}))["data"]["alertHistory"]["events"]
    [seen] = [event["note"] for event in shown if event["note"]]
    assert seen["mentions"] == [{"id": str(analyst.user.id), "name": None}]
    changed = (await send(mine.caller, EDIT, id=note["id"], text=f"{at(analyst.user)} has left."))["note"]
    assert changed["mentions"] == seen["mentions"]


async def test_one_click_turns_emails_about_mentions_off_and_no_others(  # noqa: PLR0917 -- fixtures
    mine: Signed,
    alert: str,
    http: httpx.AsyncClient,
    join_member: JoinMember,
    connection: asyncpg.Connection,
    mail_server: MailServer,
    mails: Mails,
) -> None:
    analyst = await join_member(mine, "analyst")
    await send(mine.caller, ADD, id=alert, text=at(analyst.user))
    async with working(get_settings()):
        await until(lambda: bool(mail_server.received))
    [received] = mail_server.received
    assert received.message["To"] == analyst.user.email
    assert received.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = received.message["List-Unsubscribe"].strip("<>")
    page = f"{get_settings().public_url}/#/unsubscribe?token={address.partition('=')[2]}&topic=mentions"
    assert page in received.body()
    assert (await http.get(address)).headers["location"] == page
    answer = await http.post(address, data={"List-Unsubscribe": "One-Click"})
    assert (answer.status_code, answer.text) == (200, "You've unsubscribed from emails about mentions.")
    flags = await connection.fetchrow(
        "SELECT is_mention_email_enabled, is_breach_alert_enabled FROM users WHERE id = $1", analyst.user.id
    )
    assert flags is not None
    assert tuple(flags) == (False, True)
    events = await connection.fetch("SELECT kind FROM security_events WHERE kind LIKE '%unsubscribed'")
    assert [event["kind"] for event in events] == ["mention_mails_unsubscribed"]
    await send(mine.caller, ADD, id=alert, text=at(analyst.user))
    assert len(await mails.all(MailKind.MENTIONED)) == 1


@pytest.mark.parametrize("setting", ["isMentionEmailEnabled", "isEmailNotificationsEnabled"])
async def test_who_has_turned_emails_off_gets_none(
    setting: str, mine: Signed, alert: str, join_member: JoinMember, mails: Mails
) -> None:
    analyst = await join_member(mine, "analyst")
    saved = await analyst.graphql(NOTIFY, {"input": {setting: False}})
    shown = saved["data"]["updateNotificationSettings"]["account"]["user"]["notificationSettings"]
    assert shown["isMentionEmailEnabled"] is (setting != "isMentionEmailEnabled")
    note = (await send(mine.caller, ADD, id=alert, text=at(analyst.user)))["note"]
    assert note["mentions"]
    assert await recipients(mails) == []


async def test_rest_shows_and_changes_notes(
    mine: Signed, theirs: Signed, alert: str, join_member: JoinMember, mails: Mails
) -> None:
    analyst = await join_member(mine, "analyst")
    body: dict[str, Any] = {"action": "add", "alert": alert, "text": f"For {at(analyst.user)}."}
    added = (await mine.caller.post(f"{PATH}/notes", body)).json()["note"]
    assert added["mentions"] == [{"id": str(analyst.user.id), "name": "Jo Doe"}]
    assert await recipients(mails) == [analyst.user.email]
    edited = await mine.caller.post(f"{PATH}/notes", {"action": "edit", "note": added["id"], "text": "Done."})
    assert (edited.json()["note"]["text"], edited.json()["note"]["mentions"]) == ("Done.", [])
    shown = (await analyst.get(f"{PATH}/history", id=alert)).json()
    assert [event["kind"] for event in shown["events"]] == ["noted", "raised"]
    assert shown["events"][0]["note"]["is_own"] is False
    assert (await theirs.caller.get(f"{PATH}/history", id=alert)).status_code == 404
    foreign = {"action": "delete", "note": added["id"]}
    assert (await theirs.caller.post(f"{PATH}/notes", foreign)).status_code == 404
    assert (await mine.caller.post(f"{PATH}/notes", foreign)).json() == {"note": None}
    assert (await mine.caller.post(f"{PATH}/notes", {"action": "add", "alert": alert})).status_code == 400
    assert (await mine.caller.post(f"{PATH}/notes", {"action": "praise"})).status_code == 400
