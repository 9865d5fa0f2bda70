"""What sign-up, verification and passwords ask of the database does not grow with what is in it."""

from collections.abc import Awaitable
from datetime import timedelta
from typing import Any

import asyncpg
from factories import make_account, make_user
from mail_server import Mails
from sign_up import NEW_PASSWORD, NOON, PASSWORD, RESEND, Visitor

from breachlight.auth import one_time_tokens
from breachlight.auth.models import TokenPurpose, User
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.mail.models import MailKind
from breachlight.passwords.changes import mail_reset_link


async def test_the_number_of_statements_is_the_same_whatever_is_in_the_database(
    visitor: Visitor, mails: Mails, connection: asyncpg.Connection, statements: list[str]
) -> None:
    async def whole_life(email: str) -> dict[str, list[str]]:
        costs: dict[str, list[str]] = {}
        # As if a worker had begun them: a job of retroactive scans isn't added while one waits.
        await connection.execute("DELETE FROM jobs.pgqueuer")

        async def step(name: str, work: Awaitable[dict[str, Any]]) -> dict[str, Any]:
            # Within a minute of its last request a session is not written to; and emails follow each other in time.
            with clock.standing_at(NOON + timedelta(seconds=len(costs))):
                statements.clear()
                outcome = await work
                costs[name] = [" ".join(text.split()[:3]) for text in statements]
            assert "Problem" not in outcome["__typename"], (name, outcome)
            return outcome

        tokens = (await step("sign-up", visitor.register(email=email)))["tokens"]
        signed_in = Visitor(visitor.http, tokens["authToken"])
        await step("resend", signed_in.send(RESEND))
        link = (await mails.newest(MailKind.VERIFY_EMAIL, email)).parameters
        await step("verification", signed_in.confirm_email(link))
        await step("change", signed_in.change_password(PASSWORD, NEW_PASSWORD))
        await step("request", visitor.request_reset(email))
        user = await User.get(email=email)

        async def mail() -> dict[str, Any]:
            await mail_reset_link({"user_id": str(user.id)})
            return {"__typename": "Done"}

        await step("mail", mail())
        reset = (await mails.newest(MailKind.RESET_PASSWORD, email)).parameters
        await step("reset", visitor.confirm_reset(email, reset, "five-Ravens-sing-3"))
        return costs

    first = await whole_life("ida.moss@people.test")
    for _ in range(20):
        account = await make_account(connection, "ind")
        row = await make_user(connection, account)
        async with transaction():
            await one_time_tokens.issue(await User.get(id=row.id), account.id, TokenPurpose.RESET_PASSWORD)
    second = await whole_life("second@people.test")
    assert second == first
    assert {step: len(asked) for step, asked in first.items() if len(asked) > 40} == {}
