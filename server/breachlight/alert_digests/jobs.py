"""Mails that tell of new alerts: one for a person and load, or for a day or a week, never one for each alert.

The job of an account looks at each of its members. Who is due is told of all behind their position in one mail, and the
position moves in the transaction that writes the mail: whatever crashes, each alert is told of once. Who is not due yet is
looked at again when they are.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Final

import asyncpg

from breachlight.alert_digests.digest_cursors import advance_position, hold_position, told_at
from breachlight.alert_digests.pending_alerts import Names, News, first_untold, latest, read_news
from breachlight.alerts.query.cursors import HORIZON, Cursor
from breachlight.alerts.severity import level_of
from breachlight.auth.models import AlertMailFrequency
from breachlight.database.session import reading, transaction
from breachlight.jobs import BULK_LANE, Payload, enqueue, job
from breachlight.kit import clock
from breachlight.mail.alert_digest_jobs import DIGEST_JOB, QUIET
from breachlight.mail.models import MailKind
from breachlight.mail.service import public_link, send_mail

LONGEST_WAIT: Final = timedelta(minutes=15)
"""After this, members are told at once even if alerts go on being raised."""
PAUSE: Final = timedelta(hours=1)
"""The shortest time between two mails that tell at once."""
DIGEST_HOUR: Final = time(7)
"""From when on, in UTC, digests are written; the mails of all members are spread over an hour."""
_MONDAY: Final = 0
_SPREAD_SECONDS: Final = 3600
_AGAIN: Final = timedelta(minutes=1)
_LONGEST_LIST: Final = 1800  # letters; a value of a mail is cut at 2,000
_AT_ONCE: Final = 2

_MEMBERS = """
SELECT users.id, users.email, users.first_name, users.language, users.alert_mail_frequency AS frequency,
    memberships.created_at AS since, coalesce(accounts.company_name, '') AS company_name
FROM memberships JOIN users ON users.id = memberships.user_id JOIN accounts ON accounts.id = memberships.account_id
WHERE memberships.account_id = $1 AND users.is_email_notifications_enabled AND users.is_breach_alert_enabled
    AND users.email_verified_at IS NOT NULL AND users.disabled_at IS NULL
ORDER BY users.id
"""
_COMMITS = f"""SELECT {HORIZON} AS horizon,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS ceiling"""


@dataclass(frozen=True, slots=True)
class _Member:
    """Somebody who wants to be told of the alerts of an account."""

    account_id: uuid.UUID
    row: asyncpg.Record

    @property
    def user_id(self) -> uuid.UUID:
        user_id: uuid.UUID = self.row["id"]
        return user_id

    @property
    def frequency(self) -> AlertMailFrequency:
        return AlertMailFrequency(self.row["frequency"])


@job(DIGEST_JOB, at_once=_AT_ONCE, lane=BULK_LANE)
async def tell(payload: Payload) -> None:
    """Tell the members of an account who are due, and come back for those who are not yet."""
    account_id, now = uuid.UUID(payload["account_id"]), clock.now()
    async with reading() as connection:
        commits = await connection.fetchrow(_COMMITS)
        rows = await connection.fetch(_MEMBERS, account_id)
    assert commits is not None
    until = payload.get("until") or commits["ceiling"]
    if commits["horizon"] < until:
        # What is still being written belongs to the same load, and into the same mail.
        await _come_back(payload, now + _AGAIN, until)
        return
    times = [await _tell_member(_Member(account_id, row), now, Cursor.before(commits["horizon"])) for row in rows]
    due = min((at for at in times if at is not None), default=None)
    if due is not None:
        await _come_back(payload, due)


async def _come_back(payload: Payload, at: datetime, until: int | None = None) -> None:
    """Have the job run again. Its key differs from that of the present run, which would pass for the next one."""
    again = {**payload, "until": until, "round": payload.get("round", 0) + 1}
    key = f"{DIGEST_JOB}:{payload['account_id']}:{until}:{again['round']}:{int(at.timestamp() // 60)}"
    async with transaction() as connection:
        await enqueue(connection, DIGEST_JOB, again, key, delay=at - clock.now())


async def _tell_member(member: _Member, now: datetime, place: Cursor) -> datetime | None:
    """Tell a member who is due; return when one who is not will be, None where there is nothing to tell.

    Up to ``place`` everything has been committed.
    """
    async with transaction() as connection:
        position = await hold_position(connection, member.account_id, member.user_id)
        first = await first_untold(connection, member.account_id, position)
        if first is None:
            # What look-backs have raised is passed by, so that it is not looked through again.
            await advance_position(connection, member.account_id, member.user_id, place)
            return None
        newest = await latest(connection, member.account_id) or first
        due = due_at(
            member.frequency,
            member.user_id,
            first=first,
            newest=newest,
            told=await told_at(connection, member.account_id, member.user_id),
        )
        if due > now:
            return due
        news = await read_news(connection, member.account_id, position, member.row["since"])
        if news.total:
            is_digest = member.frequency is not AlertMailFrequency.INSTANT
            await send_mail(
                connection,
                MailKind.ALERT_DIGEST if is_digest else MailKind.ALERTS_RAISED,
                to=member.row["email"],
                account_id=member.account_id,
                user_id=member.user_id,
                language=member.row["language"],
                values=_values(member, news),
            )
        told = now if news.total else None
        await advance_position(connection, member.account_id, member.user_id, news.cursor, told=told)
    return None


def due_at(
    frequency: AlertMailFrequency, user_id: uuid.UUID, *, first: datetime, newest: datetime, told: datetime | None
) -> datetime:
    """Return when a user is to be told.

    ``first`` and ``newest`` are when the first alert to tell of, and the account's newest one, were raised; ``told`` is when
    the user was told last.
    """
    if frequency is AlertMailFrequency.INSTANT:
        settled = min(newest + QUIET, first + LONGEST_WAIT)
        return settled if told is None else max(settled, told + PAUSE)
    spread = timedelta(seconds=user_id.int % _SPREAD_SECONDS)
    due = datetime.combine(first.date(), DIGEST_HOUR, first.tzinfo) + spread
    is_weekly = frequency is AlertMailFrequency.WEEKLY
    while due <= first or (is_weekly and due.weekday() != _MONDAY):
        due += timedelta(days=1)
    return due


def _values(member: _Member, news: News) -> dict[str, str]:
    only_workforce, only_portals = not news.portals, not news.workforce
    page = "/dashboard/alerts" if only_workforce else "/dashboard/alerts-domain" if only_portals else "/dashboard"
    return {
        "name": member.row["first_name"],
        "account": member.row["company_name"],
        "total": _counted(news.total, news.has_more),
        "workforce": _counted(news.workforce, news.has_more),
        "portals": _counted(news.portals, news.has_more),
        "severity": level_of(news.worst_score).value,
        "addresses": _listed(news.addresses),
        "sites": _listed(news.sites),
        "link": public_link(page),
    }


def _counted(count: int, has_more: bool) -> str:
    return "" if not count else f"{count:,}+" if has_more else f"{count:,}"


def _listed(names: Names) -> str:
    """Return one name a line, as many as a mail has room for, and how many more there are."""
    lines: list[str] = []
    room = _LONGEST_LIST
    for name in names.shown:
        room -= len(name) + 1
        if room < 0:
            break
        lines.append(name)
    left = names.total - len(lines)
    return "\n".join([*lines, f"+ {left:,}"] if left else lines)
