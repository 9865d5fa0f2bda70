import pytest

from breachlight.config import Settings, SettingsError, get_settings
from breachlight.kit.endpoints import read_endpoints


def test_addresses_with_and_without_a_port() -> None:
    assert read_endpoints("192.0.2.1, 192.0.2.2:5353,[2001:db8::1]:54 , [2001:db8::2],2001:db8::3,") == [
        ("192.0.2.1", 53),
        ("192.0.2.2", 5353),
        ("2001:db8::1", 54),
        ("2001:db8::2", 53),
        ("2001:db8::3", 53),
    ]
    assert read_endpoints("") == []


@pytest.mark.parametrize("text", ["dns.example", "192.0.2.1:0", "192.0.2.1:65536", "192.0.2.256", "192.0.2.1:", "[::1"])
def test_what_is_no_address_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"has no port|is not an IP address"):
        read_endpoints(f"192.0.2.9, {text}")


def test_a_setting_that_names_no_resolver_is_refused_at_the_start(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BREACHLIGHT_DNS_RESOLVERS", "dns.example")
    get_settings.cache_clear()
    with pytest.raises(SettingsError, match=r"BREACHLIGHT_DNS_RESOLVERS is invalid: dns\.example is not an IP address"):
        get_settings()
