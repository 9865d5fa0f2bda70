"""A tool of each account: follows the cursor, and marks and closes detections, whatever the server does meanwhile."""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import httpx
from products import ProductCaller
from tests.chaos.installation import PATIENCE, Installation
from tests.chaos.leak_files import company
from tests.chaos.snapshot import AlertKey, Difference

_FOLLOW: Final = "query F($after: String!) { alerts(after: $after, pageSize: 100) { cursor hasMore results { id } } }"
_TRIAGE: Final = """mutation U($input: UpdateAlertsInput!) { updateAlerts(input: $input) { __typename ... on Problem { message } } }"""


class Programs:
    """One program for each account of an installation."""

    def __init__(self, site: Installation) -> None:
        self._site = site
        self._cursors = ["" for _ in site.callers]
        self.followed: list[Counter[str]] = [Counter() for _ in site.callers]

    async def follow(self) -> None:
        """Read what is new for each account, in pages, each as often as it takes until it is answered."""
        for number, caller in enumerate(self._site.callers):
            has_more = True
            while has_more:
                page = (await self._ask(caller, _FOLLOW, {"after": self._cursors[number]}))["alerts"]
                self.followed[number].update(alert["id"] for alert in page["results"])
                self._cursors[number], has_more = page["cursor"], page["hasMore"]

    async def triage(self, action: str, keys: Sequence[AlertKey], ids: Mapping[AlertKey, str]) -> None:
        """Mark or close detections."""
        for number, caller in enumerate(self._site.callers):
            own = [ids[key] for key in keys if key[0] == company(number)]
            if own:
                await self._ask(caller, _TRIAGE, {"input": {"action": action, "ids": own}})

    async def _ask(self, caller: ProductCaller, document: str, variables: dict[str, Any]) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                answer = await asyncio.to_thread(caller.graphql, document, variables)
                if "errors" not in answer and answer.get("data"):
                    data: dict[str, Any] = answer["data"]
                    return data
            except (httpx.TransportError, ValueError) as error:  # no response, or none that is JSON
                answer = {"errors": str(error)}
            if time.monotonic() > end:
                raise Difference(f"a program isn't answered: {answer}")
            await asyncio.sleep(0.3)

    async def check_followed(self) -> None:
        """Raise unless every detection was followed once.

        Raises:
            Difference: one was skipped or repeated.
        """
        await self.follow()
        for account, followed in zip(self._site.accounts, self.followed, strict=True):
            async with self._site.connection() as connection:
                rows = await connection.fetch("SELECT id FROM alerts WHERE account_id = $1", account.id)
            raised = Counter(str(row["id"]) for row in rows)
            if followed != raised:
                raise Difference(
                    f"the cursor skipped {(raised - followed).total()} and repeated {(followed - raised).total()}"
                )
