"""GraphQL: what is known around one alert."""

from typing import cast

import strawberry

from breachlight.alerts import related
from breachlight.alerts.graphql.types import Alert
from breachlight.auth.graphql_info import Info
from breachlight.graphql.context import require_subject
from breachlight.graphql.limits import cost
from breachlight.kit.errors import NotFoundError
from breachlight.kit.messages import Sentence


@strawberry.type
class RelatedAlerts:
    """The newest alerts of some, and how many there are."""

    results: list[Alert] = strawberry.field(description=f"At most {related.SHOWN}.", metadata=cost(items=related.SHOWN))
    total: int


@strawberry.type
class AlertContext:
    """What is known around one alert."""

    summary: Sentence = strawberry.field(description="What happened, in one to three sentences.")
    device_logins: RelatedAlerts | None = strawberry.field(
        description="Other alerts of the same infected device; null if none is known."
    )
    same_password: RelatedAlerts = strawberry.field(
        description="Alerts of the same login with the same readable password at other sites, of at most 1,000 of that login."
    )


@strawberry.type
class AlertContextQuery:
    """Queries of what is around an alert."""

    @strawberry.field
    async def alert_context(self, info: Info, id: strawberry.ID) -> AlertContext | None:  # noqa: A002 -- the schema's name for it
        """Return what is known around an alert; null if it is unknown or another account's."""
        subject = await require_subject(info, with_keys=True)
        try:
            return cast("AlertContext", await related.get_context(subject, id))
        except NotFoundError:
            return None
