"""Security headers on every answer (ASVS 5.0, 3.4; OWASP's guide to CSP)."""

from collections.abc import Mapping

from starlette.types import ASGIApp, Receive, Scope, Send

from breachlight.kit.exchange import exchange_of

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
# What Google documents for its analytics (Tag Platform, security guide); loaded by a page after its visitor's consent only.
_ANALYTICS_SCRIPTS = "https://www.googletagmanager.com"
_ANALYTICS_RECEIVERS = "https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com"
_ANALYTICS_SOURCES = {
    "script-src": _ANALYTICS_SCRIPTS,
    "connect-src": _ANALYTICS_RECEIVERS,
    "img-src": _ANALYTICS_RECEIVERS,
}
# Our own policy makes one address only; the other name is that of Google's script. Plain strings stay refused.
_ANALYTICS_TRUSTED_TYPES = {**_TRUSTED_TYPES, "trusted-types": "breachlight-analytics goog#html"}
# Answers about somebody; what has said itself how long it may be kept stays so.
_NEVER_STORED = ("/api", "/graphql", "/content")
_NOT_STORED = (b"cache-control", b"no-store")


class SecurityHeaders:
    """Pure ASGI middleware that adds the headers; one that the application has set stays.

    ``editor_path`` is where GraphiQL is shown, None where it is not. ``shows_widget`` lets pages load the widget of human
    verification, ``runs_analytics`` the script of the analytics service.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        version: str,
        is_https: bool,
        editor_path: str | None,
        shows_widget: bool,
        runs_analytics: bool,
    ) -> None:
        self._app = app
        self._editor_path = editor_path
        common = {**_common(is_https=is_https), "x-breachlight-version": version}
        policy = _printed(_policy(shows_widget=shows_widget, runs_analytics=runs_analytics))
        self._added = _encoded({**common, "content-security-policy": policy})
        self._added_to_editor = _encoded({**common, "content-security-policy": _printed(_EDITOR_POLICY)})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and add the headers to what comes back."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        added = self._added_to_editor if scope["path"] == self._editor_path else self._added
        if scope["path"].startswith(_NEVER_STORED):
            added = [*added, _NOT_STORED]
        exchange, send = exchange_of(scope, send)
        exchange.defaults = added
        await self._app(scope, receive, send)


def _policy(*, shows_widget: bool, runs_analytics: bool) -> dict[str, str]:
    policy = {**_POLICY, **(_WIDGET_POLICY if shows_widget else _TRUSTED_TYPES)}
    if runs_analytics:
        policy |= {name: f"{policy[name]} {sources}" for name, sources in _ANALYTICS_SOURCES.items()}
        policy |= {} if shows_widget else _ANALYTICS_TRUSTED_TYPES
    return policy


def headers_of_refusals(*, is_https: bool) -> list[tuple[bytes, bytes]]:
    """Return the headers of an answer that is given before the application is asked, and that shows nothing."""
    return _encoded(
        {**_common(is_https=is_https), "content-security-policy": "default-src 'none'; frame-ancestors 'none'"}
    )


def _common(*, is_https: bool) -> dict[str, str]:
    headers = {
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
    return headers | {"strict-transport-security": "max-age=31536000; includeSubDomains"} if is_https else headers


def _encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]


def _printed(policy: Mapping[str, str]) -> str:
    return "; ".join(f"{name} {value}" for name, value in policy.items())
