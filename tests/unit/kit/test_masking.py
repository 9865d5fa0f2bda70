"""What may be shown of leaked values."""

from hypothesis import given
from hypothesis import strategies as st

from breachlight.kit.masking import MASK, length_class, masked_secret, shape


def test_shapes() -> None:
    assert shape("jo@people.example:Geheim-77") == "‹a:1-4›@‹a:5-8›.‹a:5-8›:‹a:5-8›-‹9:1-4›"
    assert shape("a!!!!!b") == "‹a:1-4›•••…‹a:1-4›"
    assert shape("") == ""
    assert masked_secret("Geheim-77", "plain") == f"{MASK} (plain, 9-16)"
    assert masked_secret(None, "none") == "none"
    assert [length_class(length) for length in (1, 4, 5, 64, 65)] == ["1-4", "1-4", "5-8", "33-64", "over 64"]


@given(st.text(min_size=4, max_size=80), st.text(max_size=20), st.text(max_size=20))
def test_no_run_of_four_characters_of_a_secret_is_shown(secret: str, before: str, after: str) -> None:
    shown = shape(before + secret + after)
    runs = {secret[start : start + 4] for start in range(len(secret) - 3)}
    # A run of spaces is no part of a secret that anybody could read, and what shapes are written with says nothing.
    assert not any(
        run in shown
        for run in runs
        if run.strip() and any(char.isalnum() for char in run) and "‹" not in run and "›" not in run
    )
