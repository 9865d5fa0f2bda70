"""Tables of the public settings and of edited content."""

from tortoise import fields
from tortoise.indexes import Index

from breachlight.database.model import Model


class SiteSettings(Model):
    """The single row of public settings (spec §3); every flag defaults to false."""

    id = fields.SmallIntField(primary_key=True, generated=False, default=1)
    signup_enabled = fields.BooleanField(default=False)
    login_enabled = fields.BooleanField(default=False)
    individual_signup_enabled = fields.BooleanField(default=False)
    organization_signup_enabled = fields.BooleanField(default=False)
    partner_signup_enabled = fields.BooleanField(default=False)
    turnkey_enabled = fields.BooleanField(default=False)
    turnkey_site_key = fields.TextField(default="")
    password_ranges_enabled = fields.BooleanField(default=False)
    password_ranges_minimum = fields.IntField(default=1, description="hashes that occur less often aren't published")
    public_catalogue_enabled = fields.BooleanField(default=False)
    leak_pages_enabled = fields.BooleanField(default=False)
    email_ranges_enabled = fields.BooleanField(default=False)
    address_check_enabled = fields.BooleanField(default=False, db_default=False)
    opt_outs_enabled = fields.BooleanField(default=False, db_default=False)
    language = fields.CharField(max_length=8, default="en")

    class Meta:
        table = "site_settings"


class ContentDraft(Model):
    """An edited document that isn't published; saving it again replaces the row.

    Schema only: its rows are read and written by SQL in ``site.content_repository``.
    """

    id = fields.BigIntField(primary_key=True)
    document = fields.CharField(max_length=32)
    locale = fields.CharField(max_length=32)
    content = fields.JSONField[object]()
    shipped_digest = fields.CharField(max_length=64, description="of the document that came with the product then")
    saved_at = fields.DatetimeField()
    saved_by = fields.TextField(description="the operator")

    class Meta:
        table = "content_drafts"
        unique_together = (("document", "locale"),)


class ContentVersion(Model):
    """A version of a document that was published; the latest of a document is served.

    Schema only: its rows are read and written by SQL in ``site.content_repository``.
    """

    id = fields.BigIntField(primary_key=True)
    document = fields.CharField(max_length=32)
    locale = fields.CharField(max_length=32)
    content = fields.JSONField[object](null=True, description="null for the document that comes with the product")
    shipped_digest = fields.CharField(max_length=64, description="of the document that came with the product then")
    published_at = fields.DatetimeField()
    published_by = fields.TextField(description="the operator")

    class Meta:
        table = "content_versions"
        indexes = (Index(fields=("document", "locale", "id")),)
