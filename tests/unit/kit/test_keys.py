"""The key file and the ring made of it."""

import json
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from breachlight.kit.keys import KeyFileError, KeyRing, SealError


@pytest.fixture
def path(tmp_path):
    return tmp_path / "keys" / "keys.json"


def test_a_new_file_is_private_and_reads_back(path):
    ring = KeyRing.create(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["keys.json"]
    again = KeyRing.load(path)
    assert again.derive("leaks") == ring.derive("leaks")
    assert again.index_key("emails") == ring.index_key("emails")


def test_purposes_lengths_and_kinds_give_different_keys(path):
    ring = KeyRing.create(path)
    keys = [ring.derive("a"), ring.derive("b"), ring.index_key("a"), ring.index_key("b")]
    assert len(set(keys)) == 4
    assert len(ring.derive("a", 64)) == 64


def test_an_existing_file_is_never_replaced(path):
    ring = KeyRing.create(path)
    with pytest.raises(KeyFileError, match="already exists"):
        KeyRing.create(path)
    assert KeyRing.load(path).index_key("a") == ring.index_key("a")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o644])
def test_a_file_open_to_others_is_refused(path, mode):
    KeyRing.create(path)
    path.chmod(mode)
    with pytest.raises(KeyFileError, match="chmod 600"):
        KeyRing.load(path)


def _without(name):
    def change(content):
        return {key: value for key, value in content.items() if key != name}

    return change


@pytest.mark.parametrize(
    "change",
    [
        _without("index"),
        _without("masters"),
        _without("current"),
        _without("format"),
        lambda content: {**content, "format": 2},
        lambda content: {**content, "current": 7},
        lambda content: {**content, "index": "c2hvcnQ="},
        lambda content: {**content, "masters": {"1": "!"}},
        lambda content: {**content, "masters": []},
        lambda _: [],
    ],
)
def test_a_damaged_file_is_refused_in_one_sentence(path, change):
    KeyRing.create(path)
    path.write_text(json.dumps(change(json.loads(path.read_text()))))
    with pytest.raises(KeyFileError, match=r"damaged: restore it from its backup\.$"):
        KeyRing.load(path)


def test_a_truncated_file_is_refused(path):
    KeyRing.create(path)
    path.write_text(path.read_text()[:40])
    with pytest.raises(KeyFileError, match="damaged"):
        KeyRing.load(path)


def test_a_lost_key_file_next_to_existing_data_is_an_error_and_creates_no_new_one(path):
    with pytest.raises(KeyFileError, match="restore it from its backup"):
        KeyRing.load_or_create(path, data_exists=True)
    assert not path.exists()
    with pytest.raises(KeyFileError, match="is missing"):
        KeyRing.load(path)


def test_the_first_start_makes_one_file_however_many_processes_come(path):
    path.parent.mkdir()
    with ThreadPoolExecutor(8) as pool:
        rings = list(pool.map(lambda _: KeyRing.load_or_create(path, data_exists=False), range(8)))
    assert len({ring.index_key("a") for ring in rings}) == 1


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(KeyFileError, match="BREACHLIGHT_KEY_FILE"):
        KeyRing.create(tmp_path / "file" / "keys.json")


@given(plain=st.binary(max_size=300), associated=st.binary(max_size=40), purpose=st.text(max_size=10))
def test_sealed_bytes_open_only_where_they_belong(plain, associated, purpose):
    ring = KeyRing({1: b"m" * 32}, 1, b"i" * 32)
    sealed = ring.seal(plain, associated, purpose)
    assert len(sealed) == len(plain) + 33
    assert ring.open(sealed, associated, purpose) == plain
    with pytest.raises(SealError):
        ring.open(sealed, associated + b"x", purpose)
    with pytest.raises(SealError):
        ring.open(sealed, associated, purpose + "x")


@given(position=st.integers(min_value=0, max_value=32 + 6), bit=st.integers(min_value=0, max_value=7))
def test_every_changed_bit_is_noticed(position, bit):
    ring = KeyRing({1: b"m" * 32}, 1, b"i" * 32)
    sealed = bytearray(ring.seal(b"secret", b"row", "alerts"))
    sealed[position] ^= 1 << bit
    with pytest.raises(SealError):
        ring.open(bytes(sealed), b"row", "alerts")


@pytest.mark.parametrize("length", range(33))
def test_cut_bytes_are_noticed(length):
    ring = KeyRing({1: b"m" * 32}, 1, b"i" * 32)
    with pytest.raises(SealError):
        ring.open(ring.seal(b"secret", b"row", "alerts")[:length], b"row", "alerts")


def test_rotation_seals_with_the_new_key_opens_the_old_and_keeps_the_index(path):
    ring = KeyRing.create(path)
    old, index, first = ring.seal(b"secret", b"row", "alerts"), ring.index_key("emails"), ring.derive("a")
    assert ring.rotate(path) == 2
    new = ring.seal(b"secret", b"row", "alerts")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for current in (ring, KeyRing.load(path)):
        assert current.current == 2
        assert current.open(old, b"row", "alerts") == current.open(new, b"row", "alerts") == b"secret"
        assert current.index_key("emails") == index
        assert current.derive("a") != first
        assert current.derive("a", version=1) == first


def test_a_running_process_opens_what_another_sealed_after_a_rotation(path):
    running = KeyRing.create(path)
    other = KeyRing.load(path)
    other.rotate(path)
    assert running.open(other.seal(b"secret", b"row", "alerts"), b"row", "alerts") == b"secret"
    assert running.current == 2


def test_a_ring_without_the_version_says_so(path):
    ring = KeyRing.create(path)
    ring.rotate(path)
    with pytest.raises(SealError, match="version 2"):
        KeyRing({1: b"m" * 32}, 1, b"i" * 32).open(ring.seal(b"x", b"", "a"), b"", "a")


def test_the_ring_never_prints_its_keys(path):
    assert repr(KeyRing.create(path)) == "KeyRing(current=1, versions=[1])"
