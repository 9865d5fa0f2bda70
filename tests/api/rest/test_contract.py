"""The REST API against its committed description: paths and status codes (rest-contract §1 and §4)."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest
from callers import Caller

from breachlight.rest import routes

SignIn = Callable[..., Awaitable[Caller]]
DESCRIPTION = Path(routes.__file__).with_name("openapi.json")


def described() -> set[tuple[str, str]]:
    document = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    return {(method.upper(), path) for path, item in document["paths"].items() for method in item}


@pytest.mark.spec("S7.1")
def test_the_description_names_every_path_and_no_other() -> None:
    assert {(operation.method, operation.path) for operation in routes.OPERATIONS} == described()


@pytest.mark.spec("S3.8", "S3.10", "S6.8", "S7.3", "S7.4")
async def test_site_settings_and_countries_need_no_session(http: httpx.AsyncClient) -> None:
    settings = (await http.get("/api/v1/site-settings")).json()
    assert settings == {
        "signup_enabled": False,
        "login_enabled": True,
        "individual_signup_enabled": False,
        "organization_signup_enabled": False,
        "partner_signup_enabled": False,
        "turnkey_enabled": False,
        "turnkey_site_key": "",
        "language": "en",
    }
    countries = (await http.get("/api/v1/countries/")).json()
    assert {"name": "Germany", "code": "DE"} in countries
    assert len(countries) > 240
    assert [country["name"] for country in countries] == sorted(country["name"] for country in countries)


@pytest.mark.spec("S7.1")
async def test_every_path_answers_with_and_without_a_trailing_slash(http: httpx.AsyncClient) -> None:
    for method, path in sorted(described()):
        plain = await http.request(method, path, json={} if method == "POST" else None)
        slashed = await http.request(method, path + "/", json={} if method == "POST" else None)
        assert (plain.status_code, plain.content) == (slashed.status_code, slashed.content), path


@pytest.mark.parametrize(
    "path", ["/api/v1/nothing", "/api/", "/api/v2/site-settings", "/api//v1/countries", "/api/v1/COUNTRIES"]
)
async def test_r08_unknown_paths_under_api_answer_json_404(http: httpx.AsyncClient, path: str) -> None:
    response = await http.get(path)
    assert (response.status_code, response.json()) == (404, {"error": {"message": "Not found."}})


@pytest.mark.parametrize("method", ["PUT", "DELETE", "TRACE", "PATCH"])
async def test_r08_other_methods_are_refused_and_the_right_ones_named(http: httpx.AsyncClient, method: str) -> None:
    response = await http.request(method, "/api/v1/account/login")
    assert (response.status_code, response.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize(
    "path", ["/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/pyproject.toml", "/assets/../../package.json", "/\\..\\x"]
)
async def test_r08_static_files_never_leave_their_folder(http: httpx.AsyncClient, path: str) -> None:
    response = await http.get(path)
    assert response.status_code in {400, 404}
    assert "project" not in response.text


@pytest.mark.spec("S7.1")
@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b'{"email": "a@b.example", "email": "c@d.example", "password": "x"}', "application/json", 400),
        (b'{"email": "\xff", "password": "x"}', "application/json", 400),
        ('{"email": "a", "password": "x"}'.encode("utf-16"), "application/json", 400),
        (b'{"email": NaN, "password": "x"}', "application/json", 400),
        (b'{"email": "a", "password": "x"} trailing', "application/json", 400),
        (b'["a"]', "application/json", 400),
        (b"[" * 10_000, "application/json", 400),
        (b'{"email": "a", "password": {"$gt": ""}}', "application/json", 400),
        (b'{"email": "a", "password": "x", "remember_me": "yes"}', "application/json", 400),
        (b"email=a&password=x", "application/x-www-form-urlencoded", 415),
        (b'{"email": "a", "password": "x"}', "text/plain", 415),
    ],
    ids=["twice", "utf8", "utf16", "nan", "trailing", "array", "deep", "object", "flag", "form", "text"],
)
async def test_r01_bodies_that_are_no_plain_json_are_refused(
    http: httpx.AsyncClient, body: bytes, kind: str, status: int
) -> None:
    response = await http.post("/api/v1/account/login", content=body, headers={"Content-Type": kind})
    assert response.status_code == status


async def test_r02_a_body_beyond_one_mebibyte_is_refused_early(http: httpx.AsyncClient) -> None:
    response = await http.post(
        "/api/v1/account/login", content=b" " * 1_100_000, headers={"Content-Type": "application/json"}
    )
    assert response.status_code == 413


@pytest.mark.parametrize(
    "query",
    [
        "page=0", "page=-1", "page=x", "page=1&page=2", "is_read=1&is_read=0", "is_read=maybe", "ordering=password",
        "ordering=-account__user__password_hash", "start_datetime=31-02-2026", "search=%00", "datetime=0000-01-01",
    ],
)  # fmt: skip
async def test_r04_r06_r10_g07_g09_bad_query_fields_are_400(sign_in: SignIn, query: str) -> None:
    caller = await sign_in()
    response = await caller.http.get(f"/api/v1/notifications/alerts?{query}", headers=caller.headers)
    assert response.status_code == 400
    assert list(response.json()) == [query.partition("=")[0]]


@pytest.mark.spec("S7.5")
async def test_a_page_past_the_end_is_empty_and_a_large_page_size_is_cut(sign_in: SignIn) -> None:
    caller = await sign_in()
    body = (await caller.get("/api/v1/notifications/alerts", page=7, page_size=1_000_000)).json()
    previous, _, as_of = body.pop("previous").partition("&as_of=")
    assert (previous, bool(as_of)) == ("/api/v1/notifications/alerts?page=6&page_size=100", True)
    assert body == {"count": 0, "next": None, "results": []}


@pytest.mark.spec("S7.6")
async def test_an_action_without_any_filter_is_refused(sign_in: SignIn) -> None:
    caller = await sign_in()
    response = await caller.post("/api/v1/notifications/alerts", {"action": "close"})
    assert response.status_code == 400
    assert "filter" in response.json()["error"]["message"]
    response = await caller.post("/api/v1/notifications/alerts", {"action": "explode"}, is_read="false")
    assert list(response.json()) == ["action"]


@pytest.mark.spec("S7.6")
async def test_an_action_names_a_misspelt_filter_and_does_nothing(sign_in: SignIn) -> None:
    caller = await sign_in()
    path = "/api/v1/notifications/alerts"
    response = await caller.post(path, {"action": "close"}, is_read="false", domian_exact="acme.example")
    assert response.status_code == 400
    assert response.json() == {
        "error": {"message": "Unknown query parameter: domian_exact. Did you mean domain_exact?"}
    }
    assert (await caller.post(path, {"action": "close"}, is_read="false", page="2", ordering="id")).status_code == 200
    assert (await caller.get(path, domian_exact="acme.example")).status_code == 400


@pytest.mark.spec("S6.8")
async def test_without_a_token_private_paths_answer_401(http: httpx.AsyncClient) -> None:
    for path in ("/api/v1/account/info", "/api/v1/domains", "/api/v1/notifications/alerts"):
        response = await http.get(path)
        assert (response.status_code, response.headers["www-authenticate"]) == (401, "Bearer")
