"""Files of label blocks, bare triplets, and credential lines between them."""

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

from leak_writers.records import HOSTILE, LeakRecord, emails, leak_records, usernames

NOISE = (
    "",
    "===============",
    "-----",
    "FREE CLOUD OF LOGS - @channel | SHOP - @shop_bot",
    "Seller: @nobody",
    "Telegram: https://t.me/invented",
    "https://t.me/invented_channel",
    "Buy logs here",
    "# comment",
)
"""Lines that no reader may take for records."""


@dataclass(frozen=True)
class Item:
    """Some lines of a file and the record in them, None for noise."""

    text: str
    record: LeakRecord | None = None
    software: str | None = None


def redline(record: LeakRecord) -> Item:
    text = f"URL: {record.url}\nUsername: {record.login}\nPassword: {record.secret}\nApplication: Google_[Chrome]\n===============\n"
    return Item(text, record, "Google_[Chrome]")


def lumma(record: LeakRecord) -> Item:
    return Item(
        f"SOFT: Chrome (132.0)\nURL: {record.url}\nUSER: {record.login}\nPASS: {record.secret}\n",
        record,
        "Chrome (132.0)",
    )


def stealc(record: LeakRecord) -> Item:
    text = f"browser: Edge\nprofile: Default\nurl: {record.url}\nlogin: {record.login}\npassword: {record.secret}\n\n"
    return Item(text, record, "Edge Default")


def vidar(record: LeakRecord) -> Item:
    text = f"Soft: Chrome [Default]\nHost: {record.url}\nLogin: {record.login}\nPassword: {record.secret}\n\n\n"
    return Item(text, record, "Chrome [Default]")


def atomic(record: LeakRecord) -> Item:
    return Item(f"URL: {record.url}\nLOGIN: {record.login}\nPASSWORD: {record.secret}\n", record)


def url_last(record: LeakRecord) -> Item:
    return Item(f"Login: {record.login}\nPassword: {record.secret}\nURL: {record.url}\n\n", record)


def host_last(record: LeakRecord) -> Item:
    text = f"Soft: Opera\nLogin: {record.login}\nPassword: {record.secret}\nHost: {record.url}\n---\n"
    return Item(text, record, "Opera")


def credential_line(record: LeakRecord) -> Item:
    return Item(f"{record.url}:{record.login}:{record.secret}\n", record)


FAMILIES: tuple[Callable[[LeakRecord], Item], ...] = (redline, lumma, stealc, vidar, atomic)
SEPARATED: tuple[Callable[[LeakRecord], Item], ...] = (redline, stealc, vidar, url_last, host_last)


def block_records() -> st.SearchStrategy[LeakRecord]:
    names = usernames().filter(lambda name: name not in ("none", "null", "unknown", "password"))
    return leak_records(HOSTILE, with_url=True, logins=emails() | names)


def line_records() -> st.SearchStrategy[LeakRecord]:
    """Records whose secrets a line can write without other readings."""
    return leak_records(".-_!$%&*", with_url=True, logins=emails())


def items(families: tuple[Callable[[LeakRecord], Item], ...]) -> st.SearchStrategy[Item]:
    blocks = st.builds(lambda write, record: write(record), st.sampled_from(families), block_records())
    lines = st.builds(credential_line, line_records())
    noise = st.sampled_from(NOISE).map(lambda text: Item(f"{text}\n"))
    return blocks | blocks | lines | noise
