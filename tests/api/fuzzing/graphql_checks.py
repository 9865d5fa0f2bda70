"""Checks of GraphQL responses, which schemathesis loads (SCHEMATHESIS_HOOKS).

Its own check takes every error for a fault of the server, also a refusal that names its reason.
"""

from typing import Any

import schemathesis
from hypothesis import strategies
from schemathesis.graphql import nodes, scalar

# The requests come from somebody who is logged in.
FAULTS = frozenset({"INTERNAL", "UNAVAILABLE", "UNAUTHENTICATED", "GRAPHQL_PARSE_FAILED"})
MISFITS = frozenset({"BAD_USER_INPUT", "GRAPHQL_VALIDATION_FAILED"})
# A report is computed once: on a slow machine others who ask for it meanwhile are told to come back.
PENDING = "This report is being prepared. Try again in a minute."

scalar("BigInt", strategies.integers(-(2**53) + 1, 2**53 - 1).map(nodes.Int))


@schemathesis.check
def answers_without_a_fault(context: Any, response: Any, case: Any) -> None:
    """Fail for faults, for errors without a code, and if a document that fits the schema is refused as a misfit."""
    assert response.status_code == 200, f"Status {response.status_code}"
    answer = response.json()
    assert answer.keys() <= {"data", "errors"}, answer
    fits = case.meta.generation.mode is schemathesis.GenerationMode.POSITIVE
    for error in answer.get("errors", []):
        code = error["extensions"]["code"]
        assert code not in FAULTS or error["message"] == PENDING, error
        assert not fits or code not in MISFITS or "U+0000" in error["message"], error
