"""Keys of email addresses and hosts: normal forms, examples and properties (leak-formats §9)."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from publicsuffixlist import PublicSuffixList

from breachlight.kit.addresses import (
    SPECIAL_USE_TOP_LEVEL_DOMAINS,
    alias_key,
    email_key,
    host_key,
    is_public_suffix,
    is_top_level_domain,
    parent_domains,
    top_level_domains,
)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("user@example.com", "user@example.com"),
        ("  User@Example.COM ", "user@example.com"),
        ("<'Jane.Doe+tag@acme.example'>;", "jane.doe+tag@acme.example"),
        ('"jane@acme.example",', "jane@acme.example"),
        ("jane@acme.example..", "jane@acme.example"),
        ("Mary&Jane@example.org", "mary&jane@example.org"),
        ("jane@MÜNCHEN.example", "jane@xn--mnchen-3ya.example"),
        ("jane@straße.de", "jane@xn--strae-oqa.de"),
        ("jane@example。com", "jane@example.com"),
        ("jane@example．co｡uk", "jane@example.co.uk"),
        ("jane@xn--mnchen-3ya.example", "jane@xn--mnchen-3ya.example"),
        ("jane@acme.test", "jane@acme.test"),
        ("jane@acme.museum", "jane@acme.museum"),
        ("jöRG@acme.example", "jörg@acme.example"),
        ("jo\u0308rg@acme.example", "jörg@acme.example"),
        (".jane@acme.example", None),
        ("jane.@acme.example", None),
        ("jane..doe@acme.example", None),
        (".j\u00f6rg@acme.example", None),
        ("a" * 64 + "@acme.example", "a" * 64 + "@acme.example"),
        ("a" * 65 + "@acme.example", None),
        ("a" * 64 + "@" + ("b" * 59 + ".") * 3 + "example", "a" * 64 + "@" + ("b" * 59 + ".") * 3 + "example"),
        ("a" * 64 + "@" + ("b" * 61 + ".") * 3 + "example", None),
        ("jane@acme.notatld", None),
        ("jane@192.168.1.10", None),
        ("jane@[192.168.1.10]", None),
        ("jane@localhost", None),
        ("jane@com", None),
        ("jane@-acme.example", None),
        ("jane@acme-.example", None),
        ("jane@acme..example", None),
        ("jane@my_host.example", None),
        ("jane doe@acme.example", None),
        ("jane@@acme.example", None),
        ("jane@acme.example@acme.example", None),
        ("@acme.example", None),
        ("...@acme.example", None),
        ("jane@", None),
        ("jane", None),
        ("", None),
        ("jane@" + "ü" * 300 + ".example", None),
    ],
)
def test_email_key(text: str, key: str | None) -> None:
    assert email_key(text) == key


@pytest.mark.parametrize(
    ("key", "alias"),
    [
        ("jane+shop@acme.example", "jane@acme.example"),
        ("jane@acme.example", None),
        ("j.a.n.e@acme.example", None),
        ("j.a.n.e+x@gmail.com", "jane@gmail.com"),
        ("jane@googlemail.com", "jane@gmail.com"),
        ("jane@gmail.com", None),
        ("jane-shop@yahoo.com", "jane@yahoo.com"),
        ("jane-shop@acme.example", None),
        ("shop@jane.fastmail.com", "jane@fastmail.com"),
        ("jane@fastmail.com", None),
        ("+tag@acme.example", None),
        ("...@gmail.com", None),
    ],
)
def test_alias_key(key: str, alias: str | None) -> None:
    assert alias_key(key) == alias


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("a.com", "a.com"),
        ("https://WWW.Acme.Example:8443/login?next=https://b.com/y", "www.acme.example"),
        ("HTTPS://jdoe:Blue42@portal.acme.example./x", "portal.acme.example"),
        ("ftp://jdoe@ftp.acme.example/", "ftp.acme.example"),
        ("acme.example:443", "acme.example"),
        ("acme.example?x=1", "acme.example"),
        ("my_host.acme.example", "my_host.acme.example"),
        ("münchen.example", "xn--mnchen-3ya.example"),
        ("a_b.münchen.example", "a_b.xn--mnchen-3ya.example"),
        ("portal.corp.local", "portal.corp.local"),
        ("http://10.0.0.1:8080/x", None),
        ("http://[2001:db8::1]:8080/x", None),
        ("http://0x7f.1/", None),
        ("http://2130706433/", None),
        ("localhost:10000/", None),
        ("intranet", None),
        ("https://", None),
        ("", None),
        ("a..com", None),
        ("a b.com", None),
        ("https://" + "a." * 100_000 + "com/", None),
    ],
)
def test_host_key(text: str, host: str | None) -> None:
    assert host_key(text) == host


def test_parent_domains_go_up_to_the_second_level() -> None:
    assert parent_domains("vpn.eu.acme.example") == ["vpn.eu.acme.example", "eu.acme.example", "acme.example"]
    assert parent_domains("example") == []


@pytest.mark.parametrize("domain", ["com", "co.uk", "GitHub.io", "example", "intranet", "ck", "рф"])
def test_public_suffixes(domain: str) -> None:
    assert is_public_suffix(domain)


@pytest.mark.parametrize("domain", ["acme.example", "shop.co.uk", "jane.github.io", "corp.local", ""])
def test_no_public_suffixes(domain: str) -> None:
    assert not is_public_suffix(domain)


def test_top_level_domains_are_those_that_exist() -> None:
    known = top_level_domains()
    assert {"com", "example", "test", "xn--p1ai", "museum"} <= known
    assert "local" not in known
    assert all(is_top_level_domain(label) for label in known)
    internet = PublicSuffixList(accept_unknown=False, only_icann=True)
    last_labels = {rule.rpartition(".")[2] for rule in internet._publicsuffix}
    existing = {label for label in last_labels if internet.publicsuffix(label) is not None}
    assert known == existing | SPECIAL_USE_TOP_LEVEL_DOMAINS


@given(st.text(max_size=80))
def test_keys_never_raise_and_are_stable(text: str) -> None:
    for key in (email_key(text), email_key(f"{text}@acme.example"), email_key(f"jane@{text}.example")):
        if key is not None:
            assert email_key(key) == key
            assert email_key(f" <{key}>, ") == key
    for host in (host_key(text), host_key(f"https://{text}.example/x")):
        if host is not None:
            assert host.isascii()
            assert host_key(host) == host
            assert host_key(f"https://jdoe@{host}:8443/path") == host
    is_public_suffix(text)


@given(
    st.from_regex(r"[a-z0-9]([a-z0-9_+\-]|\.[a-z0-9_+\-]){0,20}", fullmatch=True),
    st.lists(st.from_regex(r"[a-z0-9]([a-z0-9\-]{0,8}[a-z0-9])?", fullmatch=True), min_size=1, max_size=4),
)
def test_common_addresses_are_their_own_key_in_any_case(local: str, labels: list[str]) -> None:
    address = f"{local}@{'.'.join(labels)}.example"
    assert email_key(address) == email_key(address.upper()) == address
    alias = alias_key(address)
    assert alias is None or alias_key(alias) is None


labels_of_hosts = st.text(string.ascii_lowercase + string.digits + "-_", min_size=1, max_size=8)


@given(st.lists(labels_of_hosts, min_size=1, max_size=5), st.lists(labels_of_hosts, min_size=1, max_size=3))
def test_parent_domains_equal_the_label_boundary_rule(host_labels: list[str], domain_labels: list[str]) -> None:
    host, domain = ".".join([*host_labels, "example"]), ".".join([*domain_labels, "example"])
    assert (domain in parent_domains(host)) == (host == domain or host.endswith(f".{domain}"))
