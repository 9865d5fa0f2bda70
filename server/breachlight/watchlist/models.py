"""Monitored identities, their epoch and their retroactive scans."""

from enum import StrEnum

from tortoise import fields
from tortoise.indexes import Index

from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id


class IdentityEpoch(Model):
    """The single row that counts changes of the monitored identities (design §4.9).

    Schema only: its row is read and written by SQL in ``watchlist.repository``.
    """

    id = fields.SmallIntField(primary_key=True, generated=False, default=1)
    value = fields.BigIntField()

    class Meta:
        table = "identity_epoch"


class IdentityKind(StrEnum):
    """An exact email address, or a domain: every address and every site at or under it."""

    EMAIL = "email"
    DOMAIN = "domain"


class Identity(Model):
    """A verified identity that an account monitors (design §3).

    Schema only: its rows are read and written by SQL in ``watchlist.repository``.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    kind = fields.CharEnumField(IdentityKind, max_length=8)
    key = fields.CharField(max_length=254, description="email key or A-label domain")
    domain_id = fields.UUIDField(null=True)
    epoch = fields.BigIntField(db_index=True)
    created_at = fields.DatetimeField()

    class Meta:
        table = "identities"
        unique_together = (("account_id", "kind", "key"),)
        indexes = (Index(fields=("kind", "key")),)


class Backfill(Model):
    """The matching of a new identity against everything ingested before it was verified.

    Unfinished rows are the queue that workers claim scans from.

    Schema only: its rows are read and written by SQL in the repositories of watchlist and backfill.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    identity_id = fields.UUIDField()
    batches_total = fields.IntField(default=0)
    batches_done = fields.IntField(default=0)
    position = fields.BigIntField(default=0, description="the last batch that was searched as a whole")
    begun_batch = fields.BigIntField(null=True, description="a later batch that was searched up to next_block")
    next_block = fields.IntField(null=True)
    alerts = fields.IntField(default=0)
    created_at = fields.DatetimeField()
    starts = fields.SmallIntField(default=0, description="how often it was begun since it last came further")
    not_before = fields.DatetimeField(null=True, description="until then a worker has it, or it pauses after a failure")
    finished_at = fields.DatetimeField(null=True)
    summary_of = fields.TextField(
        null=True, description="the address or domain, until the account's summary reports it"
    )

    class Meta:
        table = "backfills"
        indexes = (Index(fields=("account_id", "created_at")), Index(fields=("identity_id",)))
