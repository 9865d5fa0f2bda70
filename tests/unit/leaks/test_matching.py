"""The matcher against a naive one, on generated corpora: recall and precision are 1."""

import uuid
from collections.abc import Sequence

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parsed_rows import table_of
from tests.support.watched_rows import IdentityRow, grouped

from breachlight.kit.addresses import alias_key, email_key, host_key
from breachlight.leaks.matching.matcher import Identities, Match, match

ACCOUNTS = [uuid.UUID(int=number) for number in range(1, 4)]


def covers(domain: str, host: str) -> bool:
    return host == domain or host.endswith("." + domain)


def oracle(records: Sequence[dict[str, str | None]], rows: Sequence[IdentityRow]) -> set[Match]:
    """Every record against every identity of every account, one after the other."""
    found: set[Match] = set()
    for number, record in enumerate(records):
        host, email, alias = record["host"], record["email_key"], record["alias_key"]
        for account in ACCOUNTS:
            mine = [row for row in rows if row.account_id == account]
            domains = sorted((row for row in mine if row.kind == "domain"), key=lambda row: -len(row.key))
            sites = [row for row in domains if host is not None and covers(row.key, host)]
            if sites:
                is_theirs = email is not None and covers(sites[0].key, email.split("@")[1])
                stays = is_theirs and alias is not None and covers(sites[0].key, alias.split("@")[1])
                person = (alias if stays else email) if is_theirs else None
                found.add(Match(number, account, sites[0].domain_id, sites[0].key, person, stays))
                continue
            if email is None:
                continue
            watched = {row.key for row in mine if row.kind == "email"}
            if email in watched:
                found.add(Match(number, account, None, None, email, False))
            elif alias in watched:
                found.add(Match(number, account, None, None, alias, True))
            else:
                homes = [row.key for row in domains if covers(row.key, email.split("@")[1])]
                if homes:
                    stays = alias is not None and covers(homes[0], alias.split("@")[1])
                    found.add(Match(number, account, None, None, alias if stays else email, stays))
    return found


LABELS = st.sampled_from(
    ["acme", "notacme", "shop", "a", "www", "co", "bücher", "xn--bcher-kva", "gmail", "jane", "sent"]
)
SUFFIXES = st.sampled_from(["example", "test", "co.uk", "com", "github.io", "münchen.example", "example.acme.test"])
DOMAINS = st.builds(lambda labels, suffix: ".".join([*labels, suffix]), st.lists(LABELS, max_size=3), SUFFIXES)
MAILBOXES = st.sampled_from(
    ["jane", "Jane", "jane+shop", "j.ane", "jane-shop", "ja.ne+x", "bob", "acme.example", "a@acme"]
)
LOGINS = st.one_of(
    st.builds(lambda box, domain: f"{box}@{domain}", MAILBOXES, DOMAINS), st.sampled_from(["bob", "", "+155"])
)
URLS = st.one_of(
    st.none(),
    st.builds(
        lambda scheme, host, rest: scheme + host + rest,
        st.sampled_from(["https://", "http://jane@", "HTTPS://", "", "android://hash==@"]),
        st.one_of(DOMAINS, st.sampled_from(["127.0.0.1", "localhost", "ACME.example", "acme.example."])),
        st.sampled_from(["", "/", ":8443/x", "/acme.example", "?q=acme.example"]),
    ),
)
RECORDS = st.lists(st.tuples(URLS, LOGINS, st.just("Blue42")), max_size=30)


@st.composite
def watched_rows(draw: st.DrawFn) -> list[IdentityRow]:
    rows: dict[tuple[uuid.UUID, str, str], IdentityRow] = {}
    for account in ACCOUNTS:
        for text in draw(st.lists(LOGINS, max_size=4)):
            if (key := email_key(text)) is not None:
                key = draw(st.sampled_from([key, alias_key(key) or key]))
                rows[account, "email", key] = IdentityRow(account, "email", key, None)
        for text in draw(st.lists(DOMAINS, max_size=4)):
            if (domain := host_key(text)) is not None:
                rows[account, "domain", domain] = IdentityRow(account, "domain", domain, uuid.uuid5(account, domain))
    return list(rows.values())


@pytest.mark.spec("B3.6")
@settings(max_examples=300, deadline=None)
@given(RECORDS, watched_rows())
def test_matches_are_those_of_a_naive_matcher(records: list, rows: list[IdentityRow]) -> None:
    table = table_of(records)
    found = match(table, Identities(grouped(rows)))
    assert len(found) == len(set(found)) == len({(one.row, one.account_id) for one in found})
    assert set(found) == oracle(table.to_pylist(), rows)


def the_matches(url: str | None, login: str, *rows: IdentityRow) -> list[Match]:
    return match(table_of([(url, login, "Blue42")]), Identities(grouped(rows)))


def email_row(key: str, account: int = 0) -> IdentityRow:
    return IdentityRow(ACCOUNTS[account], "email", key, None)


def domain_row(domain: str, account: int = 0) -> IdentityRow:
    return IdentityRow(ACCOUNTS[account], "domain", domain, uuid.uuid5(ACCOUNTS[account], domain))


@pytest.mark.parametrize(
    "host", ["notacme.example", "acme.example.test", "acme.example.notacme.example", "example", "acme-example.test"]
)
def test_a_look_alike_of_a_domain_is_not_at_it(host: str) -> None:
    assert the_matches(f"https://{host}/", f"jane@{host}", domain_row("acme.example")) == []


@pytest.mark.spec("B3.5")
def test_a_site_under_two_domains_of_an_account_is_tied_to_the_longer_one() -> None:
    rows = [domain_row("acme.example"), domain_row("shop.acme.example")]
    (found,) = the_matches("https://www.shop.acme.example/login", "bob", *rows)
    assert (found.domain_id, found.domain_name, found.email) == (rows[1].domain_id, "shop.acme.example", None)


@pytest.mark.spec("S1.3", "B3.5")
def test_a_site_and_an_address_at_once_are_one_portals_match() -> None:
    rows = [email_row("jane@acme.example"), domain_row("acme.example")]
    (found,) = the_matches("https://acme.example", "jane@acme.example", *rows)
    assert (found.domain_name, found.email) == ("acme.example", "jane@acme.example")


@pytest.mark.parametrize("login", ["jane@mail.test", "jane"])
def test_a_portals_match_has_a_person_only_at_its_own_domain(login: str) -> None:
    rows = [email_row("jane@mail.test"), domain_row("acme.example")]
    (found,) = the_matches("https://acme.example", login, *rows)
    assert (found.domain_name, found.email) == ("acme.example", None)


def test_another_account_gets_its_own_kind_of_match() -> None:
    found = the_matches(
        "https://acme.example", "jane@mail.test", domain_row("acme.example"), email_row("jane@mail.test", 1)
    )
    assert [(one.account_id, one.domain_name, one.email) for one in found] == [
        (ACCOUNTS[0], "acme.example", None),
        (ACCOUNTS[1], None, "jane@mail.test"),
    ]


@pytest.mark.spec("B3.8")
def test_a_tagged_address_matches_the_mailbox_and_says_so() -> None:
    (found,) = the_matches(None, "Jane+Shop@mail.test", email_row("jane@mail.test"))
    assert (found.email, found.is_alias) == ("jane@mail.test", True)


def test_a_tagged_address_at_a_monitored_domain_counts_for_its_mailbox() -> None:
    (found,) = the_matches("https://elsewhere.test", "jane+shop@acme.example", domain_row("acme.example"))
    assert (found.email, found.is_alias, found.domain_id) == ("jane@acme.example", True, None)


def test_an_address_at_a_subdomain_of_a_monitored_domain_matches() -> None:
    (found,) = the_matches(None, "jane@mail.acme.example", domain_row("acme.example"))
    assert (found.email, found.is_alias) == ("jane@mail.acme.example", False)


@pytest.mark.spec("B3.7")
def test_an_app_ties_to_no_domain_but_its_login_counts() -> None:
    url = "android://abc==@example.acme.app/"
    assert the_matches(url, "bob", domain_row("acme.example")) == []
    (found,) = the_matches(url, "jane@acme.example", domain_row("acme.example"))
    assert found.email == "jane@acme.example"


def test_an_internationalised_site_matches_its_a_label_form() -> None:
    (found,) = the_matches("https://shop.bücher.example/", "bob", domain_row("xn--bcher-kva.example"))
    assert found.domain_name == "xn--bcher-kva.example"


def test_nothing_monitored_and_nothing_leaked_match_nothing() -> None:
    assert match(table_of([]), Identities(grouped([email_row("jane@acme.example"), domain_row("acme.example")]))) == []
    assert the_matches("https://acme.example", "jane@acme.example") == []


def test_a_table_in_pieces_is_matched_as_a_whole() -> None:
    one = table_of([(None, "jane@acme.example", "Blue42")])
    other = table_of([("https://acme.example", "bob", "Blue42")])
    found = match(pa.concat_tables([one, other, one]), Identities(grouped([domain_row("acme.example")])))
    assert [(found_one.row, found_one.email) for found_one in found] == [
        (0, "jane@acme.example"),
        (1, None),
        (2, "jane@acme.example"),
    ]
