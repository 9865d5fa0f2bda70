"""All paths of the REST shim, each with and without a trailing slash (contract)."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from breachlight.kit.messages import say
from breachlight.rest import account, domains, emails, mfa, notifications, registration, site, stats
from breachlight.rest.responses import answer, error_body
from breachlight.sessions.mfa.second_factors import MfaMethod

Endpoint = Callable[[Request], Awaitable[Response]]

_DESCRIPTION = Path(__file__).with_name("openapi.json")
_DESCRIPTION_PATH = "/api/v1/openapi.json"
PATHS: tuple[tuple[str, str, Endpoint], ...] = (
    ("GET", "/api/v1/site-settings", site.site_settings),
    ("GET", "/api/v1/countries", site.countries),
    ("GET", "/api/v1/domains", domains.list_domains),
    ("POST", "/api/v1/account/login", account.login),
    ("POST", "/api/v1/account/refresh-token", account.refresh_token),
    ("POST", "/api/v1/account/logout", account.logout),
    ("GET", "/api/v1/account/info", account.info),
    ("PUT", "/api/v1/account/info", account.update_info),
    ("GET", "/api/v1/account/export", account.export),
    ("GET", "/api/v1/account/magic-link-login", account.open_magic_link),
    ("POST", "/api/v1/account/magic-link-login", account.finish_magic_link),
    ("POST", "/api/v1/account/verify-email", registration.verify_email),
    ("POST", "/api/v1/account/verify-email-confirm", registration.verify_email_confirm),
    ("POST", "/api/v1/account/password-reset", registration.password_reset),
    ("POST", "/api/v1/account/password-reset-confirm", registration.password_reset_confirm),
    ("POST", "/api/v1/account/update-password", registration.update_password),
    ("POST", "/api/v1/account/individual/register", registration.register_individual),
    ("POST", "/api/v1/account/organization/register", registration.register_organization),
    ("POST", "/api/v1/account/partner/register", registration.register_partner),
    ("POST", "/api/v1/mfa/login", account.login),
    ("POST", "/api/v1/mfa/send-email", mfa.send_email),
    ("POST", "/api/v1/mfa/verify/email", mfa.verify(MfaMethod.EMAIL)),
    ("POST", "/api/v1/mfa/verify/device", mfa.verify(MfaMethod.DEVICE)),
    ("POST", "/api/v1/mfa/config/email", mfa.configure(MfaMethod.EMAIL)),
    ("POST", "/api/v1/mfa/config/device", mfa.configure(MfaMethod.DEVICE)),
    ("GET", "/api/v1/notifications/alerts", notifications.list_alerts),
    ("POST", "/api/v1/notifications/alerts", notifications.update_alerts),
    ("PUT", "/api/v1/user/live-email-accounts", emails.put_live_email_accounts),
    ("POST", "/api/v1/notifications/alerts/export", notifications.export_alerts),
    ("GET", "/api/v1/stats/stats-record-counts", stats.record_counts),
    ("GET", "/api/v1/stats/user-stats", stats.user_stats),
    ("GET", "/api/v1/stats/stats-domain-counts", stats.domain_counts),
    ("GET", "/api/v1/stats/stats-record-counts-daily", stats.timeline),
    ("GET", "/api/v1/stats/detections", stats.detections),
    ("GET", "/api/v1/stats/totals", stats.totals),
    ("GET", "/api/v1/stats/notification-summary", stats.notification_summary),
    ("GET", "/api/v1/stats/global", stats.global_statistics),
    ("GET", "/api/v1/stats/timeline", stats.timeline),
)


async def _description(request: Request) -> Response:
    del request
    return Response(_DESCRIPTION.read_bytes(), media_type="application/json")


class _Resource:
    """One path and its methods, as an ASGI application: Starlette's routes would refuse other methods in plain text."""

    def __init__(self, by_method: Mapping[str, Endpoint]) -> None:
        self._by_method = dict(by_method)
        if "GET" in by_method:
            self._by_method["HEAD"] = by_method["GET"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        response = await self._respond(Request(scope, receive))
        await response(scope, receive, send)

    async def _respond(self, request: Request) -> Response:
        if not self._by_method:
            return answer(error_body(say("Not found.")), 404)
        endpoint = self._by_method.get(request.method)
        if endpoint is None:
            allowed = ", ".join(sorted(self._by_method))
            return answer(error_body(say("This method is not offered here.")), 405, {"Allow": allowed})
        return await endpoint(request)


def rest_routes() -> list[BaseRoute]:
    """Return the routes of everything under /api/; unknown paths there answer JSON, known ones refuse other methods."""
    endpoints: dict[str, dict[str, Endpoint]] = {_DESCRIPTION_PATH: {"GET": _description}}
    for method, path, endpoint in PATHS:
        endpoints.setdefault(path, {})[method] = endpoint
    resources = [(path, _Resource(by_method)) for path, by_method in endpoints.items()]
    nothing = _Resource({})
    return [
        *(Route(path + slash, resource) for path, resource in resources for slash in ("", "/")),
        Route("/api", nothing),
        Route("/api/{path:path}", nothing),
    ]
