"""Checks of what surrounds an installation: mail server, resolvers, clock and disks."""

import ctypes
import os
import shutil
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from breachlight.config import Settings
from breachlight.database.session import Connection
from breachlight.doctor.findings import Finding, failing, ok, skipped, warning
from breachlight.doctor.repository import server_time
from breachlight.domains.dns_lookup import probe_resolvers
from breachlight.mail.delivery import NotDeliveredError, check_mail_server
from breachlight.processes.lake_health import LEAST_FREE_BYTES

_RECOMMENDED_RESOLVERS: Final = 3
_LITTLE_BYTES: Final = 5 << 30
_LITTLE_SHARE: Final = 0.05
_NOTABLE_SECONDS: Final = 2.0
_HARMFUL_SECONDS: Final = 30.0
_TIME_ERROR: Final = 5  # adjtimex(2): the clock isn't synchronized
_TIMEX_BYTES: Final = 512  # more than struct timex of any platform


async def check_mail(settings: Settings) -> Finding:
    """Log in to the mail server and offer it the sender; nothing is sent."""
    if settings.smtp_host is None:
        if settings.is_demonstration:
            return skipped("email", "The demonstration shows its emails at /dev/mail.")
        remedy = "Set BREACHLIGHT_SMTP_HOST and the related settings for every process, above all for workers."
        return warning("email", "No emails are sent, so nobody can verify an address or reset a password.", remedy)
    server = f"{settings.smtp_host}:{settings.smtp_port}"
    try:
        await check_mail_server(settings)
    except NotDeliveredError as error:
        remedy = "Compare the BREACHLIGHT_SMTP_ settings and BREACHLIGHT_MAIL_FROM with those of the mail server."
        return failing("email", f"The mail server {server} takes no email ({error}).", remedy)
    return ok("email", f"The mail server {server} takes email from {settings.mail_from}.")


async def check_resolvers(settings: Settings) -> Finding:
    """Ask each resolver, and count the independent ones."""
    states = await probe_resolvers()
    silent = [state.address for state in states if not state.answers]
    advice = "Set BREACHLIGHT_DNS_RESOLVERS to three resolvers of different operators that validate DNSSEC."
    if not states or 2 * len(silent) >= len(states):
        what = f"No majority of the resolvers answers (silent: {', '.join(silent) or 'all'})"
        return failing("dns", f"{what}, so no domain can be verified.", advice)
    if silent:
        return warning("dns", f"Resolvers don't answer, and count as votes against: {', '.join(silent)}.", advice)
    independent = len({state.network for state in states})
    if independent < _RECOMMENDED_RESOLVERS and not settings.is_demonstration:
        return warning(
            "dns", f"{_count(independent)}: too few to outvote a forged answer, three are recommended.", advice
        )
    lax = [state.address for state in states if not state.validates]
    if lax and not settings.is_demonstration:
        return warning("dns", f"Resolvers don't validate DNSSEC: {', '.join(lax)}.", advice)
    return ok("dns", f"{_count(independent)}, all answer.")


def _count(independent: int) -> str:
    return "1 independent resolver" if independent == 1 else f"{independent} independent resolvers"


async def check_clock(connection: Connection | None, settings: Settings) -> Finding:
    """Compare the clock with the database's, and ask the kernel whether it is synchronized."""
    remedy = "Let NTP set the clock of every host (timedatectl set-ntp true): codes, sessions and S3 signatures depend on it."
    if connection is not None and settings.database_url is not None:
        begin = time.monotonic()
        theirs = await server_time(connection)
        uncertain = time.monotonic() - begin
        apart = abs((datetime.now(UTC) - theirs).total_seconds())
        if apart > _NOTABLE_SECONDS + uncertain:
            text = f"The clocks of this machine and of the database differ by {apart:.0f} s."
            return failing("clock", text, remedy) if apart > _HARMFUL_SECONDS else warning("clock", text, remedy)
    if _is_unsynchronized():
        return warning("clock", "The kernel says that the clock isn't synchronized.", remedy)
    return ok("clock", f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC.")


def _is_unsynchronized() -> bool:
    """Ask adjtimex(2), which changes nothing with an empty mask."""
    try:
        state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    except (OSError, AttributeError):
        return False
    return state == _TIME_ERROR


def check_disks(settings: Settings) -> list[Finding]:
    """Check the free space of the data folder and of a lake's folder; one finding for each disk."""
    folders = {"data folder": settings.data_folder}
    if "://" not in settings.lake_path:
        folders["lake"] = Path(settings.lake_path)
    found: dict[int, Finding] = {}
    for name, folder in folders.items():
        existing = next((path for path in (folder, *folder.parents) if path.exists()), Path("/"))
        try:
            finding = _check_disk(name, existing)
            found.setdefault(existing.stat().st_dev, finding)
        except OSError as error:
            remedy = "Check that it is mounted and belongs to this user."
            found[-len(found) - 1] = failing("disk", f"The {name} {folder} cannot be used ({error.strerror}).", remedy)
    return list(found.values())


def _check_disk(name: str, folder: Path) -> Finding:
    usage, inodes = shutil.disk_usage(folder), os.statvfs(folder)
    free = f"{usage.free / 2**30:.1f} GiB of {usage.total / 2**30:.1f} GiB are free"
    remedy = f"Free some space on the disk of {folder}, or enlarge it."
    if usage.free <= LEAST_FREE_BYTES:
        return failing("disk", f"The disk of the {name} is full: {free}.", remedy)
    if inodes.f_files and inodes.f_favail < inodes.f_files * 0.01:
        return failing("disk", f"The disk of the {name} has no inodes left for more files.", remedy)
    if usage.free < min(_LITTLE_BYTES, usage.total * _LITTLE_SHARE):
        return warning("disk", f"The disk of the {name} is nearly full: {free}.", remedy)
    return ok("disk", f"{name}: {free}.")
