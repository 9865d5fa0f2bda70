"""Reading the dialect of a block file off its first lines (leak-formats §3 and §4)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from breachlight.leaks.formats.dialects import BlockDialect, LineDialect, vote_line_dialect
from breachlight.leaks.formats.families import family_of_banner, family_of_labels
from breachlight.leaks.formats.head_lines import HeadLine, Label, is_credential
from breachlight.leaks.formats.labels import SECTION_WORD, LabelKind
from breachlight.leaks.formats.urls import is_email_field, is_url, scheme_end

_LEAST_LABELS: Final = 3
_HALF: Final = 0.5
_TRIPLET: Final = 3

_Block = list[Label]


def label_dialect(lines: Sequence[HeadLine], *, is_certain: bool = False) -> BlockDialect | None:
    """The dialect of a file of label blocks by its first lines, None if it isn't one.

    ``is_certain``: it is one if it has a label at all.
    """
    if not _has_blocks(lines) and not (is_certain and any(line.label for line in lines)):
        return None
    blank_separates = _blank_separates(lines)
    blocks = list(
        _blocks(lines, blank_separates=blank_separates, openers=_openers(lines, blank_separates=blank_separates))
    )
    others = [line.text for line in lines if line.text and not line.label and not line.is_rule]
    return BlockDialect(
        order=_usual_order(blocks),
        blank_separates=blank_separates,
        is_spaced=_is_spaced([line for line in lines if line.label]),
        family=family_of_banner(others) or family_of_labels([line.text for line in lines if line.label]),
        between=_line_dialect(others),
    )


def triplet_dialect(lines: Sequence[HeadLine]) -> BlockDialect | None:
    """The dialect of a file whose lines are URL, login and password in turn, None if it isn't one."""
    for blank_separates in (True, False):
        groups: list[list[str]] = [[]]
        for line in lines:
            if line.is_rule or (blank_separates and not line.text):
                groups.append([])
            elif line.text:
                groups[-1].append(line.text)
        shown = sum(map(len, groups))
        triplets = sum(map(_count_triplets, groups))
        is_one = triplets == 1 and shown == _TRIPLET and any(is_email_field(line.text) for line in lines)
        if is_one or (triplets > 1 and triplets * _TRIPLET >= _HALF * shown):
            return BlockDialect(blank_separates=blank_separates, is_unlabelled=True)
    return None


def _has_blocks(lines: Sequence[HeadLine]) -> bool:
    """Enough labels of a password and of what it belongs to; few of them only if they look like nothing else."""
    labels = [line for line in lines if line.label and line.label.word != SECTION_WORD]
    kinds = {line.label.kind for line in labels if line.label}
    if LabelKind.PASSWORD not in kinds or not kinds & {LabelKind.URL, LabelKind.LOGIN}:
        return False
    credentials = sum(line.is_credential for line in lines)
    if len(labels) >= max(credentials, _LEAST_LABELS):
        return True
    # ``pass:1234`` may be a line of a list, ``Password: 1234`` is none if its neighbours are labels too.
    blocks = [block for block in _blocks(lines, blank_separates=True) if _is_complete(block)]
    if credentials == 0 and len(labels) > 1 and all(line.label or not line.text for line in lines):
        return True
    return bool(blocks) and _is_spaced(labels)


def _is_spaced(labels: Sequence[HeadLine]) -> bool:
    """Whether white space follows the colon of most labels that have a value."""
    values = [value for line in labels if (value := line.text.partition(":")[2])]
    return sum(value[0].isspace() for value in values) * 2 > len(values)


def _is_complete(block: _Block) -> bool:
    kinds = {label.kind for label in block}
    return LabelKind.PASSWORD in kinds and bool(kinds & {LabelKind.LOGIN, LabelKind.URL})


def _blocks(
    lines: Sequence[HeadLine], *, blank_separates: bool, openers: frozenset[str] = frozenset()
) -> Iterator[_Block]:
    """The labels of each block: between separators, from one repeated label to the next, or from one opener to the next."""
    block: _Block = []
    for line in lines:
        is_end = line.is_rule or (blank_separates and not line.text)
        label = line.label
        opens = label is not None and (label.word in openers or _is_repeated(block, label))
        if block and (is_end or opens):
            yield block
            block = []
        if label is not None:
            block.append(label)
    if block:
        yield block


def _blank_separates(lines: Sequence[HeadLine]) -> bool:
    """Blank lines end records unless far more of them are complete where blank lines are between labels of one record."""
    ended, joined = (sum(map(_is_complete, _blocks(lines, blank_separates=separates))) for separates in (True, False))
    return ended * 2 >= joined


def _is_repeated(block: _Block, label: Label) -> bool:
    """Whether a block has the label, or is complete and has another one of its kind, as a block of another family would."""
    kinds = {present.kind for present in block}
    is_other = label.kind in kinds and label.kind is not LabelKind.LOGIN and LabelKind.PASSWORD in kinds
    return is_other or label.word in {present.word for present in block}


def _openers(lines: Sequence[HeadLine], *, blank_separates: bool) -> frozenset[str]:
    """The labels that most blocks begin with: behind separators, or in the first line if there are none.

    A first block that lost its beginning must not shift all others: some labels of software are known to come first.
    """
    words = {line.label.word for line in lines if line.label}
    known = frozenset({"soft", *(["browser"] if "profile" in words else [])}) & words
    if known:
        return known
    firsts: Counter[str] = Counter()
    is_first = True
    for line in lines:
        if line.is_rule or (blank_separates and not line.text):
            is_first = True
        elif line.label and line.label.word != SECTION_WORD:
            firsts[line.label.word] += is_first
            is_first = False
    return frozenset(word for word, _ in firsts.most_common(1))


def _usual_order(blocks: Sequence[_Block]) -> tuple[str, ...]:
    """The words of labels by their mean place in a block."""
    places: dict[str, list[float]] = defaultdict(list)
    for block in blocks:
        for index, label in enumerate(block):
            places[label.word].append(index / len(block))
    means = {word: sum(values) / len(values) for word, values in places.items() if word != SECTION_WORD}
    if "browser" in means and "profile" in means:
        # They are neighbours, which other families in the same file must not draw apart.
        means["profile"] = means["browser"]
    return tuple(sorted(means, key=lambda word: (means[word], word)))


def _line_dialect(texts: Sequence[str]) -> LineDialect:
    credentials = [text for text in texts if is_credential(text)]
    voted = vote_line_dialect(credentials)
    return LineDialect(voted.separator if credentials else ":", is_email_last=voted.is_email_last)


def _count_triplets(group: Sequence[str]) -> int:
    """How many lines of a group are URLs that two other lines follow, up to the next URL or the end."""
    count = index = 0
    while index + 2 < len(group):
        is_triplet = _is_url(group[index]) and not scheme_end(group[index + 1])
        following = group[index + _TRIPLET] if index + _TRIPLET < len(group) else None
        if is_triplet and (following is None or _is_url(following)):
            count += 1
            index += _TRIPLET
        else:
            index += 1
    return count


def _is_url(text: str) -> bool:
    if " " in text or is_email_field(text):
        return False
    start = scheme_end(text)
    if start:
        return ":" not in text[start:].partition("/")[2] and text[start:].count(":") <= 1
    return is_url(text) and "@" not in text and (":" not in text or text.partition(":")[2][:1].isdecimal())
