"""A line's label is its own, whatever lines are in front of it: what is remembered of those only saves a search."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from breachlight.leaks.formats.blocks import scan
from breachlight.leaks.kernels import labels

LINES = [
    *(
        "URL: https://a.example/",
        "URL:https://a.example/",
        "URL: ",
        "URL:",
        "Url: x",
        "URL :x",
        "URL:\u00a0x",
        "URLS: x",
    ),
    *("Username: jane", "Username:  jane", "username:jane", "Password: x", "PASSWORD", "Pass: Password: y", "Soft: a"),
    *(
        "=" * 15,
        "=" * 14,
        "===",
        "===x",
        "--- ---",
        "=x=",
        "",
        "  ",
        "no label",
        "jane@acme.example:Geheim-1",
        "\0URL: x",
    ),
    *('["Chrome" = "Default"]', '["Chrome" = "Default"]: x', "[URL: x]", "\ufeffURL: x", "  URL: x  ", "a: b: c"),
]


def found(data: bytes) -> list[tuple[int, bytes, int]]:
    """Return label and text of each line, and where in it the value begins."""
    scanned = scan([data], has_labels=True)
    text = scanned.text.tobytes()
    columns = [labels.LABEL, labels.START, labels.VALUE, labels.END]
    rows = scanned.lines[:, columns].tolist()
    return [(label, text[start:end], value - start) for label, start, value, end in rows]


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(LINES), max_size=4), st.integers(1, 3), st.lists(st.sampled_from(LINES), max_size=8))
@example(["Username: x", "=" * 15], 2, ["Username:y", "=" * 14])
@example(["URL: x"], 2, ["URL: "])
@example(["==="], 2, ["===x"])
def test_labels_do_not_depend_on_earlier_lines(repeated: list[str], times: int, others: list[str]) -> None:
    lines = [f"{line}\n".encode() for line in repeated * times + others]
    assert found(b"".join(lines)) == [row for line in lines for row in found(line)]
