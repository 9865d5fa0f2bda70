from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from breachlight.alerts.severity import SeverityLevel, level_of, ordered_factors, severity_factors

NOW = datetime(2026, 11, 21, tzinfo=UTC)
facts = st.fixed_dictionaries(
    {
        "leak_kind": st.sampled_from(["combolist", "stealer_log", "table_dump", "mixed"]),
        "password_type": st.sampled_from(["plain", "none", "md5", "bcrypt"]),
        "seen_at": st.integers(-10, 5000).map(lambda days: NOW - timedelta(days=days)),
        "is_portal": st.booleans(),
        "has_machine": st.booleans(),
    }
)


def score(**given_facts: object) -> int:
    return sum(severity_factors(raised_at=NOW, **given_facts).values())  # type: ignore[arg-type]


@pytest.mark.spec("B3.12")
@given(facts)
def test_factors_add_up_to_a_score_of_0_to_100(given_facts: dict[str, object]) -> None:
    factors = severity_factors(raised_at=NOW, **given_facts)  # type: ignore[arg-type]
    ordered = ordered_factors(factors)
    assert 0 <= sum(factors.values()) <= 100
    assert {factor.name: factor.points for factor in ordered} == factors
    assert [factor.points for factor in ordered] == sorted(factors.values(), reverse=True)
    assert all(factor.points > 0 for factor in ordered)


@given(facts, st.integers(0, 4000))
def test_newer_never_lowers_it(given_facts: dict[str, object], days: int) -> None:
    newer = {**given_facts, "seen_at": given_facts["seen_at"] + timedelta(days=days)}  # type: ignore[operator]
    assert score(**newer) >= score(**given_facts)


@given(facts)
def test_plain_text_never_lowers_it(given_facts: dict[str, object]) -> None:
    assert score(**{**given_facts, "password_type": "plain"}) >= score(**given_facts)
    if given_facts["password_type"] == "none":
        assert score(**{**given_facts, "password_type": "md5"}) >= score(**given_facts)


@given(facts)
def test_a_stealer_log_never_lowers_it(given_facts: dict[str, object]) -> None:
    assert score(**{**given_facts, "leak_kind": "stealer_log"}) >= score(**given_facts)
    assert score(**{**given_facts, "has_machine": True}) >= score(**given_facts)


@given(facts)
def test_an_own_site_never_lowers_it(given_facts: dict[str, object]) -> None:
    assert score(**{**given_facts, "is_portal": True}) >= score(**given_facts)


def test_levels_begin_where_the_documentation_says() -> None:
    starts = [next(score for score in range(101) if level_of(score) is level) for level in SeverityLevel]
    assert starts == [0, 20, 40, 60, 80]
    assert level_of(100) is SeverityLevel.CRITICAL


def test_the_worst_and_the_mildest_case() -> None:
    worst = severity_factors(
        leak_kind="stealer_log", password_type="plain", seen_at=NOW, raised_at=NOW, is_portal=True, has_machine=True
    )
    mildest = severity_factors(
        leak_kind="table_dump",
        password_type="none",
        seen_at=NOW - timedelta(days=4000),
        raised_at=NOW,
        is_portal=False,
        has_machine=False,
    )
    assert sum(worst.values()) == 100
    assert sum(mildest.values()) == 15
