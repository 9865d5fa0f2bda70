"""The audit log of security events."""

from typing import Final

from tortoise import fields
from tortoise.indexes import Index

from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id

SUMMED_UP_EVENT: Final = "password_disclosed"
"""The kind of events that another entry sums up: one for each password of an export or bulk reveal."""


class SecurityEvent(Model):
    """An entry of the audit log; ``detail`` never contains a secret.

    The rows of an account are a chain (``audit.chain``). The database refuses to change or delete them.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    user_id = fields.UUIDField(null=True)
    kind = fields.CharField(max_length=48)
    happened_at = fields.DatetimeField()
    address = fields.TextField(default="", description="the client's network address")
    user_agent = fields.TextField(default="")
    detail: fields.Field[dict[str, object]] = fields.JSONField(default=dict)
    sequence = fields.BigIntField(description="position in the account's chain, from 1 on")
    salt = fields.BinaryField(description="blinds personal_digest")
    personal_digest = fields.BinaryField(description="keyed digest of address, user_agent and detail")
    previous_digest = fields.BinaryField(description="keyed digest of the previous row; empty in the first")
    digest = fields.BinaryField(description="keyed digest of this row")

    class Meta:
        table = "security_events"
        unique_together = (("account_id", "sequence"),)
        indexes = (
            Index(fields=("account_id", "happened_at", "id")),
            Index(fields=("account_id", "kind", "happened_at")),
        )


class OperatorEvent(Model):
    """One line of the operators' audit log: a command that changes or reveals something of the whole installation.

    ``detail`` never holds a secret, nor an address that was erased. The rows are one chain, as those of an account are.

    Schema only: its rows are written by SQL in ``audit.repository``.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    kind = fields.CharField(max_length=48)
    happened_at = fields.DatetimeField(db_index=True)
    operator = fields.TextField(description="the operating system's user who ran the command")
    detail: fields.Field[dict[str, object]] = fields.JSONField(default=dict)
    sequence = fields.BigIntField(unique=True, description="position in the chain, from 1 on")
    salt = fields.BinaryField(description="blinds personal_digest")
    personal_digest = fields.BinaryField(description="keyed digest of operator and detail")
    previous_digest = fields.BinaryField(description="keyed digest of the previous row; empty in the first")
    digest = fields.BinaryField(description="keyed digest of this row")

    class Meta:
        table = "operator_events"


class AuditChain(Model):
    """The end of a chain of the audit log; its row is locked while rows are appended.

    Schema only: its rows are written by SQL in ``audit.repository``.
    """

    id = fields.UUIDField(primary_key=True, description="an account's id, or that of the operators' chain")
    sequence = fields.BigIntField(description="of the last row")
    digest = fields.BinaryField(description="of the last row")

    class Meta:
        table = "audit_chains"


class AuditPosition(Model):
    """The last row of a chain that was shipped to the syslog server.

    Schema only: its rows are written by SQL in ``audit.repository``.
    """

    chain = fields.UUIDField(primary_key=True)
    sequence = fields.BigIntField()
    digest = fields.BinaryField(description="of that row")

    class Meta:
        table = "audit_positions"
