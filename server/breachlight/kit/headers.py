"""Security headers on every answer (ASVS 5.0, 3.4; guides to CSP of OWASP)."""

from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "frame-ancestors": "'none'",
}
# GraphiQL's editor writes style elements and starts workers from blobs; it is off in production unless set.
_EDITOR_POLICY = {
    **_POLICY,
    "style-src": "'self' 'unsafe-inline'",
    "worker-src": "'self' blob:",
    "font-src": "'self' data:",
}
# A string becomes no markup and no script's address by accident (W3C, Trusted Types): all of our own code keeps to it.
_TRUSTED_TYPES = {"require-trusted-types-for": "'script'", "trusted-types": "'none'"}
# What the widget of human verification needs; its script sets addresses and markup itself.
_WIDGET_ORIGIN = "https://challenges.cloudflare.com"
_WIDGET_POLICY = {"script-src": f"'self' {_WIDGET_ORIGIN}", "frame-src": _WIDGET_ORIGIN}
# Answers about somebody; what has said itself how long it may be kept stays so.
_NEVER_STORED = ("/api", "/graphql", "/content")


class SecurityHeaders:
    """Pure ASGI middleware that adds the headers; one that the application has set stays.

    ``editor_path`` is where GraphiQL is shown, None where it is not. ``shows_widget`` lets pages load the widget of human
    verification.
    """

    def __init__(
        self, app: ASGIApp, *, version: str, is_https: bool, editor_path: str | None, shows_widget: bool
    ) -> None:
        self._app = app
        self._editor_path = editor_path
        self._common = {
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin",
            "x-breachlight-version": version,
        }
        if is_https:
            self._common["strict-transport-security"] = "max-age=31536000; includeSubDomains"
        self._policy = _printed({**_POLICY, **(_WIDGET_POLICY if shows_widget else _TRUSTED_TYPES)})
        self._editor_policy = _printed(_EDITOR_POLICY)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and add the headers to what comes back."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        policy = self._editor_policy if scope["path"] == self._editor_path else self._policy
        is_answer = scope["path"].startswith(_NEVER_STORED)

        async def add(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._common.items():
                    headers.setdefault(name, value)
                headers.setdefault("content-security-policy", policy)
                if is_answer:
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, add)


def _printed(policy: Mapping[str, str]) -> str:
    return "; ".join(f"{name} {value}" for name, value in policy.items())
