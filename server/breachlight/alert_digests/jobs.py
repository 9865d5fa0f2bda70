"""Alert emails: one per person and batch of alerts, or per day or week, never one per alert.

The job of an account looks at each of its members. A member who is due gets one email about everything after their position,
which moves in the transaction that writes the email: each alert is emailed once, whatever crashes. The job runs again when the
next member is due.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Final

import asyncpg

from breachlight.alert_digests import repository
from breachlight.alert_digests.repository import PendingAlerts
from breachlight.alerts.leak_audience import LeakReader
from breachlight.alerts.severity import level_of
from breachlight.auth.models import AlertMailFrequency, MembershipRole
from breachlight.auth.permissions import PERMISSIONS_OF, Permission
from breachlight.database.session import transaction
from breachlight.jobs import BULK_LANE, Payload, enqueue, job
from breachlight.kit import clock
from breachlight.mail.alert_digest_jobs import DIGEST_JOB, QUIET
from breachlight.mail.models import MailKind
from breachlight.mail.service import public_link, send_mail
from breachlight.mail.templates import listed

LONGEST_WAIT: Final = timedelta(minutes=15)
"""After this, members get an instant email even while alerts are still being raised."""
PAUSE: Final = timedelta(hours=1)
"""The shortest time between two instant emails."""
DIGEST_HOUR: Final = time(7)
"""When digests start, in UTC; those of all members are spread over an hour."""
_MONDAY: Final = 0
_SPREAD_SECONDS: Final = 3600
_AGAIN: Final = timedelta(minutes=1)
_AT_ONCE: Final = 2


@dataclass(frozen=True, slots=True)
class _Member:
    """A member who wants alert emails of an account."""

    account_id: uuid.UUID
    row: asyncpg.Record

    @property
    def user_id(self) -> uuid.UUID:
        user_id: uuid.UUID = self.row["id"]
        return user_id

    @property
    def frequency(self) -> AlertMailFrequency:
        return AlertMailFrequency(self.row["frequency"])

    @property
    def reader(self) -> LeakReader:
        """Return the member as a reader of leaks."""
        permissions = PERMISSIONS_OF[MembershipRole(self.row["role"])]
        return LeakReader(self.user_id, Permission.REVEAL in permissions)


@job(DIGEST_JOB, at_once=_AT_ONCE, lane=BULK_LANE)
async def email_members(payload: Payload) -> None:
    """Email the members of an account who are due, and run again when the next one is."""
    account_id, now = uuid.UUID(payload["account_id"]), clock.now()
    try:
        async with transaction() as connection:
            # Alerts that are still being written belong to the same email, and may have no other job than this one.
            await repository.wait_for_writers(connection, account_id)
            rows = await repository.members_to_email(connection, account_id)
    except asyncpg.LockNotAvailableError:
        await _run_again(payload, now + _AGAIN)
        return
    times = [await _email_member(_Member(account_id, row), now) for row in rows]
    due = min((at for at in times if at is not None), default=None)
    if due is not None:
        await _run_again(payload, due)


async def _run_again(payload: Payload, at: datetime) -> None:
    """Enqueue the job again, under another key than the current run, which would pass for the next one."""
    again = {"account_id": payload["account_id"], "round": payload.get("round", 0) + 1}
    key = f"{DIGEST_JOB}:{payload['account_id']}:{again['round']}:{int(at.timestamp() // 60)}"
    async with transaction() as connection:
        await enqueue(connection, DIGEST_JOB, again, key, delay=at - clock.now())


async def _email_member(member: _Member, now: datetime) -> datetime | None:
    """Email a member who is due; otherwise return when they will be, None if nothing is pending."""
    async with transaction() as connection:
        position = await repository.lock_position(connection, member.account_id, member.user_id)
        last, first = await repository.first_pending(connection, member.account_id, position)
        if first is None:
            # Moves past alerts of retroactive scans, which need not be read again.
            await repository.advance_position(connection, member.account_id, member.user_id, last)
            return None
        due = due_at(
            member.frequency,
            member.user_id,
            first=first,
            newest=await repository.latest_alert(connection, member.account_id) or first,
            emailed=await repository.emailed_at(connection, member.account_id, member.user_id),
        )
        if due > now:
            return due
        pending = await repository.read_pending(
            connection, member.account_id, position, member.row["since"], member.reader
        )
        if pending.total:
            is_digest = member.frequency is not AlertMailFrequency.INSTANT
            await send_mail(
                connection,
                MailKind.ALERT_DIGEST if is_digest else MailKind.ALERTS_RAISED,
                to=member.row["email"],
                account_id=member.account_id,
                user_id=member.user_id,
                language=member.row["language"],
                values=_values(member, pending),
            )
        emailed = now if pending.total else None
        await repository.advance_position(connection, member.account_id, member.user_id, pending.last, emailed=emailed)
    return None


def due_at(
    frequency: AlertMailFrequency, user_id: uuid.UUID, *, first: datetime, newest: datetime, emailed: datetime | None
) -> datetime:
    """Return when a user is due an email.

    ``first`` and ``newest`` are when the first pending alert and the account's newest alert were raised; ``emailed`` is the
    time of the user's last alert email.
    """
    if frequency is AlertMailFrequency.INSTANT:
        settled = min(newest + QUIET, first + LONGEST_WAIT)
        return settled if emailed is None else max(settled, emailed + PAUSE)
    spread = timedelta(seconds=user_id.int % _SPREAD_SECONDS)
    due = datetime.combine(first.date(), DIGEST_HOUR, first.tzinfo) + spread
    is_weekly = frequency is AlertMailFrequency.WEEKLY
    while due <= first or (is_weekly and due.weekday() != _MONDAY):
        due += timedelta(days=1)
    return due


def _values(member: _Member, pending: PendingAlerts) -> dict[str, str]:
    return {
        "name": member.row["first_name"],
        "account": member.row["company_name"],
        "target": _target(member, pending),
        "total": _counted(pending.total, pending.has_more),
        "workforce": _counted(pending.workforce, pending.has_more),
        "portals": _counted(pending.portals, pending.has_more),
        "severity": level_of(pending.worst_score).value,
        "addresses": listed(pending.addresses.shown, pending.addresses.total),
        "sites": listed(pending.sites.shown, pending.sites.total),
        "leaks": listed(pending.leaks.shown, pending.leaks.total),
        "step": pending.first_step.value,
        "page": "inbox" if pending.incident_id is None else "incident",
        "link": public_link(
            "/dashboard/incidents" + ("" if pending.incident_id is None else f"/{pending.incident_id}")
        ),
    }


def _target(member: _Member, pending: PendingAlerts) -> str:
    """Return who or what the alerts concern: the one address or site, else the organization, else the first of the addresses."""
    addresses, sites = pending.addresses, pending.sites
    if (addresses.total, sites.total) in {(1, 0), (0, 1)}:
        return (addresses.shown or sites.shown)[0]
    company: str = member.row["company_name"]
    if company or not addresses.shown:
        return company or str(member.row["email"])
    return f"{addresses.shown[0]} + {addresses.total - 1}" if addresses.total > 1 else addresses.shown[0]


def _counted(count: int, has_more: bool) -> str:
    return "" if not count else f"{count:,}+" if has_more else f"{count:,}"
