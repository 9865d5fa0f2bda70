"""What traces show of statements: command and table, and nothing that a statement contains."""

import pytest

from breachlight.database.statement_spans import summary


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ('SELECT "id","email" FROM "users" WHERE "email"=$1', "SELECT users"),
        ('INSERT INTO "mails" ("id") VALUES ($1)', "INSERT mails"),
        ("UPDATE alerts SET is_read = true WHERE account_id = $1", "UPDATE alerts"),
        ("DELETE FROM jobs.pgqueuer_log AS old", "DELETE jobs.pgqueuer_log"),
        ("SELECT id FROM accounts WHERE id = $1 FOR UPDATE", "SELECT accounts"),
        ("INSERT INTO throttle_counters AS kept (key) VALUES ($1) ON CONFLICT DO UPDATE SET hits = 1", "INSERT throttle_counters"),
        ("WITH gone AS (DELETE FROM sessions RETURNING id) SELECT count(*) FROM gone", "DELETE sessions"),
        ("SELECT 'FROM jane', name FROM leaks WHERE name = 'INTO secret'", "SELECT leaks"),
        ("BEGIN;", "BEGIN"),
        ("something else", "other"),
    ],
)  # fmt: skip
def test_a_statement_is_named_by_its_command_and_table(statement: str, expected: str) -> None:
    assert summary(statement) == expected
