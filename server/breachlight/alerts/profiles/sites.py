"""The sites and apps of alerts."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from breachlight.alerts.views import AlertView

MOST_SITES: Final = 50


@dataclass(frozen=True, slots=True)
class ProfileSite:
    """A site or app with logins of a person or a device."""

    name: str
    is_app: bool
    detections: int
    open_detections: int
    last_detected_at: datetime


def sites_of(alerts: Iterable[AlertView]) -> list[ProfileSite]:
    """Return the sites, those with the most open detections first."""
    by_site: dict[tuple[str, bool], list[AlertView]] = {}
    for alert in alerts:
        name = alert.host or alert.app
        if name is not None:
            by_site.setdefault((name, alert.host is None), []).append(alert)
    sites = [
        ProfileSite(
            name,
            is_app,
            len(group),
            sum(not alert.is_closed for alert in group),
            max(alert.datetime for alert in group),
        )
        for (name, is_app), group in by_site.items()
    ]
    return sorted(sites, key=_by_open)


def _by_open(site: ProfileSite) -> tuple[int, int, str]:
    return -site.open_detections, -site.detections, site.name
