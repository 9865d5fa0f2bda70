"""The command ``breachlight after-restore``: the consequences of a restore that can't be detected."""

from collections.abc import Awaitable, Callable

from breachlight.config import Settings
from breachlight.database.connection import server
from breachlight.kit.keys import KeyRing
from breachlight.restores.detection import Reason
from breachlight.restores.service import Report
from breachlight.restores.startup import check_restore


async def apply(settings: Settings, prepare: Callable[[Settings], Awaitable[KeyRing]]) -> str:
    """Apply the consequences once, and return what to print.

    Raises:
        DatabaseError, KeyFileError, StartError: as a start.
    """
    async with server(settings):
        await prepare(settings)
        report = await check_restore(settings, Reason.REQUESTED)
    return _text(report) if report else "Nothing to end."


def _text(report: Report) -> str:
    detected = "" if report.reason is Reason.REQUESTED else "A restored database was detected. "
    ended = f"{detected}Ended: {report.sessions_ended} sessions, {report.links_ended} links and codes. "
    if report.knows_changes:
        return ended + (
            f"The changes since the backup are known. Revoked again: {report.api_keys_revoked} API keys. "
            f"Disabled again: {report.users_disabled} users."
        )
    return ended + (
        f"Suspended until an owner confirms them: {report.api_keys_suspended} API keys. "
        f"Void: the recovery codes of {report.users_with_void_codes} users."
    )
