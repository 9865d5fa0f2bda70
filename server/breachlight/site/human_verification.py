"""Cloudflare Turnstile, asked of the server side whether a human sent a form (Cloudflare's siteverify).

Whatever cannot be verified is refused: no secret, no answer in time, an answer that is none.
"""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import structlog

from breachlight.config import TURNSTILE_TEST_SECRETS, Settings, get_settings
from breachlight.kit.errors import HumanVerificationError
from breachlight.kit.messages import say
from breachlight.site.service import get_site_settings

ACTION = "submit-form"
REFUSED = say("Human verification failed. Please try again.")
UNAVAILABLE = say("Human verification is currently unavailable. Please try again shortly.")

_LONGEST_RESPONSE = 2048
_BUDGET_SECONDS = 3.0
# A try that hangs leaves time for one more.
_TRY_SECONDS = 1.4
_TRIES = 2
# What hangs at the provider holds these, and no more: further forms are refused when their time is over.
_MOST_CONNECTIONS = 20
_KEPT_CONNECTIONS = 5
_OURS_TO_MEND = frozenset({"missing-input-secret", "invalid-input-secret", "bad-request"})

_log = structlog.get_logger(__name__)


class _NoAnswerError(Exception):
    """The provider gave no answer that counts; asking once more may help."""


class HumanVerifier:
    """Asks the provider over one bounded pool of connections."""

    def __init__(self, settings: Settings, secret: str) -> None:
        import httpx  # most installations have no secret

        self._secret = secret
        self._url = settings.turnstile_verify_url
        self._hostname = urlsplit(settings.public_url).hostname
        self._client = httpx.AsyncClient(
            limits=httpx.Limits(max_connections=_MOST_CONNECTIONS, max_keepalive_connections=_KEPT_CONNECTIONS),
            timeout=_TRY_SECONDS,
            follow_redirects=False,
            headers={"Accept": "application/json"},
        )

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def verify(self, response: str, client_address: str) -> None:
        """Ask about a response, within three seconds and with at most two tries of one idempotency key.

        Raises:
            HumanVerificationError: it was refused, or nobody could say.
        """
        form = {
            "secret": self._secret,
            "response": response,
            "idempotency_key": str(uuid.uuid4()),
            **({"remoteip": client_address} if client_address else {}),
        }
        try:
            async with asyncio.timeout(_BUDGET_SECONDS):
                answer = await self._ask(form)
        except (TimeoutError, _NoAnswerError) as error:
            _log.warning("human verification unavailable", reason=str(error) or "no response in time")
            raise HumanVerificationError(UNAVAILABLE) from None
        if answer.get("success") is not True:
            self._refuse(answer)
        # Cloudflare answers for its test keys with a host name of its own and without an action.
        if self._secret not in TURNSTILE_TEST_SECRETS and (
            answer.get("hostname") != self._hostname or answer.get("action") != ACTION
        ):
            _log.warning("human verification refused", reason="another site or action")
            raise HumanVerificationError(REFUSED)

    async def _ask(self, form: dict[str, str]) -> dict[str, Any]:
        for tries_left in reversed(range(_TRIES)):
            try:
                return await self._try(form)
            except _NoAnswerError:
                if not tries_left:
                    raise
        raise AssertionError

    async def _try(self, form: dict[str, str]) -> dict[str, Any]:
        import httpx

        try:
            reply = await self._client.post(self._url, data=form)
            answer = json.loads(reply.content)
        except httpx.HTTPError as error:
            raise _NoAnswerError(type(error).__name__) from None
        except ValueError:
            raise _NoAnswerError("no JSON") from None
        if not isinstance(answer, dict) or not isinstance(answer.get("success"), bool):
            raise _NoAnswerError("not a siteverify response")
        if "internal-error" in _codes(answer) or reply.status_code >= 500:
            raise _NoAnswerError("internal error of the provider")
        return answer

    def _refuse(self, answer: dict[str, Any]) -> None:
        codes = _codes(answer)
        if _OURS_TO_MEND & codes:
            _log.error("human verification misconfigured: correct BREACHLIGHT_TURNSTILE_SECRET", codes=sorted(codes))
            raise HumanVerificationError(UNAVAILABLE)
        raise HumanVerificationError(REFUSED)


_verifier: HumanVerifier | None = None


@asynccontextmanager
async def human_verification(settings: Settings) -> AsyncIterator[None]:
    """Keep the connections to the provider for a process, where a secret is set."""
    global _verifier  # noqa: PLW0603 -- one pool of connections for each process
    secret = settings.turnstile_secret
    _verifier = HumanVerifier(settings, secret.get_secret_value()) if secret is not None else None
    try:
        yield
    finally:
        if _verifier is not None:
            await _verifier.aclose()
        _verifier = None


async def require_human(response: str | None, *, client_address: str) -> None:
    """Check a widget's response where human verification is switched on, and do nothing where it is off.

    ``response`` is the token that the widget gave, of action ``submit-form``. Call it outside transactions: it may take three
    seconds. The setting is read at each call, so that switching it takes effect at once.

    Raises:
        HumanVerificationError: it is missing, malformed, spent, expired, of another site or action, or the provider cannot say.
    """
    if not (await get_site_settings()).turnkey_enabled:
        return
    if not response:
        raise HumanVerificationError
    if len(response) > _LONGEST_RESPONSE or not response.isascii():
        raise HumanVerificationError(REFUSED)
    if _verifier is None:
        _log.error(
            "human verification is on without a secret, so every form is refused: set "
            "BREACHLIGHT_TURNSTILE_SECRET, or run breachlight settings turnkey_enabled=false",
            has_secret=get_settings().turnstile_secret is not None,
        )
        raise HumanVerificationError(UNAVAILABLE)
    await _verifier.verify(response, client_address)


def _codes(answer: dict[str, Any]) -> set[str]:
    codes = answer.get("error-codes")
    return {code for code in codes if isinstance(code, str)} if isinstance(codes, list) else set()
