"""The body of an alert in REST (rest-contract §2)."""

from collections.abc import Awaitable, Callable

import pytest

from .conftest import Signed

Raise = Callable[..., Awaitable[None]]
PATH = "/api/v1/notifications/alerts"


@pytest.mark.spec("S7.5")
async def test_an_alert_of_a_stealer_log_and_one_of_an_email_show_all_their_fields(
    mine: Signed, raise_all: Raise
) -> None:
    facts = {"family": "invented", "computer": "DESKTOP-1", "infected_at": "2026-11-20T10:00:00+02:00", "other": "x"}
    await raise_all(mine.tenant.portal(machine=facts), mine.tenant.workforce())
    [portal] = (await mine.caller.get(PATH, domain_is_set="true")).json()["results"]
    record = portal["breach_record"]
    assert portal == {
        "id": portal["id"],
        "datetime": portal["datetime"],
        "is_read": False,
        "is_closed": False,
        "domain": {"id": str(mine.tenant.domain_id), "domain": "acme.example"},
        "user": None,
        "assignee": None,
        "severity": {"score": portal["severity"]["score"], "level": portal["severity"]["level"]},
        "leak": {"name": "leak-of-acme.example", "title": portal["leak"]["title"]},
        "retracted_at": None,
        "erased_at": None,
        "breach_record": {
            "url": "https://login.acme.example/start",
            "usernames": ["client-7"],
            "passwords": ["••••••••"],
            "password_type": "plain",
            "first_seen": record["first_seen"],
            "last_seen": record["last_seen"],
            "sightings": 1,
            "machine": {
                "family": "Invented",
                "computer": "DESKTOP-1",
                "user_name": None,
                "ip": None,
                "country": None,
                "operating_system": None,
                "infected_at": "2026-11-20T08:00:00Z",
                "software": None,
            },
        },
    }
    for time in (portal["datetime"], record["first_seen"], record["last_seen"]):
        assert time.endswith("Z")
    [workforce] = (await mine.caller.get(PATH, domain_is_set="false")).json()["results"]
    assert set(workforce) == set(portal)
    assert (workforce["domain"], workforce["breach_record"]["machine"]) == (None, None)
    assert set(workforce["user"]) == {"id", "email"}
