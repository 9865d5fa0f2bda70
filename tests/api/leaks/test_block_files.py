"""Files of label blocks and triplets, from the command line to the detections of an organization."""

import json

import pytest
from factories import make_domain

LIST = """{ alerts { results { domain { id } severity { factors { name } }
  breachRecord { url usernames passwords machine { family } } } } }"""

BLOCK = "URL: https://sp.acme.example/login\nUsername: block@mail.test\nPassword: Block-1\n"
FROM_BLOCK = ("https://sp.acme.example/login", "block@mail.test", "Block-1")
LINE = "jane@acme.example:Line-2\n"
FROM_LINE = (None, "jane@acme.example", "Line-2")
GMAIL = "gmail_ps=CrMBAAlriVxyzABCDEFG"


def soft(login: str, secret: str, host: str) -> str:
    return f"Soft: Opera\nLogin: {login}\nPassword: {secret}\nHost: https://{host}.acme.example\n"


def last(login: str, secret: str, host: str) -> str:
    return f"Login: {login}\nPassword: {secret}\nURL: https://{host}.acme.example\n"


FILES = {
    "line before": (f"{LINE}\n{BLOCK}", [FROM_LINE, FROM_BLOCK]),
    "line between": (
        f"{BLOCK}{LINE}\n{BLOCK.replace('Block-1', 'Block-3')}",
        [FROM_BLOCK, FROM_LINE, (*FROM_BLOCK[:2], "Block-3")],
    ),
    "line after": (f"{BLOCK}\n{LINE}", [FROM_BLOCK, FROM_LINE]),
    "url line between": (
        f"{BLOCK}\nhttps://vpn.acme.example/x:max:Gr:een\n\n{BLOCK}",
        [FROM_BLOCK, ("https://vpn.acme.example/x", "max", "Gr:een")],
    ),
    "url last": (
        "\n".join([last("max", "Red-1", "a"), last("kim@mail.test", "Red-2", "b"), last("lee", "Red-3", "c")]),
        [
            ("https://a.acme.example", "max", "Red-1"),
            ("https://b.acme.example", "kim@mail.test", "Red-2"),
            ("https://c.acme.example", "lee", "Red-3"),
        ],
    ),
    "url last, nothing between": (
        last("max", "Red-1", "a") + last("kim", "Red-2", "b") + last("lee", "Red-3", "c"),
        [
            ("https://a.acme.example", "max", "Red-1"),
            ("https://b.acme.example", "kim", "Red-2"),
            ("https://c.acme.example", "lee", "Red-3"),
        ],
    ),
    "host last": (
        "\n".join([soft("max", "Red-1", "a"), soft("kim@mail.test", "Red-2", "b")]),
        [("https://a.acme.example", "max", "Red-1"), ("https://b.acme.example", "kim@mail.test", "Red-2")],
    ),
    "triplets": (
        (
            "https://a.acme.example/\nmax\nRed-1\n\nJOIN @invented NOW\n\nhttps://b.acme.example/\n\njane@acme.example\n"
            "\nRed-2\n\nhttps://c.acme.example/\nkim\nRed-3\n"
        ),
        [
            ("https://a.acme.example/", "max", "Red-1"),
            ("https://b.acme.example/", "jane@acme.example", "Red-2"),
            ("https://c.acme.example/", "kim", "Red-3"),
        ],
    ),
    "one block of two labels": ("Login: jane@acme.example\nPassword: Red-1\n", [(None, "jane@acme.example", "Red-1")]),
    "no values": (
        "".join(
            f"URL: https://{host}.acme.example\nUsername: {login}\nPassword: {secret}\n\n"
            for host, login, secret in [
                ("a", "max", "[UNKNOWN]"),
                ("b", "max", "[Wrong padding]"),
                ("c", "max", GMAIL),
                ("d", "[UNKNOWN]", "Red-4"),
            ]
        ),
        [
            ("https://a.acme.example", "max", None),
            ("https://b.acme.example", "max", None),
            ("https://c.acme.example", "max", None),
            ("https://d.acme.example", None, "Red-4"),
        ],
    ),
    "spaces and emoji": (
        "URL: https://a.acme.example\nUsername: max\nPassword: a 😀 secret: of words 😀\n",
        [("https://a.acme.example", "max", "a 😀 secret: of words 😀")],
    ),
}


async def detections(caller):
    answer = await caller.graphql(LIST)
    assert "data" in answer, answer
    results = answer["data"]["alerts"]["results"]
    return [(one, one["breachRecord"]) for one in results]


@pytest.mark.parametrize("name", FILES)
async def test_every_credential_of_the_file_is_a_detection(bench, sign_in, connection, name):
    text, credentials = FILES[name]
    caller = await sign_in("org")
    await make_domain(connection, caller.account)
    done = bench.run(str(bench.write("list.txt", text)), "--json")
    assert done.returncode == 0, done.stderr
    (report,) = json.loads(done.stdout)["files"]
    assert report["kind"] == "blocks"
    assert report["rejected"] == {}
    found = await detections(caller)
    shown = [(record["url"] or "", *record["usernames"], bool(record["passwords"])) for _, record in found]
    wanted = [(url or "", *([login] if login else []), secret is not None) for url, login, secret in credentials]
    assert sorted(shown) == sorted(wanted)
    # A Portals detection has its site: none is empty.
    assert all(record["url"] for one, record in found if one["domain"])
    if name != "no values":
        assert {secret for _, _, secret in credentials} == {one.secret for one in await bench.detections()}
    assert not any(secret in done.stdout + done.stderr for _, _, secret in credentials if secret)


@pytest.mark.parametrize(
    ("banner", "family"),
    [
        ("* Telegram: https://t.me/REDLINESUPPORT *", "RedLine"),
        ("LummaC2 Build 2026", "Lumma"),
        ("RACCOON logs", "Raccoon"),
    ],
)
async def test_a_banner_names_the_malware_of_the_device(bench, sign_in, connection, banner, family):
    caller = await sign_in("org")
    await make_domain(connection, caller.account)
    bench.write("first.txt", "jo@people.test:Blue42\n")  # decides that the leak is a combolist
    bench.write("second.txt", f"{banner}\n\n{BLOCK}\n{LINE}")
    assert bench.run(str(bench.folder), "--leak", "Mixed").returncode == 0
    found = {record["usernames"][0]: (one, record) for one, record in await detections(caller)}
    alert, record = found["block@mail.test"]
    assert record["machine"] == {"family": family}
    assert "stealer_log" in {factor["name"] for factor in alert["severity"]["factors"]}
    # Nothing says that a line between the blocks comes from a device.
    alert, record = found["jane@acme.example"]
    assert record["machine"] is None
    assert "stealer_log" not in {factor["name"] for factor in alert["severity"]["factors"]}
