"""The installations that are struck: on servers of their own with a store, all on one machine with a small disk, on Patroni."""

import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path

from external_database import ExternalPostgreSQL
from patroni_cluster import PatroniCluster
from products import free_port
from s3_server import s3_server
from tests.chaos.installation import Installation


@asynccontextmanager
async def external(folder: Path) -> AsyncIterator[tuple[Installation, Installation]]:
    """Give an installation on an external PostgreSQL and S3, with two workers, and its undisturbed twin."""
    with s3_server() as store, _postgresql() as server:
        site = Installation(folder / "external", workers=2, postgresql=server, store=store)
        async with _prepared(site, Installation(folder / "external-twin", workers=0)) as both:
            yield both


@asynccontextmanager
async def embedded(folder: Path) -> AsyncIterator[tuple[Installation, Installation]]:
    """Give an installation with the embedded PostgreSQL, and a lake on a file system of its own where one can be mounted."""
    with small_disk(folder / "disk") as disk:
        site = Installation(folder / "embedded", workers=1, disk=disk)
        async with _prepared(site, Installation(folder / "embedded-twin", workers=0)) as both:
            yield both


@asynccontextmanager
async def patroni(folder: Path) -> AsyncIterator[tuple[Installation, Installation]]:
    """Give an installation on a Patroni cluster of two members, and its undisturbed twin."""
    with _cluster() as cluster:
        site = Installation(folder / "patroni", workers=1, cluster=cluster)
        async with _prepared(site, Installation(folder / "patroni-twin", workers=0)) as both:
            yield both


@asynccontextmanager
async def _prepared(site: Installation, twin: Installation) -> AsyncIterator[tuple[Installation, Installation]]:
    async with AsyncExitStack() as stack:
        for each in (site, twin):
            stack.push_async_callback(each.stop)
            await each.prepare()
        yield site, twin


@contextmanager
def _postgresql() -> Iterator[ExternalPostgreSQL]:
    server = ExternalPostgreSQL(free_port())
    server.start()
    try:
        yield server
    finally:
        server.remove()


@contextmanager
def _cluster() -> Iterator[PatroniCluster]:
    cluster = PatroniCluster()
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()


@contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """Mount a file system of 256 MiB; None where this user may not."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=256m", "tmpfs", str(folder)]
    mounted = subprocess.run(command, capture_output=True, text=True, check=False)
    if mounted.returncode:
        print(f"Without full disks, because none can be mounted here: {mounted.stderr.strip()}", flush=True)
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
