"""What every REST request must be, whichever operation it is for."""

import httpx
import pytest

from breachlight.config import Settings

LOGIN = "/api/v1/account/login"
CREDENTIALS = {"email": "nobody@people.example", "password": "invented-Secret-7"}


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "https://breachlight.test.evil.example"])
async def test_pages_of_other_sites_are_refused(http: httpx.AsyncClient, origin: str) -> None:
    for answer in (
        await http.post(LOGIN, json=CREDENTIALS, headers={"Origin": origin}),
        await http.get("/api/v1/countries", headers={"Origin": origin}),
    ):
        assert (answer.status_code, answer.json()) == (403, {"error": {"message": "Other sites may not use this API."}})


async def test_a_form_of_another_site_is_refused_even_without_origin(http: httpx.AsyncClient) -> None:
    answer = await http.post(LOGIN, json=CREDENTIALS, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403


async def test_our_own_pages_tools_and_links_are_served(http: httpx.AsyncClient, settings: Settings) -> None:
    for headers in ({"Origin": settings.public_url}, {"Sec-Fetch-Site": "cross-site"}, {}):
        assert (await http.get("/api/v1/countries", headers=headers)).status_code == 200
    assert (await http.post(LOGIN, json=CREDENTIALS, headers={"Origin": settings.public_url})).status_code == 401


@pytest.mark.parametrize("charset", ["utf-16", "latin-1", '"windows-1252"'])
async def test_r01_bodies_in_other_character_sets_are_refused(http: httpx.AsyncClient, charset: str) -> None:
    headers = {"Content-Type": f"application/json; charset={charset}"}
    answer = await http.post(LOGIN, content=b"{}", headers=headers)
    assert (answer.status_code, answer.json()) == (415, {"error": {"message": "Send the body as UTF-8."}})


@pytest.mark.parametrize("charset", ["utf-8", "UTF8", '"utf-8"'])
async def test_utf_8_may_be_declared(http: httpx.AsyncClient, charset: str) -> None:
    headers = {"Content-Type": f"application/json; charset={charset}"}
    assert (await http.post(LOGIN, content=b'{"email": "a"}', headers=headers)).status_code == 400
