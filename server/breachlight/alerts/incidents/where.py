"""The SQL conditions of a filter of incidents, always within one account."""

import uuid
from dataclasses import dataclass, field

from breachlight.alerts.incidents.filters import IncidentFilter, IncidentGrouping, IncidentTab
from breachlight.alerts.incidents.group_names import group_name
from breachlight.alerts.incidents.models import IncidentState
from breachlight.alerts.leak_audience import LeakReader, reader_of
from breachlight.alerts.models import AlertList
from breachlight.alerts.query.where import WantedLeak, leak_conditions
from breachlight.auth.subject import Subject
from breachlight.kit.identifiers import parse_id


@dataclass(slots=True)
class IncidentSelection:
    """Conditions on ``incidents AS i``; the first arguments are the account and its reader."""

    account_id: uuid.UUID
    reader: LeakReader
    conditions: list[str] = field(default_factory=list)
    arguments: list[object] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Add the account and the reader."""
        self.arguments += [self.account_id, self.reader.user_id, self.reader.for_domains]

    def place(self, value: object) -> str:
        """Add an argument and return its placeholder."""
        self.arguments.append(value)
        return f"${len(self.arguments)}"

    def where(self, *more: str) -> str:
        """Return all conditions joined."""
        return " AND ".join(("i.account_id = $1", "i.detections > 0", *self.conditions, *more))


def select(subject: Subject, conditions: IncidentFilter, leak: WantedLeak | None = None) -> IncidentSelection | None:
    """Turn a filter into conditions; None if nothing can meet them.

    ``leak`` is the one that the filter names, None if there is none (``selection_repository.fetch_selection``).
    """
    selection = IncidentSelection(subject.account_id, reader_of(subject))
    add = selection.conditions.append
    if conditions.tab is not None:
        _add_tab(selection, conditions.tab)
    if conditions.kind is not None:
        add(f"i.kind = '{conditions.kind.value}'")
    if conditions.alert_kind is not None:
        add(f"i.has_domain = {str(conditions.alert_kind is AlertList.PORTALS).lower()}")
    if conditions.state is not None:
        add(_in_state(conditions.state))
    if conditions.is_closed is not None:
        add("i.state = 'closed'" if conditions.is_closed else "i.state <> 'closed'")
    if conditions.severity_from is not None:
        add(f"i.severity_score >= {selection.place(conditions.severity_from)}")
    for text, condition in (
        (conditions.id, "i.id = {}"),
        (conditions.assignee_id, "i.assignee_id = {}"),
        (
            conditions.person_id,
            "i.id IN (SELECT incident_id FROM alerts WHERE account_id = $1 AND email_account_id = {})",
        ),
    ):
        if text is not None:
            identifier = parse_id(text)
            if identifier is None:
                return None
            add(condition.format(selection.place(identifier)))
    if conditions.leak_name is not None:
        if leak is None:
            return None
        found = " AND ".join(leak_conditions(leak, selection.place))
        add(f"i.id IN (SELECT a.incident_id FROM alerts AS a WHERE a.account_id = $1 AND {found})")
    if conditions.group is not None:
        grouping, _, name = conditions.group.partition(":")
        if grouping not in list(IncidentGrouping):
            return None
        add(f"{group_name(IncidentGrouping(grouping))} = {selection.place(name)}")
    return selection


def _add_tab(selection: IncidentSelection, tab: IncidentTab) -> None:
    if tab is IncidentTab.CLOSED:
        selection.conditions.append(_in_state(IncidentState.CLOSED))
        return
    selection.conditions.append("i.state <> 'closed'")
    if tab is IncidentTab.NEW:
        selection.conditions.append("i.state = 'open' AND i.assignee_id IS NULL")
    elif tab is IncidentTab.MINE:
        selection.conditions.append("i.assignee_id = $2")
    else:
        selection.conditions.append(
            "(i.state = 'waiting' OR i.assignee_id IS NOT NULL) AND i.assignee_id IS DISTINCT FROM $2"
        )


def _in_state(state: IncidentState) -> str:
    # The condition of the lists' partial indexes comes with it.
    return (
        "i.state = 'closed'" if state is IncidentState.CLOSED else f"i.state <> 'closed' AND i.state = '{state.value}'"
    )
