"""The support form: emailed to the operator, answered to the user, with a file that is what it says it is."""

import base64
from collections.abc import Awaitable, Callable

import asyncpg
import pytest
from callers import Caller
from mail_server import HOSTILE, MailServer, until, working

from breachlight.config import Settings

CONTACT = """mutation ($input: SupportInput!) { contactSupport(input: $input) { __typename ... on MessageSuccess { message }
  ... on Problem { message code } ... on ValidationProblem { fieldErrors { field messages } } } }"""
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))

SignIn = Callable[..., Awaitable[Caller]]


def form(**changes: object) -> dict[str, object]:
    return {"topic": "DETECTIONS", "subject": "The list", "message": "It is empty.\nWhy?", "consent": True, **changes}


def file(name: str, content: bytes) -> dict[str, str]:
    return {"name": name, "content": base64.b64encode(content).decode()}


async def contact(caller: Caller, **changes: object) -> dict[str, object]:
    answer: dict[str, object] = (await caller.graphql(CONTACT, {"input": form(**changes)}))["data"]["contactSupport"]
    return answer


@pytest.mark.spec("S2.89")
async def test_a_request_reaches_the_operator_with_its_file_and_the_users_reply_address(
    sign_in: SignIn, settings: Settings, connection: asyncpg.Connection, mail_server: MailServer
) -> None:
    caller = await sign_in("org")
    sent = await contact(caller, subject=HOSTILE, file=file('../../sc\r\nreen"shot.final.PNG.exe', PNG))
    assert sent["__typename"] == "ValidationProblem"  # a subject is one line
    sent = await contact(caller, file=file('../../sc\r\nreen"shot.final.PNG.exe', PNG))
    assert sent == {"__typename": "MessageSuccess", "message": "Thanks for your message. We'll reply by email."}
    async with working(settings):
        await until(lambda: mail_server.received)
    (received,) = mail_server.received
    message = received.message
    assert received.recipients == ["no-reply@breachlight.example"]  # who runs this has named nobody else
    assert (message["Subject"], message["Reply-To"]) == ("New support request", caller.user.email)
    for said in (caller.user.email, "A detection", "The list", "It is empty.\nWhy?"):
        assert said in received.body().replace("\r\n", "\n")
    (attached,) = message.iter_attachments()
    assert attached.get_content_type() == "image/png"
    assert attached.get_filename() == "sc-reen-shot-final-PNG.png"
    assert attached.get_content() == PNG
    assert await connection.fetchval("SELECT content_sealed FROM mails") is None


@pytest.mark.spec("S2.89")
@pytest.mark.usefixtures("fresh_hour")
async def test_refusals_are_per_field_and_a_user_writes_five_an_hour(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in("ind")
    refused = "Add a PNG, JPEG or plain text file of at most 512 KiB."
    for content in (b"", b"MZ\x90\x00\xff", b"a\x00b", b"%PDF-1.7\xff", PNG[:4], b"x" * (512 * 1024 + 1)):
        answer = await contact(caller, message=" ", consent=False, file=file("a.txt", content))
        problems = {problem["field"]: problem["messages"][0] for problem in answer["fieldErrors"]}
        assert problems == {
            "message": "Field is Required",
            "consent": "We need your consent to reply.",
            "file": refused,
        }
    for text in ("%%", "AAA", "ÄÖÜß"):
        assert (await contact(caller, file={"name": "a", "content": text}))["__typename"] == "ValidationProblem", text
    kinds = [
        (await contact(caller, subject="", file=given))["__typename"]
        for given in (None, file("notes", "Grüße\n".encode()), file("", b"\xff\xd8\xff\xe0"), None, None, None)
    ]
    assert kinds == ["MessageSuccess"] * 5 + ["ThrottledProblem"]
    assert await connection.fetchval("SELECT count(*) FROM mails") == 5


async def test_the_contact_address_is_public_and_the_form_is_not(http, settings: Settings) -> None:
    shown = await http.post("/graphql", json={"query": "{ siteSettings { contactEmail } }"})
    assert shown.json() == {"data": {"siteSettings": {"contactEmail": settings.operator_email}}}
    refused = await http.post("/graphql", json={"query": CONTACT, "variables": {"input": form()}})
    assert refused.json()["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
