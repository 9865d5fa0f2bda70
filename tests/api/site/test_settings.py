"""The public settings that come from the installation's own configuration."""

import httpx
import pytest

from breachlight.config import get_settings


@pytest.mark.parametrize(("environment", "expected"), [("demonstration", True), ("test", False)])
async def test_graphql_alone_names_the_demonstration(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, environment: str, expected: bool
) -> None:
    monkeypatch.setenv("BREACHLIGHT_ENVIRONMENT", environment)
    get_settings.cache_clear()
    answer = await http.post("/graphql", json={"query": "{ siteSettings { isDemonstration } }"})
    assert answer.json() == {"data": {"siteSettings": {"isDemonstration": expected}}}
    rest = await http.get("/api/v1/site-settings")
    assert not [name for name in rest.json() if "demonstration" in name]
