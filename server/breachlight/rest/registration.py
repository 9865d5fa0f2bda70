"""The account base: sign-up, email verification and passwords."""

from breachlight.accounts.verification import resend_verification
from breachlight.auth.models import AccountKind
from breachlight.kit.messages import say
from breachlight.passwords.changes import change_password, confirm_reset, request_reset
from breachlight.rest.operations import Call
from breachlight.rest.requests import subject_if_any
from breachlight.rest.schemas import forms
from breachlight.rest.schemas.account import EmailSent, LoggedIn, Verified
from breachlight.rest.schemas.base import Message, NoQuery
from breachlight.rest.schemas.problems import REQUIRED
from breachlight.rest.serializers import session_body
from breachlight.sessions.service import get_session_service
from breachlight.signup.confirmation import confirm_email
from breachlight.signup.registration import PartnerForm, Registration, apply_as_partner, register


async def register_individual(call: Call[forms.IndividualSignUp, NoQuery]) -> LoggedIn:
    """Create an individual account and open a session."""
    return await _register(call, AccountKind.INDIVIDUAL, "")


async def register_organization(call: Call[forms.OrganizationSignUp, NoQuery]) -> LoggedIn:
    """Create an organization account and open a session."""
    organization = call.body.org or forms.CompanyName()
    return await _register(call, AccountKind.ORGANIZATION, organization.company_name)


async def register_partner(call: Call[forms.PartnerApplicationRequest, NoQuery]) -> Message:
    """Apply to become a partner."""
    user, company = call.body.user or forms.PartnerContact(), call.body.par or forms.PartnerCompany()
    form = PartnerForm(
        first_name=user.first_name,
        last_name=user.last_name,
        title=company.title,
        email=user.email,
        phone=(user.primary_address or forms.PartnerPhone()).phone,
        company_name=company.company_name,
        company_size=company.company_size,
        company_link=company.company_link,
        preference=company.preference,
        cf_turnstile_response=call.body.cf_turnstile_response,
        unreadable=call.body.unreadable,
    )
    await apply_as_partner(form, call.client)
    return Message(message=say("Thanks for submitting!"))


async def verify_email(call: Call[None, NoQuery]) -> EmailSent:
    """Send the verification link again."""
    outcome = await resend_verification(call.subject, call.client)
    return EmailSent(email_send=outcome.email_sent, message=outcome.message)


async def verify_email_confirm(call: Call[forms.EmailConfirmation, NoQuery]) -> Verified:
    """Verify the email address; opens a session unless the request has one of the same user."""
    subject = await subject_if_any(call.request)
    verified = await confirm_email(call.body.uidb64, call.body.token, call.client, subject=subject)
    if verified.user is None:
        return Verified(Message(message=verified.message))
    logged_in = await get_session_service().open_session(verified.user, remember_me=False, client=call.client)
    return Verified(session_body(logged_in, verified.message))


async def password_reset(call: Call[forms.PasswordResetRequest, NoQuery]) -> Message:
    """Send a link that resets the password."""
    token = call.body.cf_turnstile_response
    return Message(message=await request_reset(call.body.email, cf_turnstile_response=token, client=call.client))


async def password_reset_confirm(call: Call[forms.PasswordResetConfirmation, NoQuery]) -> Message:
    """Set a new password with an emailed link."""
    form = call.body
    missing = {name: [REQUIRED] for name, value in (("uid", form.uid), ("token", form.token)) if not value}
    await confirm_reset(
        email=form.email,
        uid=form.uid,
        token=form.token,
        new_password=form.new_password,
        client=call.client,
        unreadable={**missing, **form.unreadable},
    )
    return Message(message=say("Your password has been reset. You can now log in with your new password."))


async def update_password(call: Call[forms.PasswordChange, NoQuery]) -> Message:
    """Change the password."""
    form = call.body
    await change_password(
        call.subject,
        old_password=form.old_password,
        new_password=form.new_password,
        verify_new_password=form.verify_new_password,
        client=call.client,
        unreadable=form.unreadable,
    )
    return Message(message=say("Password updated successfully"))


async def _register(
    call: Call[forms.IndividualSignUp, NoQuery] | Call[forms.OrganizationSignUp, NoQuery],
    kind: AccountKind,
    company_name: str,
) -> LoggedIn:
    user = call.body.user or forms.SignUpUser()
    address = user.primary_address or forms.SignUpAddress()
    form = Registration(
        kind=kind,
        email=user.email,
        first_name=user.first_name,
        last_name=user.last_name,
        password=user.password,
        verify_password=user.verify_password,
        country=address.country,
        phone=address.phone,
        company_name=company_name,
        language=user.language,
        cf_turnstile_response=call.body.cf_turnstile_response,
        unreadable=call.body.unreadable,
    )
    view = await register(form, call.client)
    logged_in = await get_session_service().open_session(view.user, remember_me=False, client=call.client)
    return session_body(logged_in, say("Welcome to Breachlight. Please verify your email."))
