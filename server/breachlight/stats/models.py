"""Tables of the lake's statistics and of the sizes of the stores."""

from tortoise import fields

from breachlight.database.model import Model


class LakeStatistic(Model):
    """A global statistic (spec §3) as last computed from the lake, or a figure for operators with a prefix (``storage:``, ``rows:``).

    Schema only: its rows are read and written by SQL in ``stats.repository``.
    """

    row_name = fields.CharField(max_length=32, primary_key=True)
    count = fields.FloatField()
    taken_at = fields.DatetimeField()

    class Meta:
        table = "lake_statistics"


class StorageSample(Model):
    """The size of a store as last measured on a day.

    Schema only: its rows are read and written by SQL in the repositories of statistics and of the console.
    """

    id = fields.IntField(primary_key=True)
    day = fields.DateField(description="UTC")
    store = fields.CharField(max_length=32)
    bytes = fields.BigIntField()
    taken_at = fields.DatetimeField()

    class Meta:
        table = "storage_samples"
        unique_together = (("store", "day"),)
