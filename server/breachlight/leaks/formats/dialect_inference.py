"""Reading the dialect of a block file off its first lines (leak-formats §3 and §4)."""

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Final

from breachlight.leaks.formats.decoding import MAXIMUM_LINE_BYTES, decode_line, split_lines
from breachlight.leaks.formats.dialects import VOTING_LINES, BlockDialect
from breachlight.leaks.formats.labels import Label, LabelKind, is_rule, label_of, section_of
from breachlight.leaks.formats.urls import is_url, scheme_end

_LEAST_TRIPLETS: Final = 2
_MOST: Final = 0.8
_TRIPLET: Final = 3
_FAMILY_WORDS: Final = (
    ("stealc", {"browser", "profile", "url", "login", "password"}),
    ("lumma", {"soft", "url", "user", "pass"}),
    ("vidar", {"soft", "host", "login", "password"}),
    ("redline", {"url", "username", "password", "application"}),
    ("raccoon", {"url", "user", "pass"}),
    ("raccoon", {"url", "usr", "pass"}),
    ("atomic", {"url", "login", "password"}),
)


def vote_block_dialect(decoded: bytes, *, is_unlabelled: bool = False) -> BlockDialect:
    """The dialect of a block file by the first ``VOTING_LINES`` lines of its decoded stream."""
    if is_unlabelled:
        return BlockDialect(is_unlabelled=True)
    texts = list(_texts(decoded))
    labels = [label_of(text) or section_of(text) if text else None for text in texts]
    first = next((label for label in labels if label is not None), None)
    opens_with = LabelKind.URL if first is None else first.kind
    if opens_with is LabelKind.PROFILE:
        opens_with = LabelKind.SOFTWARE
    return BlockDialect(
        opens_with=opens_with,
        blank_separates=_blank_separates(texts, labels, opens_with),
        family=_family(texts, {label.word for label in labels if label is not None}),
    )


def is_bare_triplets(decoded: bytes) -> bool:
    """Whether the lines stand in groups of url, login, password, one a line, set off by blank lines or rules."""
    groups: list[list[str]] = [[]]
    for text in _texts(decoded):
        if not text or is_rule(text):
            groups.append([])
        else:
            groups[-1].append(text)
    filled = [group for group in groups if group]
    triplets = sum(len(group) == _TRIPLET and is_url(group[0]) and not scheme_end(group[1]) for group in filled)
    return triplets >= _LEAST_TRIPLETS and triplets >= _MOST * len(filled)


def _texts(decoded: bytes) -> Iterator[str]:
    for _, line in islice(split_lines(decoded), VOTING_LINES):
        yield decode_line(line[:MAXIMUM_LINE_BYTES])[0]


def _blank_separates(texts: list[str], labels: list[Label | None], opens_with: LabelKind) -> bool:
    """Blank lines end records unless most of them stand between two labels of the same record."""
    within = between = 0
    shown = [index for index, text in enumerate(texts) if text]
    for before, after in pairwise(shown):
        upper, lower = labels[before], labels[after]
        if after - before == 1 or upper is None or lower is None:
            continue
        if lower.kind is opens_with or upper.kind is LabelKind.PASSWORD:
            between += 1
        else:
            within += 1
    return between >= within


def _family(texts: list[str], words: set[str]) -> str | None:
    if any(text.startswith("META") for text in texts[:_TRIPLET]):
        return "meta"
    return next((family for family, needed in _FAMILY_WORDS if needed <= words), None)
