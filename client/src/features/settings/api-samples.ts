/** `read -s` hides its input and keeps it out of the shell history. */
export const KEEP_KEY = 'read -rs BREACHLIGHT_API_KEY && export BREACHLIGHT_API_KEY';

const QUERY =
  '{ alerts(pageSize: 3) { total results { datetime severity { level } breachRecord { host app usernames } } } }';

export const curlQuery = (origin: string): string => `curl -s ${origin}/graphql \\
  -H "Authorization: Bearer $BREACHLIGHT_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ query: QUERY })}'`;

export const pythonQuery = (origin: string): string => `# Needs httpx: python3 -m pip install httpx
import os

import httpx

QUERY = """
{
  alerts(pageSize: 3) {
    total
    results { datetime severity { level } breachRecord { host app usernames } }
  }
}
"""

answer = httpx.post(
    "${origin}/graphql",
    headers={"Authorization": f"Bearer {os.environ['BREACHLIGHT_API_KEY']}"},
    json={"query": QUERY},
)
answer.raise_for_status()
for alert in answer.json()["data"]["alerts"]["results"]:
    record = alert["breachRecord"]
    site = record["host"] or record["app"] or "unknown site"
    print(alert["severity"]["level"], site)`;
