"""GraphQL: infected devices."""

from datetime import datetime
from typing import TYPE_CHECKING, cast

import strawberry

from breachlight.alerts.graphql.incident_types import Incident
from breachlight.alerts.graphql.people import ProfileEvent, ProfileSite
from breachlight.alerts.graphql.types import type_of
from breachlight.alerts.incidents.filters import DeviceOrder
from breachlight.alerts.parts import AlertLeak as AlertLeakView
from breachlight.alerts.profiles import devices
from breachlight.auth.graphql_info import Info
from breachlight.graphql.context import require_subject
from breachlight.graphql.limits import cost
from breachlight.kit.messages import Sentence

if TYPE_CHECKING:
    AlertLeak = AlertLeakView  # what resolvers return is what the type shows
else:
    AlertLeak = type_of(AlertLeakView)


strawberry.enum(DeviceOrder)


@strawberry.type
class StolenData:
    """What malware collected besides logins; the values are never stored."""

    cookies: int
    cookie_domains: int = strawberry.field(description="Of how many domains they are.")
    token_files: int
    wallet_files: int
    card_files: int
    autofill_files: int


@strawberry.type
class Malware:
    """A malware family."""

    name: str | None = strawberry.field(description="Null if the log names none.")
    description: Sentence = strawberry.field(description="How it works, in the language of the request.")


@strawberry.type
class DevicePerson:
    """An email account with logins on a device."""

    id: strawberry.ID
    email: str
    detections: int
    open_detections: int


@strawberry.type
class DeviceEvidence:
    """What was found on a device; the newest 1,000 alerts are looked at."""

    people: list[DevicePerson] = strawberry.field(description="At most 50, those with the most open alerts first.")
    sites: list[ProfileSite] = strawberry.field(description="At most 50, those with the most open alerts first.")
    leaks: list[AlertLeak] = strawberry.field(description="Leaks that raised the alerts, at most 20, the newest first.")
    timeline: list[ProfileEvent] = strawberry.field(description="The newest events, at most 50.")
    is_complete: bool = strawberry.field(description="Whether all alerts were looked at.")


async def _evidence(root: strawberry.Parent[devices.Device], info: Info) -> DeviceEvidence:
    subject = await require_subject(info, with_keys=True)
    return cast("DeviceEvidence", await devices.get_evidence(subject, root))


@strawberry.type
class Device:
    """An infected device. Its alerts are those of its incident; its facts are those of the worst of them."""

    id: strawberry.ID = strawberry.field(description="The ID of its incident.")
    incident: Incident
    malware: Malware
    computer: str | None
    user_name: str | None = strawberry.field(description="The user of the operating system.")
    ip: str | None
    country: str | None = strawberry.field(description="ISO 3166 alpha-2.")
    city: str | None
    operating_system: str | None
    hardware_id: str | None = strawberry.field(description="HWID or machine ID.")
    infected_at: datetime | None
    antivirus: list[str]
    malware_path: str | None = strawberry.field(description="Where the malware was started from.")
    build: str | None = strawberry.field(description="The build of the malware, which names its user or campaign.")
    stolen_data: StolenData | None = strawberry.field(description="Null if the log has only logins.")
    evidence: DeviceEvidence = strawberry.field(resolver=_evidence, metadata=cost(500))


@strawberry.type
class DevicePage:
    """Some devices."""

    results: list[Device]
    total: int = strawberry.field(description="Number of matching devices, counted up to 100,000.")
    total_is_exact: bool
    has_more: bool
    cursor: str = strawberry.field(description="Position of the last device: pass it as `after` for the next page.")


@strawberry.type
class DeviceQuery:
    """Queries of infected devices."""

    @strawberry.field
    async def device(self, info: Info, id: strawberry.ID) -> Device | None:  # noqa: A002 -- the schema's name for it
        """Return an infected device by the ID of its incident; null if it is unknown or another account's."""
        return cast("Device | None", await devices.get_device(await require_subject(info, with_keys=True), id))

    @strawberry.field
    async def devices(
        self,
        info: Info,
        *,
        is_closed: bool | None = False,
        order_by: DeviceOrder = DeviceOrder.SEVERITY,
        first: int = devices.DEFAULT_PAGE,
        after: str | None = strawberry.UNSET,
        reverse: bool = False,
    ) -> DevicePage:
        """List infected devices whose incident is closed or not, or all with null; at most 100 at once."""
        subject = await require_subject(info, with_keys=True)
        found = await devices.list_devices(
            subject, is_closed=is_closed, order=order_by, first=first, after=after or None, is_reversed=reverse
        )
        return cast("DevicePage", found)
