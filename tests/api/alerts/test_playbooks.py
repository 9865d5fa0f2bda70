"""Playbooks through GraphQL, in the reader's language and in the operator's words."""

import json
import shutil
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from breachlight.config import SHIPPED_CONTENT
from breachlight.site.edited_content import edited_content

from .conftest import Signed

PLAYBOOK = "playbook { kind reusesPassword done total steps { id title body completedAt completedBy { id name } } }"
INCIDENTS = f"{{ incidents {{ results {{ id severity {{ score factors {{ name points }} }} {PLAYBOOK} }} }} }}"
CHANGE = """mutation ($input: StepInput!) { result: %s(input: $input) { __typename
  ... on UpdateStepSuccess { incident { severity { score } playbook { done total } } }
  ... on Problem { message code } } }"""
HISTORY = "query ($id: ID!) { incidentHistory(id: $id) { events { kind by step } } }"
PATH = "/api/v1/notifications/incidents"


async def change(signed: Signed, operation: str, incident_id: str, step_id: str) -> Any:
    variables = {"input": {"incidentId": incident_id, "stepId": step_id}}
    return (await signed.caller.graphql(CHANGE % operation, variables))["data"]["result"]


async def incident(signed: Signed, language: str = "en") -> Any:
    headers = signed.caller.headers | {"Accept-Language": language}
    response = await signed.caller.http.post("/graphql", json={"query": INCIDENTS}, headers=headers)
    [found] = response.json()["data"]["incidents"]["results"]
    return found


@pytest.mark.spec("X24")
async def test_a_step_is_completed_and_reopened(mine: Signed, raise_all: Any) -> None:
    await raise_all(mine.tenant.workforce())
    before = await incident(mine)
    assert (before["severity"]["score"], before["playbook"]["kind"]) == (65, "READABLE_PASSWORD")
    done = await change(mine, "completeStep", before["id"], "change_passwords")
    assert done["incident"] == {"severity": {"score": 55}, "playbook": {"done": 1, "total": 3}}
    after = await incident(mine)
    assert after["severity"]["factors"][-1] == {"name": "completed_steps", "points": -10}
    [step, *others] = after["playbook"]["steps"]
    assert step["completedBy"]["id"] == str(mine.caller.user.id)
    assert step["completedBy"]["name"]
    assert others == before["playbook"]["steps"][1:]
    history = (await mine.caller.graphql(HISTORY, {"id": before["id"]}))["data"]["incidentHistory"]["events"]
    assert history == [{"kind": "STEP_COMPLETED", "by": step["completedBy"]["name"], "step": "change_passwords"}]
    assert (await change(mine, "reopenStep", before["id"], "change_passwords"))["incident"]["playbook"]["done"] == 0
    assert await incident(mine) == before
    refused = await change(mine, "completeStep", before["id"], "clean_device")
    assert (refused["__typename"], refused["message"]) == ("NotFoundProblem", "This incident has no such step.")


async def test_rest_shows_and_changes_the_steps(mine: Signed, theirs: Signed, raise_all: Any) -> None:
    await raise_all(mine.tenant.workforce())
    incident_id = (await incident(mine))["id"]
    shown = (await mine.caller.get(f"{PATH}/playbook", id=incident_id)).json()
    assert (shown["kind"], shown["done"], shown["total"], shown["steps"][0]["id"]) == (
        "readable_password",
        0,
        3,
        "change_passwords",
    )
    body = {"action": "complete", "incident": incident_id, "step": "change_passwords"}
    changed = (await mine.caller.post(f"{PATH}/steps", body)).json()
    assert (changed["done"], changed["steps"][0]["completed_by"]["id"]) == (1, str(mine.caller.user.id))
    reopened = await mine.caller.post(f"{PATH}/steps", {**body, "action": "reopen"})
    assert reopened.json() == shown
    assert (await mine.caller.post(f"{PATH}/steps", {**body, "action": "skip"})).status_code == 400
    assert (await theirs.caller.get(f"{PATH}/playbook", id=incident_id)).status_code == 404
    assert (await theirs.caller.post(f"{PATH}/steps", body)).status_code == 404


@pytest.mark.spec("X24")
async def test_operators_edit_the_texts_of_steps_in_each_language(
    mine: Signed, raise_all: Any, documents: Path
) -> None:
    async def titles(language: str) -> list[str]:
        return [step["title"] for step in (await incident(mine, language))["playbook"]["steps"]]

    await raise_all(mine.tenant.workforce(password=None, password_type="none"))
    shipped = ["Zwei-Faktor-Authentifizierung einschalten", "Auf Phishing achten"]
    assert await titles("de") == shipped
    for locale in ("de", "en"):
        shutil.copytree(SHIPPED_CONTENT / locale, documents / locale)
    texts = documents / "de" / "playbooks.yaml"
    texts.write_text("watch_for_phishing:\n  title: Den Helpdesk anrufen\n  body: Durchwahl 12\n", "utf-8")
    (documents / "en" / "playbooks.yaml").write_text(
        "turn_on_two_factor:\n  title: Use a key\n  body: Ask IT\n", "utf-8"
    )
    assert await titles("de") == ["Use a key", "Den Helpdesk anrufen"]
    texts.write_text("watch_for_fishing:\n  title: x\n  body: y\n", "utf-8")
    assert await titles("de") == ["Use a key", "Den Helpdesk anrufen"]
    assert await titles("fr") == ["Use a key", "Se méfier de l’hameçonnage"]


async def test_an_edit_in_the_console_goes_before_the_files(
    mine: Signed, raise_all: Any, connection: asyncpg.Connection
) -> None:
    edited = {"watch_for_phishing": {"title": "Anrufe melden", "body": "Durchwahl 12"}}
    await connection.execute(
        """INSERT INTO content_versions (document, locale, content, shipped_digest, published_at, published_by)
        VALUES ('playbooks', 'de', $1, '', now(), 'operator')""",
        json.dumps(edited),
    )
    await raise_all(mine.tenant.workforce(password=None, password_type="none"))
    async with edited_content():
        first, second = (await incident(mine, "de"))["playbook"]["steps"]
        assert first["title"] == "Zwei-Faktor-Authentifizierung einschalten"
        assert (second["title"], second["body"]) == ("Anrufe melden", "Durchwahl 12")
        [_, english] = (await incident(mine))["playbook"]["steps"]
        assert english["title"] == "Watch out for phishing"
