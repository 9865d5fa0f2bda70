"""The job that looks an address up in the lake and emails the answer to it."""

import asyncio
import uuid
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from breachlight.auth.repository import find_user_by_email
from breachlight.config import get_key_ring, get_settings
from breachlight.database.session import Connection, reading, transaction
from breachlight.jobs import Payload, job
from breachlight.leaks.address_checks.repository import public_leaks_of
from breachlight.leaks.address_checks.service import ANSWER_JOB
from breachlight.leaks.address_requests import repository as requests
from breachlight.leaks.address_requests.service import AddressRequest, find_new, issue_link
from breachlight.leaks.catalogue_entry import LeakEntry
from breachlight.leaks.lake.shared_lake import shared_lake
from breachlight.leaks.lake.store import Lake, Place
from breachlight.leaks.opt_outs.levels import OptOutLevel, level_of
from breachlight.mail.models import MailKind
from breachlight.mail.service import public_link, send_mail
from breachlight.mail.templates import listed
from breachlight.rate_limits.limiter import RateLimit
from breachlight.site.service import get_site_settings

_per_mailbox: Final = RateLimit("address-check-mailbox", limit=1, window=timedelta(days=1))


@job(ANSWER_JOB)
async def answer(payload: Payload) -> None:
    """Email the answer, unless the address is opted out or had one today; a retry sends none twice."""
    async with reading() as connection:
        request = await find_new(connection, uuid.UUID(payload["request_id"]))
        if request is None:
            return
        level = await level_of(connection, request.key)
    if level is not OptOutLevel.NONE:
        async with transaction() as connection:
            await requests.remove(connection, request.id)
        return
    leaks = await _leaks_of(request.key)
    async with transaction() as connection:
        token = await issue_link(connection, request, _per_mailbox)
        if token is not None:
            await _send(connection, request, token, leaks)


async def _leaks_of(key: str) -> list[LeakEntry]:
    """Return the leaks that anyone may see and that have records of an address or its aliases, the newest first."""
    async with shared_lake(get_settings(), get_key_ring()) as lake:
        places = await asyncio.to_thread(lake.locate_email, key)
        async with reading() as connection:
            by_batch = await public_leaks_of(connection, [place.batch_id for place in places])
        by_leak: dict[uuid.UUID, list[Place]] = {}
        for place in places:
            if place.batch_id in by_batch:
                by_leak.setdefault(by_batch[place.batch_id].id, []).append(place)
        entries = {entry.id: entry for entry in by_batch.values()}
        # Different addresses may have the same digest: a place counts once the record was read.
        found = [entries[one] for one, its in by_leak.items() if await asyncio.to_thread(_has_any, lake, its, key)]
    return sorted(found, key=lambda entry: (entry.breach_date is None, -_ordinal(entry), entry.title.lower()))


def _has_any(lake: Lake, places: Iterable[Place], key: str) -> bool:
    return any(True for _ in lake.read_email(places, key))


def _ordinal(entry: LeakEntry) -> int:
    return entry.breach_date.toordinal() if entry.breach_date else 0


async def _send(connection: Connection, request: AddressRequest, token: str, leaks: list[LeakEntry]) -> None:
    user = await find_user_by_email(request.key)
    site = await get_site_settings()
    if user is not None:
        page, link = "login", public_link("/auth/login")
    elif site.signup_enabled and site.individual_signup_enabled:
        page, link = "sign_up", public_link("/auth/sign-up/individual", address_token=token)
    else:
        page, link = "home", public_link("/")
    await send_mail(
        connection,
        MailKind.ADDRESS_FOUND if leaks else MailKind.ADDRESS_NOT_FOUND,
        to=request.key,
        account_id=None,
        language=request.language,
        values={
            "email": request.key,
            "total": f"{len(leaks):,}",
            "leaks": listed([_line(leak) for leak in leaks], len(leaks)),
            "page": page,
            "note": page,
            "link": link,
        },
    )


def _line(leak: LeakEntry) -> str:
    parts = (leak.title, leak.breach_date.isoformat() if leak.breach_date else "", ", ".join(leak.data_classes))
    return " · ".join(part for part in parts if part)
