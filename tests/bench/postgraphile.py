"""PostGraphile 5, the peer of the alert page and the overview, fetched when the benchmark runs; it is no part of the product."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Row = Mapping[str, Any]

BLOCK = "total unread last90Days last60Days last365Days"
_VERSION = "5.1.5"
_SCRIPT = Path(__file__).with_suffix(".mjs")

FIELDS = """rowId datetime isRead isClosed domainName user { email } severityScore leak { title } url usernames passwordType
sightings"""

_TODAY = "(now() AT TIME ZONE 'UTC')::date"
_UNREAD = "coalesce(sum(alerts) FILTER (WHERE NOT is_read), 0)::bigint"
_DAYS = f"day > {_TODAY} - 7 AND day <= {_TODAY}"


def _last(days: int) -> str:
    return f"coalesce(sum(alerts) FILTER (WHERE day > {_TODAY} - {days}), 0)::bigint AS last_{days}_days"


OVERVIEW_VIEWS = f"""
CREATE VIEW overview_detections AS SELECT account_id, sum(alerts)::bigint AS total, {_UNREAD} AS new FROM alert_counters WHERE {_DAYS} GROUP BY 1;
CREATE VIEW overview_blocks AS SELECT account_id, has_domain, sum(alerts)::bigint AS total, {_UNREAD} AS unread, {_last(90)}, {_last(60)},
    {_last(365)} FROM alert_counters GROUP BY 1, 2;
CREATE VIEW overview_days AS SELECT account_id, day, sum(alerts)::bigint AS total_events,
    coalesce(sum(alerts) FILTER (WHERE NOT has_domain), 0)::bigint AS user_events,
    coalesce(sum(alerts) FILTER (WHERE has_domain), 0)::bigint AS domain_events FROM alert_counters WHERE {_DAYS} GROUP BY 1, 2;
CREATE VIEW overview_domains AS SELECT kept.account_id, domain, sum(alerts)::bigint AS total, {_UNREAD} AS unread
    FROM domain_alert_counters AS kept JOIN domains ON domains.account_id = kept.account_id AND domains.id = domain_id WHERE {_DAYS} GROUP BY 1, 2;
CREATE VIEW overview_statistics AS SELECT row_name, round(count::numeric, 2)::float8 AS count FROM lake_statistics WHERE row_name NOT LIKE '%:%';
INSERT INTO lake_statistics (row_name, count, taken_at) SELECT *, now()
    FROM (VALUES ('records', 1e6), ('average_leaks_per_email', 1.5), ('average_leaks_per_domain', 2.5)) AS taken ON CONFLICT DO NOTHING;
"""
"""The parts of the overview, from the same counters as the product's."""


def fetch(folder: Path) -> list[str] | None:
    """Install it into a folder and return the command that serves it, or None where no registry gives it."""
    tools = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    npm, node = (shutil.which(name, path=tools["PATH"]) for name in ("npm", "node"))
    if npm is None or node is None:
        return None
    folder.mkdir()
    (folder / "package.json").write_text("{}")
    install = [npm, "install", "--no-audit", "--no-fund", "--no-save", f"postgraphile@{_VERSION}"]
    if subprocess.run(install, cwd=folder, env=tools, capture_output=True, check=False).returncode:
        return None
    # The name on the PATH may be a wrapper, which would not hand on the signal to stop.
    program = subprocess.run([node, "-p", "process.execPath"], env=tools, capture_output=True, text=True, check=True)
    return [program.stdout.strip(), str(shutil.copy(_SCRIPT, folder))]


def query(account: str, size: int) -> str:
    """Return the query of a page of an account's open Workforce alerts."""
    condition = f'{{accountId: "{account}", domainName: null, isClosed: false}}'
    order = "[DATETIME_DESC, PRIMARY_KEY_DESC]"
    return f"{{ allAlerts(condition: {condition}, orderBy: {order}, first: {size}) {{ nodes {{ {FIELDS} }} }} }}"


def overview_query(account: str) -> str:
    """Return the query of an account's overview of the last seven days."""
    own = f'(condition: {{accountId: "{account}"}})'
    return f"""{{ allOverviewDetections{own} {{ nodes {{ total new }} }}
    allOverviewBlocks{own} {{ nodes {{ hasDomain total unread last90Days last60Days last365Days }} }}
    allOverviewDays{own} {{ nodes {{ day totalEvents userEvents domainEvents }} }}
    allOverviewDomains{own} {{ nodes {{ domain total unread }} }}
    allOverviewStatistics {{ nodes {{ rowName count }} }} }}"""


def read_overview(answer: Any) -> list[str]:
    """Return the numbers of the answer to that query, each in a line; large ones are texts in it."""
    parts = {name: part["nodes"] for name, part in answer["data"].items()}
    [detections] = parts["allOverviewDetections"]
    blocks = {block["hasDomain"]: block for block in parts["allOverviewBlocks"]}
    return overview_lines(
        detections,
        [blocks[False], blocks[True]],
        parts["allOverviewDays"],
        parts["allOverviewDomains"],
        parts["allOverviewStatistics"],
    )


def overview_lines(
    detections: Row, blocks: Sequence[Row], days: Sequence[Row], domains: Sequence[Row], statistics: Sequence[Row]
) -> list[str]:
    """Return the numbers of an overview, each in a line, so that two can be compared."""
    return [
        f"detections {int(detections['total'])} {int(detections['new'])}",
        *(" ".join(str(int(block[name])) for name in BLOCK.split()) for block in blocks),
        *sorted(
            f"{row['day']} {int(row['totalEvents'])} {int(row['userEvents'])} {int(row['domainEvents'])}"
            for row in days
        ),
        *sorted(f"{row['domain']} {int(row['total'])} {int(row['unread'])}" for row in domains),
        *sorted(f"{row['rowName'].lower()} {float(row['count']):.2f}" for row in statistics),
    ]
