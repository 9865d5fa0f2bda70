import random
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from breachlight.leaks.formats import LineDialect, StreamEncoding, split_point
from breachlight.leaks.ingest.batches import Chunk, Pieces, cut
from breachlight.leaks.ingest.cuts import Cuts, KnownBatch

SIZE = 10_000


def pieces(
    content: bytes, start: int = 0, encoding: StreamEncoding = StreamEncoding.BYTES, size: int = SIZE
) -> list[Chunk]:
    def read_at(offset: int, length: int) -> bytes:
        return content[offset : offset + length]

    return list(cut(read_at, encoding, lambda window: split_point(window, LineDialect()), start, size))


def lines(count: int, seed: int = 1) -> bytes:
    pick = random.Random(seed)
    return b"".join(b"user%d@people.test:%s\n" % (n, b"x" * pick.randrange(3, 40)) for n in range(count))


def test_pieces_make_up_the_file_and_end_with_lines():
    content = lines(5000) + b"last@people.test:without-line-feed"
    found = pieces(content)
    assert b"".join(piece.data for piece in found) == content
    assert all(piece.data.endswith(b"\n") for piece in found[:-1])
    assert [piece.start for piece in found[1:]] == [piece.end for piece in found[:-1]]
    assert max(len(piece.data) for piece in found) <= SIZE
    assert sum(piece.dropped for piece in found) == 0


def test_wherever_it_goes_on_the_cuts_are_the_same():
    content = lines(5000) + b"y" * 3_000_000 + b"\n" + lines(3000, 2)
    whole = pieces(content)
    for number in range(0, len(whole), 7):
        resumed = pieces(content, whole[number].start)
        assert [(p.start, p.data) for p in resumed] == [(p.start, p.data) for p in whole[number:]]
    assert pieces(content, whole[-1].end) == []


def test_i04_an_endless_line_is_dropped_but_for_its_beginning_and_counted():
    content = lines(10) + b"z" * 40_000_000 + b"\n" + lines(10, 3)
    found = pieces(content)
    kept = sum(len(piece.data) for piece in found)
    assert kept < 200_000
    assert kept + sum(piece.dropped for piece in found) == len(content)


def test_i04_an_endless_line_is_read_in_large_pieces():
    """Whatever is left to read of a window when it begins."""
    content = lines(10) + b"z" * 40_000_000 + b"\n" + lines(10, 3)
    for size in range(400, 440):
        reads: list[int] = []

        def read_at(offset: int, length: int, reads: list[int] = reads) -> bytes:
            reads.append(length)
            return content[offset : offset + length]

        chunks = cut(read_at, StreamEncoding.BYTES, lambda window: split_point(window, LineDialect()), 0, size)
        assert sum(len(chunk.data) + chunk.dropped for chunk in chunks) == len(content)
        assert len(reads) < 1_000


def test_utf_16_is_cut_in_the_decoded_stream():
    content = lines(3000).decode().encode("utf-16")
    found = pieces(content, 0, StreamEncoding.UTF_16_LE)
    assert b"".join(piece.data for piece in found).lstrip("\ufeff".encode()) == lines(3000)


@given(st.lists(st.binary(max_size=4), max_size=6), st.integers(0, 24), st.integers(0, 24))
def test_bytes_in_pieces_are_those_of_the_whole(parts: list[bytes], start: int, end: int):
    whole = b"".join(parts)
    start, end = sorted((min(start, len(whole)), min(end, len(whole))))
    found = Pieces(*parts)
    assert len(found) == len(whole)
    assert found.joined() == whole
    assert bytes(found.view(start, end)) == whole[start:end]


def shared(content: bytes, known: list[Chunk], read: list[int], size: int = SIZE) -> list[Chunk]:
    """The chunks that are left when other processes have these; ``read`` gets the offsets in the file that are read."""

    def read_at(offset: int, length: int) -> bytes:
        read.append(offset)
        return content[offset : offset + length]

    numbers = {one.start: number for number, one in enumerate(pieces(content, size=size))}
    cuts = Cuts(batch(numbers[one.start], one) for one in known)
    split = partial(split_point, dialect=LineDialect())
    left: list[Chunk] = []
    for one in cut(read_at, StreamEncoding.BYTES, split, cuts.next_open(0), size, cuts=cuts):
        left.append(one)
        cuts.add(batch(numbers[one.start], one))
    return left


def batch(number: int, chunk: Chunk) -> KnownBatch:
    return KnownBatch(number, chunk.start, chunk.end, chunk.source_end, True)


def told(chunks: list[Chunk]) -> list[tuple[int, bytes, int, int | None]]:
    return [(one.start, one.data, one.dropped, one.source_end) for one in chunks]


def test_batches_of_other_processes_are_passed_over_without_reading_them():
    content = lines(800_000)
    whole = pieces(content, size=1 << 20)
    read: list[int] = []
    left = shared(content, [*whole[:2], *whole[3:-2]], read, 1 << 20)
    assert told(left) == told([whole[2], *whole[-2:]])
    # The blocks of 8 MiB from the first open batch on, and from the next one on.
    assert read[0] == whole[2].start
    assert not [offset for offset in read if whole[2].start + (8 << 20) < offset < whole[-2].start]


def test_endless_lines_change_no_cut_and_no_count_however_the_batches_are_shared():
    content = (
        lines(500) + b"y" * 3_000_000 + b"\n" + lines(300, 2) + b"z" * 200_000 + b"\r\n" + lines(400, 3) + b"w" * 90_000
    )
    whole = pieces(content)
    pick = random.Random(4)
    for _ in range(20):
        known = pick.sample(whole, pick.randrange(len(whole)))
        left = shared(content, known, [])
        assert told(left) == told([one for one in whole if one not in known])


def test_batches_that_another_version_has_cut_larger_are_taken_as_they_are():
    content = lines(3000)
    whole = pieces(content)
    larger = [Chunk(one.start, Pieces(one.data, two.data), 0, 0) for one, two in batched_pairs(whole[:8])]
    cuts = Cuts(KnownBatch(number, one.start, one.end, None, True) for number, one in enumerate(larger) if number != 1)

    def read_at(offset: int, length: int) -> bytes:
        return content[offset : offset + length]

    split = partial(split_point, dialect=LineDialect())
    left = list(cut(read_at, StreamEncoding.BYTES, split, cuts.next_open(0), SIZE, cuts=cuts))
    assert (left[0].start, left[0].data) == (larger[1].start, larger[1].data)
    assert b"".join(one.data for one in left[1:]) == content[larger[-1].end :]


def batched_pairs(chunks: list[Chunk]) -> list[tuple[Chunk, Chunk]]:
    return list(zip(chunks[::2], chunks[1::2], strict=True))
