"""Failovers of a Patroni cluster amid work: the product follows the member that accepts writes."""

import asyncio
import signal
from typing import Final

from patroni_cluster import PatroniCluster
from tests.chaos.faults import Fault, Scene


class Failover(Fault):
    """Lets the other member lead, and waits until both are whole again."""

    # What an ingestion that has waited for a minute ends with.
    exit_codes = frozenset({0, 1})

    async def strike(self, scene: Scene) -> None:
        cluster = scene.site.cluster
        assert cluster is not None
        former = cluster.leader
        await scene.amid_work()
        await asyncio.to_thread(self.change_leader, cluster)
        assert cluster.leader is not former
        await asyncio.to_thread(cluster.wait_until, cluster.is_whole)

    def change_leader(self, cluster: PatroniCluster) -> None:
        """Let the other member lead; afterwards both run."""
        raise NotImplementedError


class SwitchedOver(Failover):
    name = "switchover to the standby"

    def change_leader(self, cluster: PatroniCluster) -> None:
        former = cluster.leader
        former.switch_over()
        cluster.wait_until(lambda: former.answers("/replica"))


class KilledLeader(Failover):
    name = "kill -9 of the leader's PostgreSQL and Patroni"

    def change_leader(self, cluster: PatroniCluster) -> None:
        former, standby = cluster.leader, cluster.standby
        former.signal(signal.SIGKILL)
        cluster.wait_until(lambda: standby.answers("/primary"))
        former.start()


class FrozenLeader(Failover):
    name = "SIGSTOP of the leader until the standby leads"

    def change_leader(self, cluster: PatroniCluster) -> None:
        former, standby = cluster.leader, cluster.standby
        former.signal(signal.SIGSTOP)
        cluster.wait_until(lambda: standby.answers("/primary"))
        former.signal(signal.SIGCONT)
        cluster.wait_until(lambda: not former.answers("/primary"))


FAILOVERS: Final[tuple[Fault, ...]] = (SwitchedOver(), KilledLeader(), FrozenLeader())
