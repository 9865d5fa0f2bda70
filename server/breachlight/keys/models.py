"""Tables of keys; no table holds a key."""

from tortoise import fields

from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id
from breachlight.kit.key_file import KeyState


class KnownKey(Model):
    """A key of the key file, known by a digest; its state is that of all hosts.

    Schema only: its rows are read and written by SQL in ``keys.repository``.
    """

    name = fields.CharField(max_length=24, primary_key=True, description="ring and number, such as sealing-2")
    digest = fields.BinaryField(description="by which a wrong key file is recognized")
    state = fields.CharEnumField(KeyState, max_length=8)
    created_at = fields.DatetimeField()
    changed_at = fields.DatetimeField(description="when it got its state")

    class Meta:
        table = "known_keys"


class KeyHolder(Model):
    """A running process and the keys that it has; it says so every few seconds.

    Schema only: its rows are read and written by SQL in ``keys.repository``.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    host = fields.TextField()
    process = fields.CharField(max_length=16)
    pid = fields.IntField()
    keys: fields.Field[list[str]] = fields.JSONField(description="names of its keys")
    current: fields.Field[list[str]] = fields.JSONField(description="names of the keys that it uses for what is new")
    seen_at = fields.DatetimeField()

    class Meta:
        table = "key_holders"
