"""The site's language, for clients that request none that exists."""

import time
from typing import Final

import structlog

from breachlight.kit.messages.catalogues import DEFAULT_LANGUAGE
from breachlight.site.service import get_site_settings

REMEMBERED_SECONDS: Final = 5.0
"""How long a process keeps what it has read: tools name no language, and must not cost a query with every request."""

_log = structlog.get_logger("breachlight.site")


class SiteLanguage:
    """Knows the language of the public settings, at most ``REMEMBERED_SECONDS`` old."""

    def __init__(self) -> None:
        self._language = DEFAULT_LANGUAGE
        self._read_again_at = 0.0

    async def __call__(self) -> str:
        """Return the code of the language; the last one known while the database is away."""
        if time.monotonic() >= self._read_again_at:
            # Before the question, so that one request asks and the others go on.
            self._read_again_at = time.monotonic() + REMEMBERED_SECONDS
            try:
                self._language = (await get_site_settings()).language
            except Exception as error:
                # Requests that need the database fail with its own error; the language alone is no reason to refuse one.
                _log.warning("site_language_unknown", error=type(error).__qualname__)
        return self._language
