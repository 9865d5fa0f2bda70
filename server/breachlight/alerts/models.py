"""Tables of alerts and their triage."""

import uuid
from enum import StrEnum

from tortoise import fields
from tortoise.contrib.postgres.fields import ArrayField
from tortoise.indexes import Index

from breachlight.database.model import Model, distributed_by_account
from breachlight.kit.identifiers import new_id


@distributed_by_account
class EmailAccount(Model):
    """An email address that alerts mention: the ``user`` of a Workforce alert (design §3).

    The statements that write alerts maintain its counters, as they maintain ``AlertCounter``, so that no page reads alerts.

    Schema only: its rows are read and written by SQL in the repositories of alerts.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    email = fields.CharField(max_length=254, description="email key")
    is_live = fields.BooleanField(null=True, description="whether the account is active; null while unknown")
    open_detections = fields.IntField(default=0, description="number of its open alerts")
    last_seen = fields.DatetimeField(null=True, description="time of its newest alert; null without alerts")
    created_at = fields.DatetimeField()

    class Meta:
        table = "email_accounts"
        unique_together = (("account_id", "email"),)


@distributed_by_account
class Alert(Model):
    """A detection, unique per account, host or app, username key and secret (design §3).

    ``key`` is the keyed digest of those four. ``sequence`` numbers the alerts of an account in the order of commits, which
    identifiers and times do not follow (``AlertSequence``). ``domain_name`` is kept when its domain is removed, so that a Portals
    alert never turns into a Workforce one.

    Schema only: its rows are read and written by SQL in the repositories of alerts.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    key = fields.BinaryField()
    sequence = fields.BigIntField(description="the number under which it was raised")
    transaction_id = fields.BigIntField(
        null=True, description="of alerts from before sequence numbers, for older cursors"
    )
    datetime = fields.DatetimeField(description="when it was raised")
    is_read = fields.BooleanField(default=False)
    is_closed = fields.BooleanField(default=False)
    domain_id = fields.UUIDField(null=True)
    domain_name = fields.CharField(max_length=253, null=True)
    email_account_id = fields.UUIDField(null=True)
    is_alias = fields.BooleanField(default=False)
    leak_id = fields.UUIDField()
    url = fields.TextField(null=True)
    host = fields.TextField(null=True)
    app = fields.TextField(null=True)
    usernames: fields.Field[list[str]] = ArrayField(element_type="text", default=list)
    username_key = fields.TextField()
    password_sealed = fields.BinaryField(null=True)
    password_index = fields.BinaryField(null=True, description="blind index under the account's own key")
    password_type = fields.CharField(max_length=32)
    severity_score = fields.SmallIntField()
    severity_factors: fields.Field[dict[str, int]] = fields.JSONField(default=dict)
    machine: fields.Field[dict[str, object] | None] = fields.JSONField(null=True)
    first_seen = fields.DatetimeField()
    last_seen = fields.DatetimeField()
    sightings = fields.IntField(default=0)
    previous_alert_id = fields.UUIDField(null=True, description="the alert for the previous password of the same login")
    assignee_id = fields.UUIDField(null=True, description="the member who works on it")
    backfill_id = fields.UUIDField(null=True, description="the backfill that raised it, whose summary reports it")
    retracted_at = fields.DatetimeField(null=True, description="since when no leak confirms it")
    is_closed_by_retraction = fields.BooleanField(default=False)
    erased_at = fields.DatetimeField(null=True, description="when the person's data was removed from it")
    incident_id = fields.UUIDField(null=True, description="null until alerts.incidents.jobs has grouped older ones")

    class Meta:
        table = "alerts"
        unique_together = (("account_id", "key"),)
        indexes = (
            Index(fields=("account_id", "datetime", "id")),
            Index(fields=("account_id", "sequence")),
            Index(fields=("account_id", "username_key")),
            Index(fields=("account_id", "password_index")),
            Index(fields=("account_id", "email_account_id", "datetime")),
            Index(fields=("account_id", "domain_id", "datetime")),
        )


@distributed_by_account
class Sighting(Model):
    """An occurrence of an alert in a leak file, unique per leak and file digest (design §3).

    Schema only: its rows are read and written by SQL in the repositories of alerts.
    """

    id = fields.BigIntField(primary_key=True)
    account_id = fields.UUIDField()
    alert_id = fields.UUIDField()
    leak_id = fields.UUIDField()
    file_id = fields.UUIDField()
    file_digest = fields.BinaryField()
    seen_at = fields.DatetimeField()

    class Meta:
        table = "sightings"
        unique_together = (("account_id", "alert_id", "leak_id", "file_digest"),)
        indexes = (Index(fields=("leak_id", "account_id", "alert_id")),)


class AlertAction(StrEnum):
    """Triage actions (rest-contract §3)."""

    READ = "read"
    UNREAD = "unread"
    CLOSE = "close"
    REOPEN = "reopen"
    ASSIGN = "assign"


class IncidentKind(StrEnum):
    """What the detections of an incident have in common."""

    DEVICE = "device"
    LEAK = "leak"


class IncidentCause(StrEnum):
    """Why an incident's state changed, if no operation on incidents changed it."""

    DETECTION = "detection"
    TRIAGE = "triage"
    EVIDENCE = "evidence"
    EXPIRY = "expiry"


@distributed_by_account
class AlertOperation(Model):
    """A triage action on one or more alerts; it can be undone once.

    Schema only: its rows are read and written by SQL in the repositories of alerts.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    user_id = fields.UUIDField()
    action = fields.CharEnumField(AlertAction, max_length=8)
    assignee_id = fields.UUIDField(null=True, description="the member that ASSIGN chose; null to unassign")
    updated = fields.IntField()
    created_at = fields.DatetimeField()
    undone_at = fields.DatetimeField(null=True)

    class Meta:
        table = "alert_operations"
        indexes = (Index(fields=("account_id", "created_at")),)


@distributed_by_account
class AlertChange(Model):
    """The state of an alert before an operation, for undo and the alert's history.

    Schema only: its rows are read and written by SQL in the repositories of alerts.
    """

    id = fields.BigIntField(primary_key=True)
    account_id = fields.UUIDField()
    operation_id = fields.UUIDField()
    alert_id = fields.UUIDField()
    was_read = fields.BooleanField()
    was_closed = fields.BooleanField()
    was_assigned_to = fields.UUIDField(null=True)

    class Meta:
        table = "alert_changes"
        indexes = (Index(fields=("account_id", "operation_id")), Index(fields=("account_id", "alert_id")))


@distributed_by_account
class AlertVersion(Model):
    """What an alert was before a change, so that an anchored list can be read as of before it; kept for a day.

    Schema only: its rows are written by the statements that change alerts, and read in ``alerts.query.anchor_repository``.
    """

    id = fields.BigIntField(primary_key=True)
    account_id = fields.UUIDField()
    alert_id = fields.UUIDField()
    sequence = fields.BigIntField(description="the number of the change")
    changed_at = fields.DatetimeField(db_index=True)
    is_read = fields.BooleanField()
    is_closed = fields.BooleanField()
    assignee_id = fields.UUIDField(null=True)
    severity_score = fields.SmallIntField()
    first_seen = fields.DatetimeField()
    last_seen = fields.DatetimeField()
    sightings = fields.IntField()

    class Meta:
        table = "alert_versions"
        indexes = (Index(fields=("account_id", "sequence")),)


@distributed_by_account
class AlertSequence(Model):
    """The numbers of an account: each alert that is raised gets the next one, and so does each statement that changes alerts.

    They are assigned under the account's lock, so they follow the order of commits: a reader that has read up to a number has
    missed nothing below it. An account without a row has used none.

    Schema only: its rows are read and written by SQL in ``alerts.bookkeeping_repository``.
    """

    account_id = fields.UUIDField(primary_key=True)
    last_number = fields.BigIntField(description="the last number used")
    announced = fields.BigIntField(db_default=0, description="number of the last announced change")
    operation_id = fields.UUIDField(null=True, description="the operation that made the last announced change")
    announced_before = fields.BigIntField(
        db_default=0, description="number of the last announced change of another operation"
    )
    floor = fields.BigIntField(
        db_default=0, description="the last change that no version keeps; older anchors have ended"
    )
    last_transaction_id = fields.BigIntField(null=True, description="where older cursors end; null for newer accounts")
    has_severity_counters = fields.BooleanField(
        db_default=False, description="whether SeverityAlertCounter counts all alerts, those from before it too"
    )
    has_flow_counters = fields.BooleanField(
        db_default=False, description="likewise AlertFlowCounter, as far as it is known when older alerts were closed"
    )

    class Meta:
        table = "alert_sequences"


@distributed_by_account
class AlertCounter(Model):
    """The number of an account's alerts by list, state and day, so that no page counts rows.

    Schema only: its rows are written by the statements that write alerts (``alerts.bookkeeping_repository``).
    """

    id = fields.BigIntField(primary_key=True)
    account_id = fields.UUIDField()
    has_domain = fields.BooleanField()
    is_read = fields.BooleanField()
    is_closed = fields.BooleanField()
    day = fields.DateField(description="UTC day on which the alerts were raised")
    alerts = fields.IntField()

    class Meta:
        table = "alert_counters"
        unique_together = (("account_id", "has_domain", "is_read", "is_closed", "day"),)


@distributed_by_account
class DomainAlertCounter(Model):
    """The number of a domain's alerts by state and day, maintained as ``AlertCounter`` is.

    Schema only: its rows are written by the statements that write alerts (``alerts.bookkeeping_repository``).
    """

    id = fields.BigIntField(primary_key=True)
    account_id = fields.UUIDField()
    domain_id = fields.UUIDField()
    is_read = fields.BooleanField()
    day = fields.DateField(description="UTC day on which the alerts were raised")
    alerts = fields.IntField()

    class Meta:
        table = "domain_alert_counters"
        unique_together = (("account_id", "domain_id", "day", "is_read"),)


@distributed_by_account
class SeverityAlertCounter(Model):
    """The number of an account's alerts by severity level, state and day, maintained as ``AlertCounter`` is.

    Schema only: its rows are written by the statements that write alerts (``alerts.bookkeeping_repository``).
    """

    id = fields.BigIntField(primary_key=True)
    account_id = fields.UUIDField()
    level = fields.SmallIntField(description="0 for info to 4 for critical")
    is_closed = fields.BooleanField()
    day = fields.DateField(description="UTC day on which the alerts were raised")
    alerts = fields.IntField()

    class Meta:
        table = "severity_alert_counters"
        unique_together = (("account_id", "day", "level", "is_closed"),)


@distributed_by_account
class AlertFlowCounter(Model):
    """What happened to an account's alerts on a day: how many were closed and reopened, and how many more were open after it.

    The sum of ``open_change`` up to a day is the number of alerts that were open at its end. Other counters say what alerts are now.

    Schema only: its rows are written by the statements that write alerts (``alerts.bookkeeping_repository``).
    """

    id = fields.BigIntField(primary_key=True)
    account_id = fields.UUIDField()
    day = fields.DateField(description="UTC day on which it happened")
    level = fields.SmallIntField(description="0 for info to 4 for critical, after what happened")
    has_domain = fields.BooleanField()
    closed = fields.IntField(description="a duplicate that is closed when it is raised counts too")
    reopened = fields.IntField()
    open_change = fields.IntField()

    class Meta:
        table = "alert_flow_counters"
        unique_together = (("account_id", "day", "level", "has_domain"),)


@distributed_by_account
class AlertSearchSegment(Model):
    """A segment of an account's alerts whose texts were indexed (``alerts.search.trigrams``).

    Schema only: its rows are read and written by SQL in ``alerts.search.repository``.
    """

    id = fields.BigIntField(primary_key=True, generated=False, description="number of the segment in the account")
    account_id = fields.UUIDField()
    is_built = fields.BooleanField(description="false after an erasure, until it is built again")
    unindexed = fields.BinaryField(null=True, description="bitmap of alerts whose texts are too long")

    class Meta:
        table = "alert_search_segments"


@distributed_by_account
class AlertSearchPosting(Model):
    """The alerts of a segment whose texts contain a pair of characters, by the character that follows.

    Schema only: its rows are read and written by SQL in ``alerts.search.repository``.
    """

    id = fields.BigIntField(primary_key=True, generated=False, description="32 bits of the segment, 32 of the pair")
    account_id = fields.UUIDField()
    postings = fields.BinaryField()

    class Meta:
        table = "alert_search_postings"


@distributed_by_account
class AlertNote(Model):
    """A member's note about an alert.

    Schema only: its rows are read and written by SQL in the repositories of alerts.
    """

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    alert_id = fields.UUIDField()
    user_id = fields.UUIDField()
    text = fields.TextField(description="with references to members (alerts.triage.mentions)")
    created_at = fields.DatetimeField()
    edited_at = fields.DatetimeField(null=True)
    mentioned_ids: fields.Field[list[uuid.UUID] | None] = ArrayField(
        element_type="uuid", null=True, description="members mentioned so far, who get no further email about the note"
    )

    class Meta:
        table = "alert_notes"
        indexes = (Index(fields=("account_id", "alert_id", "created_at")),)


class AlertList(StrEnum):
    """The two lists of alerts (spec §2)."""

    WORKFORCE = "workforce"
    PORTALS = "portals"


class SavedView(Model):
    """A user's named view of a list: filters, order and columns."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    user_id = fields.UUIDField()
    list = fields.CharEnumField(AlertList, max_length=16)
    name = fields.CharField(max_length=60)
    query = fields.TextField(description="the query string of the list's URL, without page and drawer")
    created_at = fields.DatetimeField()

    class Meta:
        table = "saved_views"
        unique_together = (("account_id", "user_id", "list", "name"),)
