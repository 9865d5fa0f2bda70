"""The incidents of a filter, once the leak that it names is known."""

from breachlight.alerts.incidents.filters import IncidentFilter
from breachlight.alerts.incidents.where import IncidentSelection, select
from breachlight.alerts.leak_audience import reader_of
from breachlight.alerts.query.selection_repository import fetch_leak
from breachlight.auth.subject import Subject
from breachlight.database.session import Connection


async def fetch_selection(
    connection: Connection, subject: Subject, conditions: IncidentFilter
) -> IncidentSelection | None:
    """Turn a filter into conditions; None if nothing can meet them."""
    leak = await fetch_leak(connection, subject.account_id, conditions.leak_name, reader_of(subject))
    return select(subject, conditions, leak)
