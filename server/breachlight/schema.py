"""The schema that is served: the features' parts joined; ``schema.graphql`` is its committed print.

``python -m breachlight.schema --check FILE`` fails when the print differs, ``--write FILE`` renews it.
"""

import argparse
import sys
from functools import cache
from pathlib import Path

import strawberry

from breachlight.accounts.graphql import AccountMutation, AccountQuery
from breachlight.alert_digests.graphql import NoticeMutation
from breachlight.alerts.graphql.alerts import EXCEPTION_HANDLERS as ALERT_HANDLERS
from breachlight.alerts.graphql.alerts import AlertMutation, AlertQuery, AlertSubscription
from breachlight.alerts.graphql.devices import DeviceQuery
from breachlight.alerts.graphql.history import AlertHistoryQuery, AlertNoteMutation
from breachlight.alerts.graphql.incident_history import IncidentHistoryQuery
from breachlight.alerts.graphql.incidents import IncidentMutation, IncidentQuery
from breachlight.alerts.graphql.people import PersonQuery
from breachlight.alerts.graphql.related import AlertContextQuery
from breachlight.alerts.graphql.saved_views import SavedViewMutation, SavedViewQuery
from breachlight.api_keys.graphql import ApiKeyMutation, ApiKeyQuery
from breachlight.console.graphql import ConsoleMutation, ConsoleQuery
from breachlight.domains.graphql import DomainMutation, DomainQuery
from breachlight.global_search.graphql import GlobalSearchQuery
from breachlight.graphql.schema import Schema, create_schema
from breachlight.leaks.address_checks.graphql import AddressCheckMutation, AddressCheckQuery
from breachlight.leaks.graphql import LeakQuery
from breachlight.leaks.opt_outs.graphql import OptOutMutation, OptOutQuery
from breachlight.lifecycle.graphql import LifecycleMutation
from breachlight.members.graphql import MemberMutation, MemberQuery
from breachlight.monitored_emails.graphql import EmailMutation, EmailQuery
from breachlight.notifications.graphql import NotificationMutation, NotificationQuery
from breachlight.passwords.graphql import PasswordMutation
from breachlight.reports.graphql import ReportQuery
from breachlight.sessions.graphql import SessionMutation, SessionQuery
from breachlight.sessions.types import MfaRequiredHandler
from breachlight.signup.graphql import SignUpMutation
from breachlight.site.graphql import SiteQuery
from breachlight.stats.graphql import StatsQuery
from breachlight.support.graphql import SupportMutation


@strawberry.type
class Query(
    AccountQuery,
    MemberQuery,
    EmailQuery,
    SessionQuery,
    SiteQuery,
    AlertQuery,
    ApiKeyQuery,
    StatsQuery,
    AlertContextQuery,
    GlobalSearchQuery,
    ReportQuery,
    NotificationQuery,
    AlertHistoryQuery,
    IncidentQuery,
    IncidentHistoryQuery,
    DeviceQuery,
    PersonQuery,
    SavedViewQuery,
    DomainQuery,
    LeakQuery,
    AddressCheckQuery,
    OptOutQuery,
    ConsoleQuery,
):
    """All queries."""


@strawberry.type
class Mutation(
    SessionMutation,
    AccountMutation,
    SignUpMutation,
    PasswordMutation,
    LifecycleMutation,
    MemberMutation,
    EmailMutation,
    DomainMutation,
    AlertMutation,
    ApiKeyMutation,
    NoticeMutation,
    SupportMutation,
    AddressCheckMutation,
    OptOutMutation,
    AlertNoteMutation,
    IncidentMutation,
    SavedViewMutation,
    NotificationMutation,
    ConsoleMutation,
):
    """All mutations."""


@strawberry.type
class Subscription(AlertSubscription):
    """All subscriptions."""


@cache
def build_schema(*, introspection: bool) -> Schema:
    """Return the schema, made once for a process; ``introspection`` says whether clients may ask for it."""
    return create_schema(
        Query,
        Mutation,
        Subscription,
        exception_handlers=(MfaRequiredHandler(), *ALERT_HANDLERS),
        introspection=introspection,
    )


def main() -> None:
    """Check or write the committed print of the schema."""
    parser = argparse.ArgumentParser()
    choice = parser.add_mutually_exclusive_group(required=True)
    choice.add_argument("--check", type=Path)
    choice.add_argument("--write", type=Path)
    options = parser.parse_args()
    printed = build_schema(introspection=True).as_str() + "\n"
    if options.write:
        options.write.write_text(printed, encoding="utf-8")
    elif options.check.read_text(encoding="utf-8") != printed:
        sys.exit(f'{options.check} is out of date: run "make format" and check the difference.')


if __name__ == "__main__":
    main()
