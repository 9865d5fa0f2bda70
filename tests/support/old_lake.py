"""Lakes as version 0.1.0 wrote them, its digests and its blocks, and the blocks of the versions before this one."""

from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
import zstandard
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.ciphers.modes import ECB

from breachlight.kit.addresses import parent_domains
from breachlight.kit.keys import KeyRing
from breachlight.leaks.lake.spans import OTHER_USERNAMES, PASSWORD_TYPES, TEXT_COLUMNS
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.record_schema import RECORD_SCHEMA

OLD_KEY_CHECK = "the key that belongs to this lake"
_BLOCK_RECORDS = 1000


def old_digest(ring: KeyRing, purpose: str, text: str) -> int:
    """Return the first 64 bits of the AES-256 CBC-MAC of a text, with its length in the first block."""
    data = text.encode()
    encryptor = Cipher(AES256(ring.index_key(purpose)), ECB()).encryptor()
    state = len(data).to_bytes(8, "little") + bytes(8)
    padded = data.ljust((len(data) // 16 + 1) * 16, b"\0")
    for start in range(-16, len(padded), 16):
        block = padded[start : start + 16] if start >= 0 else bytes(16)
        state = encryptor.update(bytes(a ^ b for a, b in zip(state, block, strict=True)))
    return int.from_bytes(state[:8], "little")


def old_block(records: pa.Table) -> bytes:
    """Return records as a block, compressed and not yet sealed."""
    names = [field.name for field in RECORD_SCHEMA if field.type == pa.string()]
    columns: dict[str, Any] = {name: records[name].combine_chunks() for name in records.schema.names}
    texts = []
    for name in names:
        values = columns[name].to_pylist()
        lengths = [None if value is None else len(value.encode()) for value in values]
        kind = pa.uint8() if max((length or 0 for length in lengths), default=0) < 256 else pa.int32()
        columns[name] = pa.array(lengths, kind) if any(value is not None for value in values) else pa.nulls(len(values))
        texts.append("".join(value or "" for value in values).encode())
    stream = pa.BufferOutputStream()
    slim = pa.record_batch(columns)
    with pa.ipc.new_stream(stream, slim.schema) as writer:
        writer.write_batch(slim)
    head = stream.getvalue().to_pybytes()
    plain = b"".join([len(head).to_bytes(4, "big"), head, *texts])
    return len(plain).to_bytes(4, "big") + pa.Codec("zstd").compress(plain, asbytes=True)


def block_with_hosts(records: pa.Table) -> bytes:
    """Return records as a block that has each host, also that of a URL, compressed and not yet sealed."""
    rows = records.to_pylist()
    machines = list(dict.fromkeys(row["machine"] for row in rows))
    offsets = [row["offset"] for row in rows]
    kinds = [None, *(kind.value for kind in PASSWORD_TYPES[1:])]
    parts = [len(rows).to_bytes(4, "little"), offsets[0].to_bytes(8, "little"), len(machines).to_bytes(4, "little")]
    for machine in machines:
        text = (machine or "").encode()
        parts += [(-1 if machine is None else len(text)).to_bytes(4, "little", signed=True), text]
    distances = [0, *(later - earlier for earlier, later in pairwise(offsets))]
    numbers = [kinds.index(row["password_type"]) for row in rows], [row["flags"] for row in rows]
    for column in (distances, *numbers, [machines.index(row["machine"]) for row in rows]):
        parts += [b"\3", np.array(column, "<i8").tobytes()]
    names = [row["other_usernames"] or [] for row in rows]
    before: list[str | None] = [None] * len(rows)
    for column in TEXT_COLUMNS:
        texts = [row[column] for row in rows]
        parts += _column_with_all(texts, before)
        before = texts
    for number in range(OTHER_USERNAMES):
        parts += _column_with_all([own[number] if number < len(own) else None for own in names], [None] * len(rows))
    plain = b"".join(parts)
    return (
        b"\x82" + len(plain).to_bytes(4, "big") + zstandard.ZstdCompressor(1, write_content_size=False).compress(plain)
    )


def _column_with_all(texts: list[str | None], before: list[str | None]) -> list[bytes]:
    if all(text is None for text in texts):
        return [b"\0"]
    same = [text is not None and text == other for text, other in zip(texts, before, strict=True)]
    lengths = [
        -1 if text is None else -2 if is_same else len(text.encode()) for text, is_same in zip(texts, same, strict=True)
    ]
    stored = [text.encode() for text, is_same in zip(texts, same, strict=True) if text is not None and not is_same]
    if max(lengths) < 254:
        return [b"\1", bytes(length & 255 for length in lengths), *stored]
    return [b"\2", np.array(lengths, "<i4").tobytes(), *stored]


def make_old(lake: Lake, ring: KeyRing, batches: dict[int, pa.Table]) -> None:
    """Turn a new, empty lake into one of version 0.1.0 with these batches."""
    with lake._transaction() as cursor:
        cursor.execute("DELETE FROM lake.key_check")
        check = old_digest(ring, "lake-email", OLD_KEY_CHECK)
        cursor.execute("INSERT INTO lake.key_check VALUES ($digest)", {"digest": check})
        for batch_id, records in batches.items():
            for block, start in enumerate(range(0, records.num_rows, _BLOCK_RECORDS)):
                part = records.slice(start, _BLOCK_RECORDS)
                sealed = ring.seal(old_block(part), f"{batch_id}|{block}".encode(), "lake-block")
                cursor.execute(
                    "INSERT INTO lake.blocks VALUES ($batch, $block, $sealed)",
                    {"batch": batch_id, "block": block, "sealed": sealed},
                )
                _insert(cursor, ring, batch_id, block, part.to_pylist())


def _insert(cursor: Any, ring: KeyRing, batch_id: int, block: int, rows: list[dict[str, Any]]) -> None:
    emails = {row[name] for row in rows for name in ("email_key", "alias_key") if row[name]}
    names = {row["host"] for row in rows if row["host"]}
    names |= {row["email_key"].rpartition("@")[2] for row in rows if row["email_key"]}
    domains = {domain for name in names for domain in parent_domains(name)}
    for table, purpose, texts in (("email", "lake-email", emails), ("domain", "lake-domain", domains)):
        digests = np.array([old_digest(ring, purpose, text) for text in sorted(texts)], np.uint64)
        cursor.register("old_digests", pa.table({"digest": digests}))
        cursor.execute(
            f"INSERT INTO lake.{table}_digests SELECT digest, $batch, $block FROM old_digests ORDER BY digest",
            {"batch": batch_id, "block": block},
        )
