"""Shared rate-limit counters."""

from tortoise import fields

from breachlight.database.model import Model


class ThrottleCounter(Model):
    """The number of hits of a rate limit key in a window, shared by all processes.

    Schema only: ``rate_limits.repository`` counts in SQL.
    """

    id = fields.BigIntField(primary_key=True)
    key = fields.CharField(max_length=200)
    window_start = fields.DatetimeField(db_index=True)
    hits = fields.IntField()

    class Meta:
        table = "throttle_counters"
        unique_together = (("key", "window_start"),)
