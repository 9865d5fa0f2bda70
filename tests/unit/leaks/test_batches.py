import random

from breachlight.leaks.formats import LineDialect, StreamEncoding, split_point
from breachlight.leaks.ingest.batches import Chunk, cut

SIZE = 10_000


def pieces(content: bytes, start: int = 0, encoding: StreamEncoding = StreamEncoding.BYTES) -> list[Chunk]:
    def read_at(offset: int, length: int) -> bytes:
        return content[offset : offset + length]

    return list(cut(read_at, encoding, lambda window: split_point(window, LineDialect()), start, SIZE))


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


def test_utf_16_is_cut_in_the_decoded_stream():
    content = lines(3000).decode().encode("utf-16")
    found = pieces(content, 0, StreamEncoding.UTF_16_LE)
    assert b"".join(piece.data for piece in found).lstrip("\ufeff".encode()) == lines(3000)
