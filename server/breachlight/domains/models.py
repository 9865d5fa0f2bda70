"""Tables of domains and of their proof."""

from tortoise import fields

from breachlight.database.model import Model
from breachlight.kit.identifiers import new_id


class Domain(Model):
    """A company domain of an account; monitored once it is verified and enabled (design §3)."""

    id = fields.UUIDField(primary_key=True, default=new_id)
    account_id = fields.UUIDField()
    domain = fields.CharField(max_length=253, description="A-label form")
    domain_txt = fields.TextField(description="the required content of the TXT record")
    domain_txt_secret = fields.TextField(description="the random part of the TXT record")
    is_enabled = fields.BooleanField(default=True)
    is_verified = fields.BooleanField(default=False)
    verified_at = fields.DatetimeField(null=True)
    checked_at = fields.DatetimeField(null=True)
    missing_since = fields.DatetimeField(
        null=True, description="when the TXT record of a verified domain was first missing"
    )
    created_at = fields.DatetimeField()

    class Meta:
        table = "domains"
        unique_together = (("account_id", "domain"),)


class DomainClaim(Model):
    """The claim on a verified domain, unique across all accounts."""

    domain = fields.CharField(max_length=253, primary_key=True)
    account_id = fields.UUIDField()
    domain_id = fields.UUIDField()
    proved_at = fields.DatetimeField()

    class Meta:
        table = "domain_claims"
