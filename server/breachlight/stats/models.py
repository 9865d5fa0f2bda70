"""Table of the lake's statistics."""

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
