"""Tables by which a restored database is recognised."""

from tortoise import fields

from breachlight.database.model import Model


class InstallationState(Model):
    """The installation's generation, and the database server it was counted on; one row.

    Schema only: it is read and written by SQL in ``restores.repository``.
    """

    id = fields.SmallIntField(primary_key=True, generated=False, default=1)
    installation_id = fields.UUIDField()
    generation = fields.BigIntField(description="also written outside the database, after this one")
    system_identifier = fields.TextField(null=True, description="of the database cluster; null where unreadable")
    timeline = fields.IntField(null=True)
    folder_mark = fields.TextField(null=True, description="creation times of two files of the embedded cluster")
    change_count = fields.BigIntField(default=0, description="changes that the generation includes")
    changes_since = fields.BigIntField(default=0, description="the generation after which no listed change was dropped")

    class Meta:
        table = "installation_state"


class SecurityChange(Model):
    """A change that an older database has not seen: written by triggers, copied outside the database.

    Schema only: it is written by triggers and read by SQL in ``restores.repository``.
    """

    id = fields.BigIntField(primary_key=True)
    kind = fields.CharField(max_length=24)
    subject_id = fields.UUIDField(description="of the API key, recovery code, user or account")
    generation = fields.BigIntField(null=True, db_index=True, description="the first one that includes it")

    class Meta:
        table = "security_changes"
