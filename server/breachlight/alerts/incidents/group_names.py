"""In SQL: which group an incident is in, by device, leak or person."""

from typing import Final

from breachlight.alerts.incident_bookkeeping_repository import WORST_SEQUENCE
from breachlight.alerts.incidents.filters import IncidentGrouping

NONE: Final = "none"
"""The group of incidents without a device, person, or leak that may be named."""
SEVERAL: Final = "several"
"""The group of a leak's incidents with more than one person."""

_WORST: Final = f"alerts AS a WHERE a.account_id = $1 AND a.sequence = {WORST_SEQUENCE}"
# Each kind of malware makes up its own id of a device: infected twice, a computer is known by its name and user.
_COMPUTER: Final = (
    """nullif(lower(concat_ws('/', nullif(a.machine ->> 'computer', ''), nullif(a.machine ->> 'user_name', ''))), '')"""
)
_NAMES: Final = {
    IncidentGrouping.DEVICE: f"""CASE WHEN i.kind <> 'device' THEN '{NONE}' ELSE coalesce((
        SELECT encode(sha256(convert_to({_COMPUTER}, 'UTF8')), 'hex') FROM {_WORST}), i.id::text) END""",
    # A device's incident says nothing of a sensitive leak, so neither does its group.
    IncidentGrouping.LEAK: f"""coalesce(i.leak_id::text, (
        SELECT l.id::text FROM {_WORST.replace(" WHERE", " JOIN leaks AS l ON l.id = a.leak_id AND NOT l.is_sensitive WHERE")}), '{NONE}')""",
    IncidentGrouping.PERSON: f"""CASE WHEN i.people = 0 THEN '{NONE}' WHEN i.people > 1 AND i.kind = 'leak' THEN '{SEVERAL}'
        ELSE coalesce((SELECT p.email_account_id::text FROM incident_people AS p WHERE p.account_id = $1 AND p.incident_id = i.id
            ORDER BY p.detections DESC, p.email_account_id LIMIT 1), '{NONE}') END""",
}


def group_name(grouping: IncidentGrouping) -> str:
    """Return in SQL what the group of ``incidents AS i`` is called, in the account ``$1``."""
    return _NAMES[grouping]
