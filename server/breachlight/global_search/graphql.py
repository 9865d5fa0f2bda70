"""GraphQL: the global search."""

from typing import cast

import strawberry

from breachlight.alerts.models import AlertList
from breachlight.auth.graphql_info import Info
from breachlight.global_search import service
from breachlight.graphql.context import require_subject
from breachlight.graphql.limits import cost

_KIND = cost(20, items=service.MOST)


@strawberry.type
class FoundPerson:
    """A person with detections."""

    id: strawberry.ID
    email: str


@strawberry.type
class FoundDevice:
    """An infected device."""

    id: strawberry.ID
    computer: str
    user_name: str | None


@strawberry.type
class FoundLeak:
    """A leak with detections."""

    name: str
    title: str


@strawberry.type
class FoundSite:
    """A site or app with detections."""

    name: str = strawberry.field(description="Host, or package name of an app.")
    alert_kind: AlertList = strawberry.field(description="The list that its detections are in.")


async def _people(root: strawberry.Parent["GlobalSearch"]) -> list[FoundPerson]:
    return cast("list[FoundPerson]", await root.found.people())


async def _devices(root: strawberry.Parent["GlobalSearch"]) -> list[FoundDevice]:
    return cast("list[FoundDevice]", await root.found.devices())


async def _leaks(root: strawberry.Parent["GlobalSearch"]) -> list[FoundLeak]:
    return cast("list[FoundLeak]", await root.found.leaks())


async def _sites(root: strawberry.Parent["GlobalSearch"]) -> list[FoundSite]:
    return cast("list[FoundSite]", await root.found.sites())


async def _malware(root: strawberry.Parent["GlobalSearch"]) -> list[str]:
    return await root.found.malware()


async def _countries(root: strawberry.Parent["GlobalSearch"]) -> list[str]:
    return await root.found.countries()


@strawberry.type
class GlobalSearch:
    """What a text was found in; at most 6 results of each kind, but all countries."""

    found: strawberry.Private[service.GlobalSearch]
    people: list[FoundPerson] = strawberry.field(
        resolver=_people,
        description="By a part of the address, those with the most open detections first.",
        metadata=_KIND,
    )
    devices: list[FoundDevice] = strawberry.field(
        resolver=_devices, description="By a part of the computer's name, the newest first.", metadata=_KIND
    )
    leaks: list[FoundLeak] = strawberry.field(
        resolver=_leaks,
        description="By a part of the name or title, the newest first; a sensitive leak only if you may know of it.",
        metadata=_KIND,
    )
    sites: list[FoundSite] = strawberry.field(
        resolver=_sites,
        description="By a part of the host or package name, those with the most detections first.",
        metadata=_KIND,
    )
    malware: list[str] = strawberry.field(resolver=_malware, description="Names of malware by a part.", metadata=_KIND)
    countries: list[str] = strawberry.field(
        resolver=_countries,
        description="ISO 3166 alpha-2 codes of all countries with infected devices, whatever the text.",
        metadata=cost(20),
    )


@strawberry.type
class GlobalSearchQuery:
    """The query of the global search."""

    @strawberry.field
    async def global_search(self, info: Info, text: str) -> GlobalSearch:
        """Search for people, devices, leaks and sites with detections of the account."""
        return GlobalSearch(found=service.search(await require_subject(info, with_keys=True), text))
