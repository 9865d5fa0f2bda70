"""Table of the public settings."""

from tortoise import fields

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
