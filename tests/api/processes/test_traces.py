"""Traces as the processes of the product send them to a collector."""

import asyncpg
import httpx
from callers import LOGIN, PASSWORD
from canary import Watchlist
from collector import attributes_of, collecting
from factories import make_account, make_user
from mail_server import make_mail_server
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from products import Product

from breachlight.api_keys.tokens import PREFIX
from breachlight.auth.password_hashing import hash_password
from breachlight.config import Settings

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
LINK = "mutation Wolfram9Kestrel($email: String!) { requestMagicLink(input: {email: $email}) { __typename } }"
ALIASED = "query Wolfram9Kestrel { wolfram9kestrel: siteSettings { __typename } }"


async def test_a_request_and_the_jobs_it_causes_are_one_trace_without_personal_data(
    settings: Settings, connection: asyncpg.Connection
) -> None:
    mail = make_mail_server()
    mail.start()
    with collecting() as collector:
        product = Product(
            settings.data_folder.parent / "installed",
            **mail.variables(),
            DATABASE_URL=settings.database_url.get_secret_value() if settings.database_url else "",
            BREACHLIGHT_OTLP_ENDPOINT=collector.url,
            BREACHLIGHT_TRACE_RATIO=1,
            OTEL_BSP_SCHEDULE_DELAY=200,
        )
        try:
            product.serve()
            product.start("worker")
            account = await make_account(connection)
            user = await make_user(connection, account, "wolfram9kestrel@people.test", await hash_password(PASSWORD))
            assert product.run("settings", "login_enabled=true").returncode == 0
            with httpx.Client(base_url=product.url, headers={"User-Agent": "wolfram9kestrel"}) as http:
                ask(http, user.email)
                last = {"GET other", "email magic_link", "job mails.send"}
                product.wait_until(lambda: last <= {span.name for span in collector.spans})
            assert product.end() == [0, 0]
        finally:
            product.end()
            mail.stop()
        lines = product.log_lines()

    spans = [span for span in collector.spans if span.trace_id.hex() == TRACE]
    by_name = {span.name: span for span in spans}
    assert attributes_of(by_name["POST /graphql"]) == {
        "http.request.method": "POST",
        "http.route": "/graphql",
        "http.response.status_code": 200,
    }
    assert by_name["POST /graphql"].parent_span_id.hex() == PARENT
    assert path_to(spans, "email magic_link") == [
        "POST /graphql",
        "graphql mutation requestMagicLink",
        "job magic_links.send",
        "job mails.send",
        "email magic_link",
    ]
    assert path_to(spans, "SELECT users")[0] == "POST /graphql"
    assert attributes_of(by_name["job mails.send"]) == {"job.attempt": 1}
    assert collector.processes == {"api", "worker"}
    names = {span.name for span in collector.spans}
    assert {"graphql mutation login", "graphql query siteSettings", "GET unknown", "GET file", "GET other"} <= names
    assert not [name for name in names if "healthz" in name or "readyz" in name]
    words = Watchlist(["wolfram9kestrel", "Wolfram9Kestrel", "people.test", str(user.id), str(account.id), PASSWORD])
    assert words.find(b"".join(collector.bodies)) == set()
    logged = [line["event"] for line in lines if line.get("trace_id") == TRACE]
    assert "request" in logged


def ask(http: httpx.Client, email: str) -> None:
    """Make requests that are full of what must not be in a trace."""
    link = {"query": LINK, "variables": {"email": email}}
    given = {"traceparent": f"00-{TRACE}-{PARENT}-01", "tracestate": f"vendor={email}", "baggage": f"user={email}"}
    assert http.post("/graphql", json=link, headers=given).status_code == 200
    for password in (PASSWORD, "wolfram9kestrel-wrong"):
        login = {"query": LOGIN, "variables": {"input": {"email": email, "password": password}}}
        assert http.post("/graphql", json=login).status_code == 200
    assert http.post("/graphql", json={"query": ALIASED}).status_code == 200
    http.get(f"/api/v1/{email}", params={"search": email}, headers={"traceparent": email})
    http.get("/", params={"token": email})
    http.get(f"/api/v1/people/{email}", headers={"Authorization": f"Bearer {PREFIX}wolfram9kestrel"})


def path_to(spans: list[Span], name: str) -> list[str]:
    """Return the names of the requests, operations, jobs and emails that a span is part of, the outermost first."""
    by_id = {span.span_id: span for span in spans}
    part: Span | None = next(span for span in spans if span.name == name)
    path: list[str] = []
    while part is not None:
        path.insert(0, part.name)
        part = by_id.get(part.parent_span_id)
    return [each for each in path if each.startswith(("POST", "graphql", "job", "email", "SELECT"))]
