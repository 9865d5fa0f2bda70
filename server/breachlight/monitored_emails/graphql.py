"""GraphQL: monitored emails, email accounts found in leaks, and the list of active ones."""

from datetime import datetime
from typing import Annotated, Self

import strawberry

from breachlight.accounts.inputs import ConfirmEmailInput
from breachlight.alerts.email_accounts import service as email_accounts
from breachlight.auth.graphql_info import Info, client_of
from breachlight.graphql.context import require_subject
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ThrottledProblem, ValidationProblem
from breachlight.graphql.types import MessageResult, MessageSuccess
from breachlight.kit.errors import NotFoundError, ValidationError
from breachlight.kit.identifiers import parse_id
from breachlight.kit.messages import Sentence, say
from breachlight.monitored_emails import active_accounts, models
from breachlight.monitored_emails import service as monitored_emails


@strawberry.type
class MonitoredEmail:
    """A further address, monitored once its owner has confirmed it by email."""

    id: strawberry.ID
    email: str
    is_verified: bool
    verified_at: datetime | None
    created_at: datetime

    @classmethod
    def of(cls, monitored: models.MonitoredEmail) -> Self:
        """Convert a row."""
        return cls(
            id=strawberry.ID(str(monitored.id)),
            email=monitored.email,
            is_verified=monitored.verified_at is not None,
            verified_at=monitored.verified_at,
            created_at=monitored.created_at,
        )


@strawberry.type
class EmailAddress:
    """One address of a person: the mailbox itself, or an alias of it."""

    id: strawberry.ID
    email: str
    open_detections: int


@strawberry.type
class EmailAccount:
    """A person's mailbox found in leaks; ``isLive`` is null if unknown."""

    email: str
    addresses: list[EmailAddress]
    open_detections: int
    last_seen: datetime
    is_live: bool | None

    @classmethod
    def of(cls, person: email_accounts.Person) -> Self:
        """Convert a view."""
        return cls(
            email=person.email,
            addresses=[
                EmailAddress(id=strawberry.ID(address.id), email=address.email, open_detections=address.open_detections)
                for address in person.addresses
            ],
            open_detections=person.open_detections,
            last_seen=person.last_seen,
            is_live=person.is_live,
        )


@strawberry.type
class EmailAccountPage:
    """One page of people, those with the most open detections first."""

    results: list[EmailAccount]
    total: int
    page: int
    page_size: int
    as_of: str = strawberry.field(
        description="Anchor for other pages of this list: pass it as `asOf`, and nobody is repeated or skipped whatever changes "
        "meanwhile. Valid for 24 hours."
    )


@strawberry.type
class LiveEmailAccountList:
    """The list of active email accounts, as last uploaded."""

    size: int
    uploaded_at: datetime


@strawberry.type
class LiveEmailAccountsSuccess:
    """The result of an upload; ``live`` and ``gone`` count the addresses in detections."""

    message: Sentence
    size: int
    accepted: int
    invalid: int
    foreign: int
    live: int
    gone: int


MonitoredEmailResult = Annotated[
    MonitoredEmail | ValidationProblem | NotFoundProblem | RefusedProblem | ThrottledProblem,
    strawberry.union("MonitoredEmailResult"),
]
RemoveEmailResult = Annotated[
    MessageSuccess | NotFoundProblem | RefusedProblem | ThrottledProblem, strawberry.union("RemoveEmailResult")
]
LiveEmailAccountsResult = Annotated[
    LiveEmailAccountsSuccess | ValidationProblem | RefusedProblem | ThrottledProblem,
    strawberry.union("LiveEmailAccountsResult"),
]


async def _monitored_emails(info: Info) -> list[MonitoredEmail]:
    subject = await require_subject(info, with_keys=True)
    return [MonitoredEmail.of(one) for one in await monitored_emails.list_monitored_emails(subject)]


strawberry.enum(email_accounts.PeopleOrder)


async def _email_accounts(
    info: Info,
    page: int = 1,
    page_size: int = 10,
    search: str = "",
    as_of: str | None = None,
    *,
    order_by: email_accounts.PeopleOrder = email_accounts.PeopleOrder.OPEN,
    reverse: bool = False,
) -> EmailAccountPage:
    subject = await require_subject(info, with_keys=True)
    found = await email_accounts.list_people(
        subject, page, page_size, search, as_of=as_of, order=order_by, is_reversed=reverse
    )
    return EmailAccountPage(
        results=[EmailAccount.of(person) for person in found.results],
        total=found.total,
        page=found.page,
        page_size=found.page_size,
        as_of=found.as_of,
    )


async def _live_list(info: Info) -> LiveEmailAccountList | None:
    known = await active_accounts.get_live_list(await require_subject(info, with_keys=True))
    return LiveEmailAccountList(size=known.size, uploaded_at=known.uploaded_at) if known else None


@strawberry.type
class EmailQuery:
    """Queries of addresses."""

    monitored_emails: list[MonitoredEmail] = strawberry.field(
        resolver=_monitored_emails, description="Other monitored emails of the account, verified or not."
    )
    email_accounts: EmailAccountPage = strawberry.field(
        resolver=_email_accounts,
        description="People whose addresses appear in leaks; aliases are grouped with their mailbox.",
    )
    live_email_account_list: LiveEmailAccountList | None = strawberry.field(
        resolver=_live_list, description="Null if no list of active accounts was uploaded."
    )


async def _add(info: Info, email: str) -> MonitoredEmailResult:
    subject = await require_subject(info, with_keys=True)
    return MonitoredEmail.of(await monitored_emails.add_monitored_email(subject, email))


async def _resend(info: Info, id: strawberry.ID) -> MonitoredEmailResult:  # noqa: A002 -- the schema's name for it
    subject, monitored_id = await require_subject(info, with_keys=True), parse_id(id)
    if monitored_id is None:
        raise NotFoundError
    return MonitoredEmail.of(await monitored_emails.resend_monitored_email(subject, monitored_id))


async def _remove(info: Info, id: strawberry.ID) -> RemoveEmailResult:  # noqa: A002 -- the schema's name for it
    subject, monitored_id = await require_subject(info, with_keys=True), parse_id(id)
    if monitored_id is None:
        raise NotFoundError
    await monitored_emails.remove_monitored_email(subject, monitored_id, client_of(info))
    return MessageSuccess(message=say("This address is no longer monitored."))


async def _confirm(info: Info, input: ConfirmEmailInput) -> MessageResult:  # noqa: A002 -- the schema's name
    message = await monitored_emails.confirm_monitored_email(input.uid, input.token, client_of(info))
    return MessageSuccess(message=message)


async def _set_live(info: Info, emails: list[str], append: bool = False) -> LiveEmailAccountsResult:
    subject = await require_subject(info, with_keys=True)
    if len(emails) > active_accounts.MOST_IN_A_CALL:
        raise ValidationError(
            {
                "emails": [
                    say(
                        "Send at most {most} addresses per request and the rest with append.",
                        most=active_accounts.MOST_IN_A_CALL,
                    )
                ]
            }
        )
    saved = await active_accounts.set_live_email_accounts(subject, emails, append=append, client=client_of(info))
    return LiveEmailAccountsSuccess(
        message=say("Your list was saved."),
        size=saved.size,
        accepted=saved.accepted,
        invalid=saved.invalid,
        foreign=saved.foreign,
        live=saved.live,
        gone=saved.gone,
    )


async def _forget_live(info: Info) -> MessageResult:
    subject = await require_subject(info, with_keys=True)
    await active_accounts.forget_live_email_accounts(subject, client_of(info))
    return MessageSuccess(message=say("Your list was removed."))


@strawberry.type
class EmailMutation:
    """Mutations of addresses."""

    add_monitored_email: MonitoredEmailResult = strawberry.mutation(
        resolver=_add, description="Asks the owner of an address by email to confirm its monitoring."
    )
    resend_monitored_email: MonitoredEmailResult = strawberry.mutation(
        resolver=_resend, description="Sends the confirmation email again; the previous link expires."
    )
    remove_monitored_email: RemoveEmailResult = strawberry.mutation(
        resolver=_remove, description="Stops monitoring an address; its detections stay."
    )
    confirm_monitored_email: MessageResult = strawberry.mutation(
        resolver=_confirm, description="Confirms monitoring with an emailed link; no login required."
    )
    set_live_email_accounts: LiveEmailAccountsResult = strawberry.mutation(
        resolver=_set_live, description="Replaces the list of active email accounts, or adds to it."
    )
    forget_live_email_accounts: MessageResult = strawberry.mutation(
        resolver=_forget_live, description="Deletes the list of active email accounts."
    )
