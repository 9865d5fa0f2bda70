"""``python -m tests.chaos``: strike running installations with faults, and compare them with undisturbed ones.

The variables ROUNDS (200), SEED (by chance) and EVERY (10) set how many rounds there are, repeat a run, and set after how many
rounds both are compared; SITES (external,embedded) names the installations, of which "patroni" has failovers as its faults.
"""

import asyncio
import os
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from tests.chaos.campaign import Campaign
from tests.chaos.failovers import FAILOVERS
from tests.chaos.faults import FAULTS
from tests.chaos.sites import embedded, external, patroni
from tests.chaos.snapshot import Difference

SITES = {"external": (external, FAULTS), "embedded": (embedded, FAULTS), "patroni": (patroni, FAILOVERS)}


async def run(names: Sequence[str], rounds: int, seed: int, every: int, folder: Path) -> bool:
    """Strike each installation in its share of the rounds, and say whether all held."""
    begin = time.monotonic()
    for site_number, name in enumerate(names):
        site_of, faults = SITES[name]
        share = rounds // len(names) + (site_number < rounds % len(names))
        async with site_of(folder) as (site, twin):
            campaign = Campaign(name, seed, folder / f"{name}-files", site, twin, faults=faults)
            for number in range(1, share + 1):
                try:
                    print(f"{name} {number}/{share}: {await campaign.round(number)}", flush=True)
                    if number % every == 0 or number == share:
                        await campaign.compare()
                        print(campaign.summary(), flush=True)
                except Exception as error:
                    difference = error if isinstance(error, Difference) else traceback.format_exc()
                    print(
                        f"SEED={seed}, {name}, round {number} ({campaign.fault}):\n{difference}\nKept: {folder}",
                        flush=True,
                    )
                    return False
            print(dict(campaign.struck), flush=True)
    print(f"{rounds} rounds in {time.monotonic() - begin:.0f} s: no difference.")
    return True


def main() -> int:
    """Run as the environment says; return the exit code."""
    rounds, every = int(os.environ.get("ROUNDS") or 200), int(os.environ.get("EVERY") or 10)
    seed = int(os.environ.get("SEED") or random.randrange(10**6))
    names = (os.environ.get("SITES") or "external,embedded").split(",")
    print(f"SEED={seed}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="breachlight-chaos-"))
    if not asyncio.run(run(names, rounds, seed, every, folder)):
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
