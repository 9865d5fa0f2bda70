"""Operations of the tests at places where two features meet."""

from typing import Any

import httpx
from callers import LOGIN, PASSWORD, Caller
from mail_server import Mails

from breachlight.mail.models import MailKind

ALERTS = "/api/v1/notifications/alerts"
EXPORT = f"{ALERTS}/export"
PROBLEM = "__typename ... on Problem { message code ... on ValidationProblem { fieldErrors { field messages } } }"
REVEAL = f"mutation ($id: ID!) {{ result: revealPassword(alertId: $id) {{ {PROBLEM} ... on RevealPasswordSuccess {{ password }} }} }}"
CREATE_KEY = """mutation ($scopes: [ApiKeyScope!]!) { result: createApiKey(input: {name: "Tool", scopes: $scopes}) {
  __typename ... on CreateApiKeySuccess { token } ... on Problem { message code } } }"""
INVITE = f"mutation ($email: String!, $role: MembershipRole!) {{ result: inviteMember(email: $email, role: $role) {{ {PROBLEM} }} }}"
ACCEPT = f"mutation ($input: AcceptInvitationInput!) {{ result: acceptInvitation(input: $input) {{ {PROBLEM} }} }}"
OPEN = f"query ($token: String!) {{ result: invitation(token: $token) {{ {PROBLEM} }} }}"
ROLE = (
    f"mutation ($id: ID!, $role: MembershipRole!) {{ result: changeMemberRole(id: $id, role: $role) {{ {PROBLEM} }} }}"
)
REMOVE = f"mutation ($id: ID!) {{ result: removeMember(id: $id) {{ {PROBLEM} }} }}"
UPDATE = f"""mutation ($input: UpdateAlertsInput!) {{ result: updateAlerts(input: $input) {{ {PROBLEM}
  ... on UpdateAlertsSuccess {{ operationId updated }} }} }}"""
UNDO = f"mutation ($id: ID!) {{ result: undoAlertOperation(operationId: $id) {{ {PROBLEM} }} }}"
NOTE = f"""mutation ($id: ID!, $text: String!) {{ result: addAlertNote(alertId: $id, text: $text) {{ {PROBLEM}
  ... on AlertNoteSuccess {{ note {{ id }} }} }} }}"""
EDIT_NOTE = f'mutation ($id: ID!) {{ result: editAlertNote(id: $id, text: "mine") {{ {PROBLEM} }} }}'
SAVE = f"""mutation ($query: String!) {{ result: saveView(input: {{list: WORKFORCE, name: "View", query: $query}}) {{ {PROBLEM}
  ... on SavedViewSuccess {{ view {{ id }} }} }} }}"""
DELETE_VIEW = f"mutation ($id: ID!) {{ result: deleteView(id: $id) {{ {PROBLEM} }} }}"
LIST = (
    "query ($asOf: String, $after: String) { alerts(asOf: $asOf, after: $after) { asOf cursor total results { id } } }"
)
RESET = "mutation ($email: String!) { result: requestPasswordReset(input: {email: $email}) { __typename } }"
CHANGE_PASSWORD = f"""mutation ($old: String!, $new: String!) {{
  result: changePassword(oldPassword: $old, newPassword: $new, verifyNewPassword: $new) {{ {PROBLEM} }} }}"""
REAUTHENTICATE = f"mutation ($password: String!) {{ result: reauthenticate(password: $password) {{ {PROBLEM} }} }}"
REQUIRE_MFA = f"mutation {{ result: changeMfaRequirement(isRequired: true) {{ {PROBLEM} }} }}"
MONITOR = f"""mutation ($email: String!) {{ result: addMonitoredEmail(email: $email) {{ {PROBLEM} ... on MonitoredEmail {{ id }} }} }}"""
STOP_MONITORING = f"mutation ($id: ID!) {{ result: removeMonitoredEmail(id: $id) {{ {PROBLEM} }} }}"
CONFIRM_MONITORED = f"mutation ($uid: String!, $token: String!) {{ result: confirmMonitoredEmail(input: {{uid: $uid, token: $token}}) {{ {PROBLEM} }} }}"
SWITCH = f"mutation {{ result: setBulkDisclosure(enabled: true) {{ {PROBLEM} }} }}"
NEW_PASSWORD = "another-Horse-8-staple"  # invented


async def send(caller: Caller, operation: str, **variables: Any) -> dict[str, Any]:
    """Return the result, or the code of the first error as one."""
    answer = await caller.graphql(operation, variables)
    if answer.get("errors"):
        return {"code": answer["errors"][0]["extensions"]["code"]}
    result: dict[str, Any] = answer["data"]["result"]
    return result


async def first_id(caller: Caller) -> str:
    return str((await caller.graphql(LIST))["data"]["alerts"]["results"][0]["id"])


async def key_of(caller: Caller, *scopes: str) -> Caller:
    created = await send(caller, CREATE_KEY, scopes=list(scopes) or ["READ", "EXPORT", "REVEAL", "TRIAGE"])
    assert created["__typename"] == "CreateApiKeySuccess", created
    return Caller(caller.http, caller.account, caller.user, {"authToken": created["token"]})


def nobody(http: httpx.AsyncClient, caller: Caller) -> Caller:
    """Return a caller without a token."""

    class Anonymous(Caller):
        @property
        def headers(self) -> dict[str, str]:
            return {}

    return Anonymous(http, caller.account, caller.user, {})


async def invitation_for(mails: Mails, email: str) -> dict[str, Any]:
    token = (await mails.newest(MailKind.INVITATION, email)).parameters["token"]
    names = {"firstName": "Mallory", "lastName": "Moss"}
    return {"token": token, "password": NEW_PASSWORD, "verifyPassword": NEW_PASSWORD, **names}


async def login(caller: Caller, password: str = PASSWORD) -> dict[str, Any]:
    answer = await caller.http.post(
        "/graphql", json={"query": LOGIN, "variables": {"input": {"email": caller.user.email, "password": password}}}
    )
    found: dict[str, Any] = answer.json()["data"]["login"]
    return found
