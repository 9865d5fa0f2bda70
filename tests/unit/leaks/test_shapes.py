"""Files whose lines have labels are detected by their shape, with the result that each of them has by itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from breachlight.leaks.formats import ReadOptions, detect
from breachlight.leaks.ingest.archives import shapes
from breachlight.leaks.ingest.archives.shapes import ShapeDetector

_LINES = (
    *("URL: https://sp.acme.example/login", "Username: jane@acme.example", "Password: Geheim-1", "Application: Chrome"),
    *("===============", "", "soft: Edge", "host: acme.example", "bob:Geheim-2", "jane@acme.example:Geheim-3"),
    *("https://a.example/:bob:Geheim-4", "no label", "Grün: x", "URL:", "a;b", "x" * 600, "y" * 60 + ": z"),
)
_FILES = st.lists(st.sampled_from(_LINES), max_size=12).map(lambda lines: "\n".join(lines).encode())


@given(st.lists(_FILES, min_size=2, max_size=12), st.sampled_from(["Passwords.txt", "a/System.txt"]))
def test_a_file_is_what_it_is_by_itself(files: list[bytes], name: str) -> None:
    detector = ShapeDetector(ReadOptions())
    for data in files:
        assert detector.detect(data, name) == detect(data, name)


def test_files_of_one_shape_are_detected_once(monkeypatch: pytest.MonkeyPatch) -> None:
    detected: list[bytes] = []

    def detect_and_note(head: bytes, name: str, options: ReadOptions) -> object:
        detected.append(head)
        return detect(head, name, options)

    monkeypatch.setattr(shapes, "detect", detect_and_note)
    detector = ShapeDetector(ReadOptions())
    for number in range(5):
        block = f"URL: https://{number}.example/\nUsername: user{number}\nPassword: {number}\n===============\n"
        assert detector.detect(block.encode() * (number + 2), f"{number}/Passwords.txt").dialect is not None
    assert len(detected) == 1
