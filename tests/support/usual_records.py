"""Values of records that compiled code judges at once, with others that only look so, and what records have."""

from typing import Any

from breachlight.leaks.parsed import Integers, ParsedPart

LOGINS = [
    *(
        "jane.doe@acme.example",
        "Jane@Mail.acme.example",
        "j_d@acme.test",
        "1jane@acme.example",
        "jane@acme.invalid-tld",
    ),
    *("j.doe@gmail.com", "J.Doe+tag@gmail.com", "shop-jane@yahoo.de", "a@jane.fastmail.com", "jane@fastmail.com"),
    *(
        "jane",
        "Jane",
        "admin",
        "user",
        "null",
        "gmail_ps",
        "12345",
        "8443",
        "j@b",
        "jane.@acme.example",
        "@acme.example",
    ),
    *("jane--doe@acme.example", f"{'j' * 50}@acme.example", "jürgen@acme.example", "a/b@acme.example", "-x", "", "j=1"),
]
SECRETS = [
    *(
        "Blue42",
        "x",
        "ab",
        "null",
        "NONE",
        "***",
        "[NOT_SAVED]",
        "p@ss",
        "p@ss.com",
        "jane@acme.example",
        "Jane",
        "jane",
    ),
    *(
        "5f4dcc3b5aa765d61d8327deb882cf99",
        "$2y$10$abcdefghijklmnopqrstuv",
        "pbkdf2_sha256$1",
        "8443/x",
        "12#ab",
        "7?",
        "",
    ),
    *("пароль", "a b", "a:b", "x|US|y.txt", "://x", "http://a.example", "10.0.0.1", "2020-01-31", "S$x", "gmail_ps=1"),
    *("x" * 70, "Wrong\tPadding", "a\x00b", "Passwort-2.txt"),
]
URLS = [
    *("https://sp.acme.example/login:", "https://acme.example:", "http://acme.example/:", "https://ACME.example/x:"),
    *("https://10.0.0.1/x:", "https://acme.example:8443:", "https://acme.example:8443/x:", "https://a..example/:"),
    *("https://[::1]/x:", "https://jane:x@acme.example/:", "https://acme.example?x=1:", "https://acme.example/a@b:"),
    *("android://x==@com.acme/:", "acme.example:", "https://acme:", "https://acme.example|", "https://a.example/a;b:"),
    *(
        f"https://{'a' * 60}.example/:",
        f"https://acme.example/{'p' * 90}:",
        "HTTPS://acme.example/:",
        "https://_a-b.c.test:",
    ),
    *("https://.acme.example:", "https://acme.example.:", "https://acme.0x10:", "http://acme.test/x,y:", "https:///x:"),
]


def records_of(part: ParsedPart) -> list[tuple[Any, ...]]:
    """Return what the records have, apart from where they are."""
    text = part.text.tobytes()

    def texts(spans: Integers) -> list[bytes | None]:
        return [text[start:end] if start >= 0 else None for start, end in spans.tolist()]

    return [
        (
            *texts(part.spans[row]),
            texts(part.other_usernames[row]),
            int(part.password_types[row]),
            int(part.flags[row]),
        )
        for row in range(len(part))
    ]
