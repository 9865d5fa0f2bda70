"""Check of the certificate that browsers see."""

import asyncio
import ssl
from datetime import UTC, datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from breachlight.config import Settings
from breachlight.doctor.findings import Finding, failing, ok, skipped, warning
from breachlight.kit import clock

_CHECK: Final = "certificate"
_SOON: Final = timedelta(days=21)
"""Authorities that issue for 90 days renew a month before the end, so the renewal has failed for some days by then."""
_HTTPS_PORT: Final = 443
_SECONDS: Final = 10.0
_RENEW: Final = "Check what renews it, and that the proxy has loaded the new one."


async def check_certificate(settings: Settings) -> Finding:
    """Connect to the public URL as a browser does, and see how long its certificate is valid."""
    url = urlsplit(settings.public_url)
    if url.scheme != "https" or url.hostname is None:
        return skipped(_CHECK, f"{settings.public_url} has none.")
    host, port = url.hostname, url.port or _HTTPS_PORT
    try:
        async with asyncio.timeout(_SECONDS):
            _, writer = await asyncio.open_connection(host, port, ssl=ssl.create_default_context())
    except ssl.SSLCertVerificationError as error:
        return failing(_CHECK, f"Browsers refuse the certificate of {host} ({error.verify_message}).", _RENEW)
    except (OSError, TimeoutError):
        remedy = "Ignore this if this host isn't meant to reach the public address."
        return warning(_CHECK, f"{host} can't be reached from here, so its certificate isn't known.", remedy)
    certificate = writer.get_extra_info("peercert")
    writer.transport.abort()
    ends = datetime.fromtimestamp(ssl.cert_time_to_seconds(certificate["notAfter"]), UTC)
    left = ends - clock.now()
    text = f"The certificate of {host} is valid until {ends:%Y-%m-%d}"
    if left < _SOON:
        days = max(left.days, 0)
        return warning(_CHECK, f"{text}: {days} {'day' if days == 1 else 'days'} left.", _RENEW)
    return ok(_CHECK, f"{text}.")
