"""The rate limit of API keys, shared by all processes, and its response headers.

``RateLimit-Policy`` and ``RateLimit`` are the structured fields of draft-ietf-httpapi-ratelimit-headers-10; the ``X-`` ones say
the same to older tools, with the end of the window as seconds since 1970.
"""

import uuid
from datetime import timedelta
from typing import Final

from breachlight.kit.errors import ThrottledError
from breachlight.kit.messages import say_counted
from breachlight.rate_limits.limiter import RateLimit, Usage

REQUESTS_PER_MINUTE: Final = 600

_quota = RateLimit("api-key", limit=REQUESTS_PER_MINUTE, window=timedelta(minutes=1))
_POLICY: Final = '"requests"'


async def spend(key_id: uuid.UUID) -> Usage:
    """Count one request of a key, or one operation on its socket; the caller refuses."""
    return await _quota.count(str(key_id))


def refusal(usage: Usage) -> ThrottledError:
    """Return the error for a request beyond the rate limit of its key."""
    message = say_counted(
        "Rate limit exceeded for this API key. Retry in {count} second.",
        "Rate limit exceeded for this API key. Retry in {count} seconds.",
        usage.seconds_left,
    )
    return ThrottledError(usage.seconds_left, message)


def headers_of(usage: Usage) -> dict[str, str]:
    """Return the rate limit headers of a response."""
    window = int(_quota.window.total_seconds())
    return {
        "RateLimit-Policy": f"{_POLICY};q={usage.limit};w={window}",
        "RateLimit": f"{_POLICY};r={usage.remaining};t={usage.seconds_left}",
        "X-RateLimit-Limit": str(usage.limit),
        "X-RateLimit-Remaining": str(usage.remaining),
        "X-RateLimit-Reset": str(int(usage.ends_at.timestamp())),
    }
