"""All operations of the REST API, and their routes: each path with and without a trailing slash (rest-contract §1)."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from breachlight.graphql.origins import Origins
from breachlight.kit.messages import say
from breachlight.rest import (
    account,
    alert_notes,
    console,
    domains,
    emails,
    incidents,
    mfa,
    notifications,
    registration,
    reports,
    site,
    stats,
)
from breachlight.rest.operations import Access, Call, Operation, Refused
from breachlight.rest.responses import refusal
from breachlight.rest.schemas.account import AccountExport
from breachlight.rest.schemas.alerts import AlertExport
from breachlight.rest.schemas.base import CredentialsRefusal, NoQuery
from breachlight.stats.service import MOST_DOMAINS

DESCRIPTION: Final = Path(__file__).with_name("openapi.json")
_SAFE: Final = frozenset({"GET", "HEAD"})
_DESCRIPTION_PATH: Final = "/api/v1/openapi.json"

_BAD_TOKEN: Final = {401: Refused("Invalid or expired token or code.")}
_BAD_LOGIN: Final = {401: Refused("Wrong credentials, or a second factor is required.", CredentialsRefusal)}
_DISABLED: Final = {403: Refused("Disabled in the site settings, or not allowed.")}
_LIMITED: Final = {429: Refused("Too many attempts; see Retry-After.")}
_UNKNOWN: Final = {404: Refused("Unknown, or owned by another account.")}
_RANGE_IGNORED: Final = "The range is checked, but makes no difference: the last days end today, in UTC."

_API: Final = "/api/v1"
_ACCOUNT: Final = f"{_API}/account"
_MFA: Final = f"{_API}/mfa"
_ALERTS: Final = f"{_API}/notifications/alerts"
_INCIDENTS: Final = f"{_API}/notifications/incidents"
_STATS: Final = f"{_API}/stats"
_REPORTS: Final = f"{_API}/reports"
_KEYS: Final = Access.USERS_AND_API_KEYS
_SETUP: Final = Access.USERS_BEFORE_SETUP

OPERATIONS: Final = (
    Operation("GET", f"{_API}/site-settings", site.site_settings, "getSiteSettings", "Public settings"),
    Operation(
        "POST", f"{_API}/address-check", site.address_check, "checkAddress",
        "Email which leaks contain an address, to that address", refusals=_DISABLED | _LIMITED,
    ),
    Operation("GET", f"{_API}/countries", site.countries, "listCountries", "Countries by name"),
    Operation(
        "GET", f"{_API}/domains", domains.list_domains, "listDomains",
        "Domains of the account, ten per page, by name", _KEYS,
    ),
    Operation(
        "POST", f"{_ACCOUNT}/login", account.login, "login", "Open a session",
        refusals=_BAD_LOGIN | _DISABLED | _LIMITED,
    ),
    Operation(
        "POST", f"{_ACCOUNT}/refresh-token", account.refresh_token, "refreshToken",
        "Exchange a refresh token for the next pair of tokens", refusals=_BAD_TOKEN | _LIMITED,
    ),
    Operation("POST", f"{_ACCOUNT}/logout", account.logout, "logout", "End a session", refusals=_BAD_TOKEN),
    Operation("GET", f"{_ACCOUNT}/info", account.info, "getAccount", "The account of the session", _SETUP),
    Operation(
        "PUT", f"{_ACCOUNT}/info", account.update_info, "updateAccount", "Save the profile", Access.USERS,
        refusals=_LIMITED,
    ),
    Operation(
        "GET", f"{_ACCOUNT}/export", account.export, "exportAccount",
        "Everything that is stored about the account, as a file", Access.USERS,
        refusals=_LIMITED, files={"application/json": AccountExport},
    ),
    Operation(
        "GET", f"{_ACCOUNT}/magic-link-login", account.open_magic_link, "openMagicLink",
        "Open a session with a login link", refusals=_BAD_LOGIN | _DISABLED | _LIMITED,
    ),
    Operation(
        "POST", f"{_ACCOUNT}/magic-link-login", account.finish_magic_link, "finishMagicLink",
        "Open a session with a login link and a code", refusals=_BAD_LOGIN | _DISABLED | _LIMITED,
    ),
    Operation(
        "POST", f"{_ACCOUNT}/verify-email", registration.verify_email, "resendVerification",
        "Send the verification link again", _SETUP, refusals=_LIMITED,
    ),
    Operation(
        "POST", f"{_ACCOUNT}/verify-email-confirm", registration.verify_email_confirm, "confirmEmail",
        "Verify the email address", refusals=_BAD_TOKEN | _LIMITED,
    ),
    Operation(
        "POST", f"{_ACCOUNT}/password-reset", registration.password_reset, "requestPasswordReset",
        "Send a link that resets the password", refusals=_LIMITED,
    ),
    Operation(
        "POST", f"{_ACCOUNT}/password-reset-confirm", registration.password_reset_confirm, "confirmPasswordReset",
        "Set a new password with an emailed link", refusals=_BAD_TOKEN | _LIMITED,
    ),
    Operation(
        "POST", f"{_ACCOUNT}/update-password", registration.update_password, "updatePassword",
        "Change the password", Access.USERS, refusals=_LIMITED,
    ),
    Operation(
        "POST", f"{_ACCOUNT}/individual/register", registration.register_individual, "registerIndividual",
        "Create an individual account", status=201, refusals=_DISABLED | _LIMITED,
    ),
    Operation(
        "POST", f"{_ACCOUNT}/organization/register", registration.register_organization, "registerOrganization",
        "Create an organization account", status=201, refusals=_DISABLED | _LIMITED,
    ),
    Operation(
        "POST", f"{_ACCOUNT}/partner/register", registration.register_partner, "registerPartner",
        "Apply to become a partner", status=201, refusals=_DISABLED | _LIMITED,
    ),
    Operation(
        "POST", f"{_MFA}/login", account.login, "loginWithSecondFactor",
        "Open a session with the code of a second factor", refusals=_BAD_LOGIN | _DISABLED | _LIMITED,
    ),
    Operation(
        "POST", f"{_MFA}/send-email", mfa.send_email, "sendLoginCode", "Send the code of a login by email",
        refusals=_BAD_TOKEN | _LIMITED,
    ),
    Operation(
        "POST", f"{_MFA}/verify/email", mfa.verify_email, "verifyEmailMfa",
        "Turn on codes by email, with the first code", _SETUP, refusals=_LIMITED,
    ),
    Operation(
        "POST", f"{_MFA}/verify/device", mfa.verify_device, "verifyDeviceMfa",
        "Turn on the authenticator app, with the first code", _SETUP, refusals=_LIMITED,
    ),
    Operation(
        "POST", f"{_MFA}/config/email", mfa.configure_email, "configureEmailMfa",
        "Start turning on codes by email, or turn them off", _SETUP, refusals=_LIMITED,
    ),
    Operation(
        "POST", f"{_MFA}/config/device", mfa.configure_device, "configureDeviceMfa",
        "Start turning on the authenticator app, or turn it off", _SETUP, refusals=_LIMITED,
    ),
    Operation("GET", _ALERTS, notifications.list_alerts, "listAlerts", "Alerts", _KEYS),
    Operation(
        "POST", _ALERTS, notifications.update_alerts, "updateAlerts",
        "Change all alerts that the query parameters select", _KEYS,
        description="page, page_size and ordering make no difference. At least one filter is required, except to undo.",
        refusals=_UNKNOWN,
    ),
    Operation(
        "POST", f"{_ALERTS}/export", notifications.export_alerts, "exportAlerts", "Alerts as a file", _KEYS,
        success="The file.", refusals=_UNKNOWN | _LIMITED, files={"text/csv": str, "application/json": AlertExport},
    ),
    Operation(
        "GET", f"{_ALERTS}/context", alert_notes.get_context, "getAlertContext",
        "What is known around an alert", _KEYS, refusals=_UNKNOWN,
    ),
    Operation(
        "GET", f"{_ALERTS}/history", alert_notes.get_history, "getAlertHistory",
        "What happened to an alert, and the notes about it", _KEYS, refusals=_UNKNOWN,
    ),
    Operation(
        "POST", f"{_ALERTS}/notes", alert_notes.change_note, "changeAlertNote",
        "Add a note, or edit or delete one's own", _KEYS, refusals=_UNKNOWN,
    ),
    Operation("GET", _INCIDENTS, incidents.list_incidents, "listIncidents", "Incidents", _KEYS),
    Operation(
        "GET", f"{_INCIDENTS}/counts", incidents.count_incidents, "countIncidents", "Number of incidents in each tab", _KEYS
    ),
    Operation(
        "GET", f"{_INCIDENTS}/history", incidents.get_history, "getIncidentHistory", "What happened to an incident", _KEYS,
        refusals=_UNKNOWN,
    ),
    Operation(
        "GET", f"{_INCIDENTS}/playbook", incidents.get_playbook, "getPlaybook", "Steps to take about an incident", _KEYS, refusals=_UNKNOWN
    ),
    Operation(
        "POST", f"{_INCIDENTS}/steps", incidents.change_step, "changeStep", "Complete a step of an incident, or reopen it", _KEYS,
        refusals=_UNKNOWN,
    ),
    Operation(
        "POST", _INCIDENTS, incidents.update_incidents, "updateIncidents",
        "Assign incidents, open them, let them wait, close them, or undo that", _KEYS, refusals=_UNKNOWN,
    ),
    Operation(
        "PUT", f"{_API}/user/live-email-accounts", emails.put_live_email_accounts, "putLiveEmailAccounts",
        "The list of active email accounts, as a CSV file of at most 10 MiB", _KEYS,
        description="Every cell that is an email address at a verified domain of the account counts. A first line without "
        "an email address is a header.",
        success="Saved.", refusals=_LIMITED,
    ),
    Operation(
        "GET", f"{_STATS}/stats-record-counts", stats.record_counts, "getRecordCount",
        "Number of breach records of the account", _KEYS,
    ),
    Operation("GET", f"{_STATS}/user-stats", stats.user_stats, "getUserStats", "Detections of Workforce", _KEYS),
    Operation(
        "GET", f"{_STATS}/stats-domain-counts", stats.domain_counts, "listDomainCounts",
        f"Domains with detections in the range, most detections first, at most {MOST_DOMAINS:,}", _KEYS,
    ),
    Operation(
        "GET", f"{_STATS}/stats-record-counts-daily", stats.timeline, "listDailyRecordCounts",
        "Detections on every day of the range", _KEYS,
    ),
    Operation(
        "GET", f"{_STATS}/detections", stats.detections, "getDetectionStats",
        "Detections in the range, and how many of them are unread", _KEYS,
    ),
    Operation(
        "GET", f"{_STATS}/totals", stats.totals, "getTotals", "Detections of Workforce and Portals together", _KEYS,
        description=_RANGE_IGNORED,
    ),
    Operation(
        "GET", f"{_STATS}/notification-summary", stats.notification_summary, "getNotificationSummary",
        "Detections of Workforce and of Portals", _KEYS, description=_RANGE_IGNORED,
    ),
    Operation(
        "GET", f"{_STATS}/global", stats.global_statistics, "listGlobalStatistics", "Numbers about all leaks", _KEYS,
        description="Updated within a minute after an ingestion; zeros before the first one. The range is checked, but makes "
        "no difference.",
    ),
    Operation("GET", _REPORTS, reports.list_reports, "listReports", "Months that have reports", _KEYS),
    Operation(
        "GET", f"{_REPORTS}/month", reports.get_report, "getReport", "What happened in a month", _KEYS, refusals=_UNKNOWN
    ),
    Operation(
        "GET", f"{_REPORTS}/file", reports.get_file, "getReportFile", "The report of a month as a PDF file", _KEYS,
        description="In the language that Accept-Language names. The download is recorded in the security log.",
        success="The file.", refusals=_UNKNOWN | _LIMITED, files={"application/pdf": str},
    ),
    Operation(
        "GET", f"{_API}/console/audit-log", console.audit_log, "exportAuditLog",
        "The whole audit log as JSON lines, for operators", Access.USERS,
        description="As `breachlight audit export` prints it. Needs the role of operator, a second factor given in this session, and a "
        "login within the last five minutes. The download is recorded in the operators' audit log.",
        success="The file.", files={"application/x-ndjson": str},
    ),
    Operation(
        "POST", f"{_API}/console/leaks", console.import_leaks, "importLeaks",
        "Add and update leaks of the catalogue, for operators", Access.USERS,
        description="The body is a list of breaches in the form of Have I Been Pwned, at most 10 MiB. All of them are imported or none. "
        "Needs the role of operator and a second factor given in this session. The import is recorded in the operators' audit log.",
        success="What has changed.",
    ),
    Operation(
        "GET", f"{_STATS}/timeline", stats.timeline, "listTimeline", "Detections on every day of the range", _KEYS
    ),
)  # fmt: skip


async def _describe(call: Call[None, NoQuery]) -> Response:
    del call
    return Response(DESCRIPTION.read_bytes(), media_type="application/json")


class _Resource:
    """One path and its methods, as an ASGI application: Starlette's routes would refuse other methods in plain text."""

    def __init__(self, by_method: Mapping[str, Operation], origins: Origins) -> None:
        self._by_method = dict(by_method)
        self._origins = origins
        if "GET" in by_method:
            self._by_method["HEAD"] = by_method["GET"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        response = await self._respond(Request(scope, receive))
        await response(scope, receive, send)

    async def _respond(self, request: Request) -> Response:
        if not self._by_method:
            return refusal(say("Not found."), 404)
        operation = self._by_method.get(request.method)
        if operation is None:
            allowed = ", ".join(sorted(self._by_method))
            return refusal(say("Method not allowed."), 405, {"Allow": allowed})
        if not self._origins.permit(request) and (request.method not in _SAFE or "origin" in request.headers):
            return refusal(say("Other sites may not use this API."), 403)
        return await operation.respond(request)


def rest_routes(public_urls: Iterable[str]) -> list[BaseRoute]:
    """Return the routes of everything under /api/; unknown paths there answer JSON, known ones refuse other methods.

    Pages of other origins than ``public_urls`` are refused.

    Raises:
        ValueError: a public URL has no scheme and host.
    """
    origins = Origins.of(public_urls)
    paths: dict[str, dict[str, Operation]] = {}
    for operation in (*OPERATIONS, Operation("GET", _DESCRIPTION_PATH, _describe, "describe", "This document")):
        paths.setdefault(operation.path, {})[operation.method] = operation
    resources = [(path, _Resource(by_method, origins)) for path, by_method in paths.items()]
    nothing = _Resource({}, origins)
    return [
        *(Route(path + slash, resource) for path, resource in resources for slash in ("", "/")),
        Route("/api", nothing),
        Route("/api/{path:path}", nothing),
    ]
