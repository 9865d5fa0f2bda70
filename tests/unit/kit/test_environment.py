"""Settings from the environment: files, misspelt names, and what Kubernetes adds for services."""

from collections.abc import Callable
from pathlib import Path

import pytest

from breachlight.config import Settings, SettingsError, get_settings, ignored_variables


@pytest.fixture(autouse=True)
def uncached() -> None:
    get_settings.cache_clear()


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Settings]:
    def read(**variables: str) -> Settings:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return get_settings()

    return read


@pytest.mark.parametrize(
    ("name", "closest"),
    [
        ("BREACHLIGHT_SMTP_HOTS", "BREACHLIGHT_SMTP_HOST"),
        ("BREACHLIGHT_LAKE_S3_KEY", "BREACHLIGHT_LAKE_S3_KEY_ID"),
        ("BREACHLIGHT_DATABASE_URL", "DATABASE_URL"),
        ("BREACHLIGHT_SMTP_PASSWORD_FIEL", "BREACHLIGHT_SMTP_PASSWORD_FILE"),
        ("breachlight_log_levle", "BREACHLIGHT_LOG_LEVEL"),
    ],
)
def test_a_misspelt_name_is_refused_with_the_closest_one(
    given: Callable[..., Settings], name: str, closest: str
) -> None:
    with pytest.raises(SettingsError, match=f"^The setting {name} doesn't exist: did you mean {closest}\\?$"):
        given(**{name: "x"})


def test_every_unknown_name_is_reported_even_without_a_close_one(given: Callable[..., Settings]) -> None:
    with pytest.raises(SettingsError) as caught:
        given(BREACHLIGHT_QUX_XYZZY="1", BREACHLIGHT_WORKER="2")
    assert "BREACHLIGHT_QUX_XYZZY doesn't exist: remove it" in str(caught.value)
    assert "did you mean BREACHLIGHT_WORKERS?" in str(caught.value)


def test_names_of_tests_and_of_the_documented_programs_are_known(given: Callable[..., Settings]) -> None:
    assert given(BREACHLIGHT_TEST_ANYTHING="1", BREACHLIGHT_API_KEY="key", BREACHLIGHT_URL="http://a.example")


def test_any_setting_can_be_a_file(given: Callable[..., Settings], tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a password\n")
    (tmp_path / "url").write_text("postgresql://someone:secret@db.example/breachlight\n")
    (tmp_path / "port").write_text("2525")
    settings = given(
        BREACHLIGHT_SMTP_PASSWORD_FILE=str(tmp_path / "secret"),
        DATABASE_URL_FILE=str(tmp_path / "url"),
        BREACHLIGHT_SMTP_PORT_FILE=str(tmp_path / "port"),
    )
    assert settings.smtp_password is not None
    assert settings.smtp_password.get_secret_value() == "a password"
    assert settings.database_url is not None
    assert settings.database_url.get_secret_value() == "postgresql://someone:secret@db.example/breachlight"
    assert settings.smtp_port == 2525


def test_a_file_that_cannot_be_used_is_named_and_its_content_is_not(
    given: Callable[..., Settings], tmp_path: Path
) -> None:
    with pytest.raises(SettingsError, match="BREACHLIGHT_SMTP_PASSWORD_FILE cannot be read"):
        given(BREACHLIGHT_SMTP_PASSWORD_FILE=str(tmp_path / "none"))
    (tmp_path / "binary").write_bytes(b"canary\xff")
    with pytest.raises(SettingsError) as caught:
        given(BREACHLIGHT_SMTP_PASSWORD_FILE=str(tmp_path / "binary"))
    assert "canary" not in str(caught.value)


def test_a_setting_and_its_file_together_are_refused(given: Callable[..., Settings], tmp_path: Path) -> None:
    (tmp_path / "host").write_text("mail.example")
    with pytest.raises(SettingsError, match="Both BREACHLIGHT_SMTP_HOST and BREACHLIGHT_SMTP_HOST_FILE are set"):
        given(BREACHLIGHT_SMTP_HOST="mail.example", BREACHLIGHT_SMTP_HOST_FILE=str(tmp_path / "host"))


def test_what_kubernetes_injects_for_services_is_no_setting(given: Callable[..., Settings]) -> None:
    """As for the services breachlight, breachlight-api and breachlight-smtp."""
    injected = {
        "BREACHLIGHT_SERVICE_HOST": "10.0.0.11",
        "BREACHLIGHT_SERVICE_PORT": "8000",
        "BREACHLIGHT_SERVICE_PORT_HTTP": "8000",
        "BREACHLIGHT_PORT": "tcp://10.0.0.11:8000",
        "BREACHLIGHT_PORT_8000_TCP": "tcp://10.0.0.11:8000",
        "BREACHLIGHT_PORT_8000_TCP_PROTO": "tcp",
        "BREACHLIGHT_PORT_8000_TCP_PORT": "8000",
        "BREACHLIGHT_PORT_8000_TCP_ADDR": "10.0.0.11",
        "BREACHLIGHT_API_SERVICE_HOST": "10.0.0.12",
        "BREACHLIGHT_API_PORT": "tcp://10.0.0.12:80",
        "BREACHLIGHT_SMTP_PORT": "tcp://10.0.0.13:25",
        "BREACHLIGHT_SMTP_PORT_25_TCP": "tcp://10.0.0.13:25",
    }
    settings = given(**injected)
    assert (settings.port, settings.smtp_port) == (8000, 587)
    assert ignored_variables() == sorted(injected)


def test_a_port_that_an_operator_sets_is_one(given: Callable[..., Settings]) -> None:
    assert given(BREACHLIGHT_PORT="8123").port == 8123
    assert ignored_variables() == []
