"""The exposure of a person: a formula whose factors add up, and its past values."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from breachlight.alerts.profiles.exposure import ExposingAlert, StateChange, exposure_factors, exposure_of

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def alert(
    number: int, *, score: int = 50, site: str = "a.example", secret: bytes = b"1", **changes: object
) -> ExposingAlert:
    given_values = {"raised_at": NOON, "is_closed": False, "password_type": "plain", **changes}
    return ExposingAlert(id=str(number), score=score, site=site, secret=secret, **given_values)  # type: ignore[arg-type]  # of a table


def points(*alerts: ExposingAlert) -> dict[str, int]:
    return {factor.name: factor.points for factor in exposure_factors(alerts)}


def test_the_worst_alert_further_ones_and_a_reused_password_add_up() -> None:
    assert points() == {}
    assert points(alert(1, score=35)) == {"worst": 35}
    assert points(alert(1, score=35), alert(2, score=60)) == {"worst": 60, "further": 2}
    assert points(*(alert(number) for number in range(9))) == {"worst": 50, "further": 10}
    assert points(alert(1), alert(2, site="b.example")) == {"worst": 50, "further": 2, "reused": 10}
    assert points(alert(1), alert(2, site="b.example", password_type="md5")) == {"worst": 50, "further": 2}
    assert points(alert(1, score=95), *(alert(n) for n in range(2, 9)), alert(9, site="b.example")) == {
        "worst": 95,
        "further": 5,
    }


some_alerts = st.lists(
    st.builds(
        alert,
        st.just(1),
        score=st.integers(0, 100),
        site=st.sampled_from(["a.example", "b.example"]),
        secret=st.sampled_from([b"1", b"2"]),
        password_type=st.sampled_from(["plain", "md5", "none"]),
    ),
    max_size=12,
)


@given(some_alerts, some_alerts)
def test_a_further_alert_never_lowers_the_score(few: list[ExposingAlert], more: list[ExposingAlert]) -> None:
    assert 0 <= sum(points(*few).values()) <= sum(points(*few, *more).values()) <= 100


def test_the_trend_follows_closing_reopening_and_undo() -> None:
    raised = alert(1, score=60, is_closed=True)
    changes = [
        StateChange("1", NOON + HOUR, is_closed=True, was_closed=False, undone_at=NOON + 2 * HOUR),
        StateChange("1", NOON + 3 * HOUR, is_closed=True, was_closed=False, undone_at=None),
        StateChange("1", NOON + 4 * HOUR, is_closed=False, was_closed=True, undone_at=None),
        StateChange("1", NOON + 5 * HOUR, is_closed=True, was_closed=False, undone_at=None),
    ]
    instants = [NOON + hours * HOUR for hours in (-1, 0, 1, 2, 3, 4, 5)]
    found = exposure_of([raised], changes, instants)
    assert found.trend == [0, 60, 0, 60, 0, 60, 0]
    assert found.score == 0
    # Closed as a duplicate when it was raised: it never exposed anybody.
    assert exposure_of([raised], [], instants).trend == [0] * 7
