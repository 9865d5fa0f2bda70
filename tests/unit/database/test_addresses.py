"""Addresses of PostgreSQL with one host and with several."""

from urllib.parse import parse_qs, quote, urlsplit

import pytest

from breachlight.config import SettingsError, get_settings
from breachlight.database.addresses import for_libpq, named, process_name, read_address, without_secrets
from breachlight.database.errors import DatabaseError


@pytest.mark.parametrize(
    ("location", "hosts"),
    [
        ("db", (("db", 5432),)),
        ("db:5433", (("db", 5433),)),
        ("one,two:5433", (("one", 5432), ("two", 5433))),
        ("[::1]:5433,[fd00::2]", (("::1", 5433), ("fd00::2", 5432))),
        ("/?host=one,two&port=5433", (("one", 5433), ("two", 5433))),
        ("/?host=one,two&port=5433,5434", (("one", 5433), ("two", 5434))),
        ("/?host=/run/postgresql", (("/run/postgresql", 5432),)),
    ],
)
def test_hosts_and_ports(location: str, hosts: tuple[tuple[str, int], ...]) -> None:
    path, _, query = location.partition("/?")
    assert read_address(f"postgresql://user:a%2Cb%40c@{path}/name?{query}").hosts == hosts


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://user@one:1,two:port/name",
        "postgresql://user@/name?host=one,two&port=1,2,3",
        "postgresql://user@one,two/name?target_session_attrs=standby",
    ],
)
def test_addresses_that_say_nothing_useful(url: str) -> None:
    with pytest.raises(DatabaseError, match=r"^A_VARIABLE is invalid: "):
        read_address(url, "A_VARIABLE")


def test_the_password_may_contain_what_separates_hosts() -> None:
    assert read_address("postgresql://user:a%2Cb%40c@one,two/name").password == "a,b@c"


def test_of_several_hosts_the_one_that_accepts_writes_is_chosen_by_every_library() -> None:
    assert read_address("postgresql://user@one/name").session == "any"
    assert for_libpq("postgresql://user@one/name") == "postgresql://user@one/name"
    several = "postgresql://user@one,two/name?sslmode=require"
    assert read_address(several).session == "read-write"
    query = parse_qs(urlsplit(for_libpq(several)).query)
    assert query == {"sslmode": ["require"], "target_session_attrs": ["read-write"], "connect_timeout": ["3"]}
    chosen = "postgresql://user@one,two/name?target_session_attrs=primary&connect_timeout=9"
    assert for_libpq(chosen) == chosen


def test_the_sessions_of_a_process_have_its_name_in_every_library(monkeypatch: pytest.MonkeyPatch) -> None:
    for address in (
        "postgresql://user@one/name",
        "postgresql://user@/name?host=/run/postgresql&application_name=other",
    ):
        # libpq: the last of a name counts, and a plus is no blank.
        assert named(address).endswith(f"application_name={quote(process_name())}")
        assert named(address).startswith(address)
        assert read_address(named(address)) == read_address(address)
    name = process_name()
    monkeypatch.setattr("os.getpid", lambda: -1)  # as after a fork
    assert process_name() not in {name, "breachlight"}


def test_a_server_behind_a_pooler_needs_the_pooler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("BREACHLIGHT_DATABASE_DIRECT_URL", "postgresql://user@db/name")
    get_settings.cache_clear()
    try:
        with pytest.raises(SettingsError, match=r"^The setting BREACHLIGHT_DATABASE_DIRECT_URL is invalid: "):
            get_settings()
    finally:
        get_settings.cache_clear()


def test_a_query_is_decoded_as_libpq_does_it() -> None:
    assert read_address("postgresql://user@db/name?password=a+b%2Bc").password == "a+b+c"


@pytest.mark.parametrize(
    ("url", "shown", "secrets"),
    [
        ("postgresql://user@db/name", "postgresql://user@db/name", {}),
        ("postgresql://us%40er:a%2Cb@one,two:5433/name", "postgresql://us%40er@one,two:5433/name", {"password": "a,b"}),
        (
            "postgresql://user@/name?host=%2Frun&password=a+b&options=-c%20search_path%3Dx%20-c%20y%3D1",
            "postgresql://user@/name?host=%2Frun&options=-c%20search_path%3Dx%20-c%20y%3D1",
            {"password": "a+b"},
        ),
        (
            "postgresql://user:one@db/name?sslkey=/k&sslpassword=two%20three&pass%77ord=four",
            "postgresql://user@db/name?sslkey=/k",
            {"password": "one", "sslpassword": "two three"},
        ),
    ],
)
def test_secrets_leave_the_address_that_other_users_see(url: str, shown: str, secrets: dict[str, str]) -> None:
    assert without_secrets(url) == (shown, secrets)
