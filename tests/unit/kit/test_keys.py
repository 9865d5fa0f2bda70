"""The key file and the ring made of it."""

import base64
import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from key_rotation import rotate

from breachlight.kit.key_file import KeyState, Ring
from breachlight.kit.keys import KeyFileError, KeyRing, MissingKeyError, SealError


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


_OLD_KEY = base64.b64encode(b"m" * 32).decode()


def _without(name):
    def change(content):
        return {key: value for key, value in content.items() if key != name}

    return change


@pytest.mark.parametrize(
    "change",
    [
        _without("keys"),
        _without("format"),
        lambda content: {**content, "format": 9},
        lambda content: {**content, "keys": _without("indexing-1")(content["keys"])},
        lambda content: {**content, "keys": {**content["keys"], "sealing-1": {"key": "c2hvcnQ="}}},
        lambda content: {**content, "keys": {**content["keys"], "unknown-1": content["keys"]["sealing-1"]}},
        lambda content: {**content, "keys": {**content["keys"], "sealing-1": "!"}},
        lambda content: {**content, "keys": []},
        lambda _: [],
        lambda _: {"format": 1, "current": 7, "masters": {"1": _OLD_KEY}, "index": _OLD_KEY},
        lambda _: {"format": 1, "current": 1, "masters": {"1": _OLD_KEY}},
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
    ring = KeyRing.of(b"m" * 32, b"i" * 32)
    sealed = ring.seal(plain, associated, purpose)
    assert len(sealed) == len(plain) + 33
    assert ring.open(sealed, associated, purpose) == plain
    with pytest.raises(SealError):
        ring.open(sealed, associated + b"x", purpose)
    with pytest.raises(SealError):
        ring.open(sealed, associated, purpose + "x")


@given(position=st.integers(min_value=0, max_value=32 + 6), bit=st.integers(min_value=0, max_value=7))
def test_every_changed_bit_is_noticed(position, bit):
    ring = KeyRing.of(b"m" * 32, b"i" * 32)
    sealed = bytearray(ring.seal(b"secret", b"row", "alerts"))
    sealed[position] ^= 1 << bit
    with pytest.raises(SealError):
        ring.open(bytes(sealed), b"row", "alerts")


@pytest.mark.parametrize("length", range(33))
def test_cut_bytes_are_noticed(length):
    ring = KeyRing.of(b"m" * 32, b"i" * 32)
    with pytest.raises(SealError):
        ring.open(ring.seal(b"secret", b"row", "alerts")[:length], b"row", "alerts")


def test_rotation_seals_with_the_new_key_opens_the_old_and_keeps_the_index(path):
    ring = KeyRing.create(path)
    old, index, first = ring.seal(b"secret", b"row", "alerts"), ring.index_key("emails"), ring.derive("a")
    rotate(ring)
    new = ring.seal(b"secret", b"row", "alerts")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for current in (ring, KeyRing.load(path)):
        assert {current.current(each).name for each in Ring} == {"signing-2", "sealing-2", "indexing-1"}
        assert current.open(old, b"row", "alerts") == current.open(new, b"row", "alerts") == b"secret"
        assert current.index_key("emails") == index
        assert current.derive("a") != first
        assert current.derive("a", number=1) == first


def test_a_running_process_opens_what_another_sealed_after_a_rotation(path):
    running = KeyRing.create(path)
    other = KeyRing.load(path)
    rotate(other)
    assert running.open(other.seal(b"secret", b"row", "alerts"), b"row", "alerts") == b"secret"
    assert running.current(Ring.SEALING).number == 2


def test_a_ring_without_the_version_says_so(path):
    ring = KeyRing.create(path)
    rotate(ring)
    with pytest.raises(MissingKeyError, match="sealing-2"):
        KeyRing.of(b"m" * 32, b"i" * 32).open(ring.seal(b"x", b"", "a"), b"", "a")


def test_the_ring_never_prints_its_keys(path):
    assert repr(KeyRing.create(path)) == "KeyRing(signing-1 active, sealing-1 active, indexing-1 active)"


def write_format_1(path):
    """Write the file of an installation of format 1 that was rotated once, and return its ring as that version derived it."""
    path.parent.mkdir(exist_ok=True)
    masters = {str(number): base64.b64encode(bytes([number]) * 32).decode() for number in (1, 2)}
    content = {"format": 1, "current": 2, "masters": masters, "index": base64.b64encode(b"i" * 32).decode()}
    path.write_text(json.dumps(content))
    path.chmod(0o600)


def test_a_file_of_format_1_works_unchanged_and_is_kept_when_the_first_rotation_replaces_it(path):
    write_format_1(path)
    before = path.read_text()
    ring = KeyRing.load(path)
    # Sealed and derived by version 0.1.0 with these keys.
    sealed = bytes.fromhex("0100000001" + "00" * 12 + "267fb9b343573fa33d3aa3182b248d6c10375253eaa7")
    assert ring.open(sealed, b"row", "alerts") == b"secret"
    assert ring.derive("access-token").hex() == "23d68353d9125a7f022346e603c458099f8a3ac7d6747b3f84e15762e3482dc7"
    assert ring.index_key("emails").hex() == "35fc269442cc1a31e7dee1be5174bb214292e817b7c9fa1bb0a0464f7a62b03a"
    assert path.read_text() == before
    rotate(ring)
    assert path.with_name("keys.json.format-1").read_text() == before
    assert stat.S_IMODE(path.with_name("keys.json.format-1").stat().st_mode) == 0o600
    again = KeyRing.load(path)
    assert again.open(sealed, b"row", "alerts") == b"secret"
    assert [key.name for key in again.keys] == [
        "signing-1",
        "signing-2",
        "signing-3",
        "sealing-1",
        "sealing-2",
        "sealing-3",
        "indexing-1",
    ]


def test_rings_rotate_independently(path):
    ring = KeyRing.create(path)
    signed = ring.derive("access-token")
    rotate(ring, Ring.SEALING)
    assert ring.derive("access-token") == signed
    assert [ring.current(each).number for each in Ring] == [1, 2, 1]


def test_a_key_that_waits_seals_nothing_and_opens_already(path):
    ring, other = KeyRing.create(path), KeyRing.load(path)
    key = ring.add(Ring.SEALING)
    assert ring.add(Ring.SEALING) == key
    assert ring.current(Ring.SEALING).number == 1
    ring.activate(key.name)
    assert other.open(ring.seal(b"x", b"", "a"), b"", "a") == b"x"


def test_states_of_the_database_overtake_those_of_a_copied_file(path):
    ring = KeyRing.create(path)
    ring.add(Ring.SEALING)
    copied = KeyRing.load(path)
    copied.apply({"sealing-1": KeyState.OLD, "sealing-2": KeyState.ACTIVE})
    assert copied.current(Ring.SEALING).name == "sealing-2"
    path.touch()
    copied.refresh()
    assert copied.current(Ring.SEALING).name == "sealing-2"


def test_a_host_without_the_newest_key_goes_on_with_the_one_before(path):
    ring = KeyRing.create(path)
    ring.apply({"sealing-1": KeyState.OLD, "sealing-2": KeyState.ACTIVE})
    assert ring.current(Ring.SEALING).name == "sealing-1"
    ring.apply({"sealing-1": KeyState.RETIRED, "sealing-2": KeyState.ACTIVE})
    with pytest.raises(MissingKeyError):
        ring.seal(b"x", b"", "a")


@pytest.mark.parametrize("damage", [os.unlink, lambda path: path.write_text("{"), lambda path: path.chmod(0o644)])
def test_a_running_process_goes_on_with_its_keys_when_the_file_is_damaged(path, damage):
    ring = KeyRing.create(path)
    sealed = ring.seal(b"x", b"", "a")
    damage(path)
    with pytest.raises(KeyFileError):
        ring.refresh()
    assert ring.open(sealed, b"", "a") == b"x"
    assert ring.open(ring.seal(b"y", b"", "a"), b"", "a") == b"y"


def test_the_file_of_another_installation_is_not_taken_up(path, tmp_path):
    ring = KeyRing.create(path)
    sealed = ring.seal(b"x", b"", "a")
    KeyRing.create(tmp_path / "other.json")
    (tmp_path / "other.json").replace(path)
    with pytest.raises(KeyFileError, match="another installation"):
        ring.refresh()
    assert ring.open(sealed, b"", "a") == b"x"


def test_a_folder_in_its_path_is_refused(path):
    path.mkdir(parents=True)
    with pytest.raises(KeyFileError, match="is a folder"):
        KeyRing.load(path)
