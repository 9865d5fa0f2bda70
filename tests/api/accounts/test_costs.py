"""What sign-up, verification and passwords ask of the database does not grow with what is in it."""

from typing import Any

import asyncpg
import pytest
from tortoise.transactions import in_transaction

from breachlight.accounts import one_time_tokens
from breachlight.accounts.models import TokenPurpose, User
from breachlight.accounts.password_changes import mail_reset_link
from breachlight.notices.models import MailKind
from factories import make_account, make_user
from mail_server import Mails
from sign_up import NEW_PASSWORD, PASSWORD, RESEND, Visitor


@pytest.fixture
def statements(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The first words of every statement that is run from now on."""
    asked: list[str] = []
    execute = asyncpg.Connection._execute

    async def executed(self: Any, query: str, *rest: Any, **named: Any) -> Any:
        asked.append(" ".join(query.split()[:3]))
        return await execute(self, query, *rest, **named)

    monkeypatch.setattr(asyncpg.Connection, "_execute", executed)
    return asked


async def test_the_number_of_statements_is_the_same_whatever_is_in_the_database(
    visitor: Visitor, mails: Mails, connection: asyncpg.Connection, statements: list[str]
) -> None:
    async def whole_life(email: str) -> dict[str, list[str]]:
        costs: dict[str, list[str]] = {}

        def note(step: str, outcome: dict[str, Any]) -> dict[str, Any]:
            assert "Problem" not in outcome["__typename"], (step, outcome)
            costs[step] = list(statements)
            statements.clear()
            return outcome

        statements.clear()
        tokens = note("sign-up", await visitor.register(email=email))["tokens"]
        signed_in = Visitor(visitor.http, tokens["authToken"])
        note("resend", await signed_in.send(RESEND))
        link = (await mails.newest(MailKind.VERIFY_EMAIL, email)).parameters
        statements.clear()
        note("verification", await visitor.confirm_email(link))
        note("change", await signed_in.change_password(PASSWORD, NEW_PASSWORD))
        note("request", await visitor.request_reset(email))
        user = await User.get(email=email)
        statements.clear()
        await mail_reset_link({"user_id": str(user.id)})
        note("mail", {"__typename": "done"})
        reset = (await mails.newest(MailKind.RESET_PASSWORD, email)).parameters
        statements.clear()
        note("reset", await visitor.confirm_reset(email, reset, "five-Ravens-sing-3"))
        return costs

    first = await whole_life("ida.moss@people.test")
    for _ in range(20):
        account = await make_account(connection, "ind")
        row = await make_user(connection, account)
        async with in_transaction():
            await one_time_tokens.issue(await User.get(id=row.id), account.id, TokenPurpose.RESET_PASSWORD)
    second = await whole_life("second@people.test")
    assert second == first
    assert {step: len(asked) for step, asked in first.items() if len(asked) > 40} == {}
