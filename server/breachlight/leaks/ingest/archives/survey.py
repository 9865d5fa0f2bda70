"""The survey of an archive: which members hold credentials, and which infected device each of them comes from.

System files may follow the password files that they describe, so an archive is gone through twice: first its list, system
and cookie files, then the members that the survey chose.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, NamedTuple

import orjson

from breachlight.leaks.ingest.archives.cookies import CookieCounter, CookieCounts, cookies_and_domains, is_cookie_file
from breachlight.leaks.ingest.archives.files import Prefixed, read_up_to
from breachlight.leaks.ingest.archives.limits import Budget, LimitedContent
from breachlight.leaks.ingest.archives.members import (
    UNKNOWN_SIZE,
    Address,
    ByteStream,
    Container,
    Member,
    MemberError,
    MemberInfo,
    MemberProblem,
)
from breachlight.leaks.ingest.archives.opening import PEEKED_BYTES, Origin, Workshop, is_archive
from breachlight.leaks.ingest.archives.session_files import session_file_kind
from breachlight.leaks.ingest.archives.tally import MemberTally
from breachlight.leaks.ingest.file_roles import FileRole, is_password_file, is_system_file, plan_names
from breachlight.leaks.ingest.machine_facts import SYSTEM_FILE_BYTES, facts_of, with_counts

# Another run may open these: with a password, the optional package, or all parts at hand.
_UNLOCKABLE: Final = {
    MemberProblem.ENCRYPTED,
    MemberProblem.WRONG_PASSWORD,
    MemberProblem.RAR_MISSING,
    MemberProblem.MISSING_PART,
}
_OUTERMOST: Final = Address()
_HELD_BYTES: Final = 1 << 20
# Changes when more of the members chosen is read, because offsets then mean other bytes.
_READ_SO: Final = b"with directories, three Cyrillic encodings and URLs of vaults"


@dataclass(slots=True)
class Plan:
    """What to read of one container: members with their infected device (JSON or None), and nested archives."""

    members: dict[int, str | None] = field(default_factory=dict)
    nested: dict[int, "Plan"] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to be read."""
        return not self.members and all(plan.is_empty for plan in self.nested.values())


class ChosenMember(NamedTuple):
    """A member that the survey chose, with its name within the outermost archive."""

    address: Address
    machine: str | None


class Survey:
    """The survey of one archive; ``locked`` names what another run may be able to open."""

    def __init__(self, workshop: Workshop, budget: Budget) -> None:
        self.tally = MemberTally()
        self.locked: list[Address] = []
        self.workshop: Final = workshop
        self.budget: Final = budget
        self.cookies: Final = CookieCounter()
        self._digest = hashlib.sha256(_READ_SO)

    @property
    def digest(self) -> str:
        """A digest of the chosen members: their positions, names and infected devices."""
        return self._digest.hexdigest()

    def plan(self, origin: Origin, address: Address = _OUTERMOST, depth: int = 1) -> Plan:
        """Go through an archive and plan what to read of it.

        Raises:
            MemberError: it cannot be read at all.
            StoppedError: the operator stopped.
        """
        if depth > self.budget.limits.depth:
            raise MemberError(MemberProblem.DEPTH)
        with closing(self.workshop.open(origin)) as container:
            plan = _ContainerSurvey(self, container, address, depth).run(origin)
        if depth == 1:
            self.tally.add_cookies(self.cookies.totals())
        return plan

    def refuse(self, address: Address, problem: MemberProblem) -> None:
        """Count a member that cannot be read."""
        self.tally.refuse(address, problem)
        if problem in _UNLOCKABLE:
            self.locked.append(address)

    def choose(self, address: Address) -> None:
        """Count a member as chosen."""
        self._digest.update(repr(address).encode())
        self.tally.chosen += 1


class _ContainerSurvey:
    def __init__(self, survey: Survey, container: Container, address: Address, depth: int) -> None:
        self._survey = survey
        self._workshop = survey.workshop
        self._budget = survey.budget
        self._container = container
        self._address = address
        self._depth = depth
        self._infos: list[MemberInfo] = []
        self._paths: list[str] = []
        self._planned: dict[int, tuple[FileRole, int | None]] = {}
        self._facts: dict[int, dict[str, Any] | None] = {}
        self._cookies: dict[int, CookieCounts] = {}
        self._held: list[bytes] = []
        self._held_number = -1
        self._nested: dict[int, Plan] = {}
        self._unreadable: dict[int, MemberProblem] = {}

    def run(self, origin: Origin) -> Plan:
        listing = self._container.listing
        if listing is not None:
            self._infos = listing
            self._budget.count_entries(len(listing))
            packed = origin.file.size if origin.file else UNKNOWN_SIZE
            total = sum(max(info.size, 0) for info in listing)
            if (problem := self._budget.declared_problem(MemberInfo(0, "", total, packed))) is not None:
                raise MemberError(problem)
            self._paths = list(map(_path, listing))
            self._planned = self._plan_members()
        try:
            for member in self._members_to_look_at():
                self._workshop.check_stopped()
                if listing is None:
                    self._budget.count_entries(1)
                    self._infos.append(member.info)
                    self._paths.append(_path(member.info))
                self._look_at(member)
        except MemberError as error:
            if self._budget.exhausted is not None and self._depth == 1 and not self._infos:
                raise
            self._survey.refuse(self._address.at(error), error.problem)
        self._count_held()
        if self._container.problem is not None:
            self._survey.refuse(self._address, self._container.problem)
        if self._container.links:
            self._survey.tally.skipped["link"] += self._container.links
        return self._plan()

    def _members_to_look_at(self) -> Iterable[Member]:
        if self._container.listing is None:
            return self._container.members(lambda _: True)
        numbers = {info.number for info in self._infos if self._is_looked_at(info)}
        # Asking for another member unpacks the rest of the current one, which is wasted after the last.
        return islice(self._container.members(lambda info: info.number in numbers), len(numbers))

    def _is_looked_at(self, info: MemberInfo) -> bool:
        role, _ = self._planned[info.number]
        if info.problem is not None or role is FileRole.PASSWORDS:
            return False
        return role is not FileRole.OTHER or is_cookie_file(info.name)

    def _look_at(self, member: Member) -> None:
        info = member.info
        problem = info.problem or self._budget.declared_problem(info)
        if problem is not None:
            self._unreadable[info.number] = problem
            return
        name = _path(info).rpartition("/")[2]
        error: MemberError | None = None
        try:
            stream = self._budget.limited(member.open(), info)
            if is_system_file(name):
                data, error = _beginning(stream, SYSTEM_FILE_BYTES)
                self._facts[info.number] = facts_of(name, data)
            elif is_cookie_file(info.name):
                if isinstance(stream, LimitedContent) and info.number in self._planned:
                    self._hold(info.number, stream.take())
                else:
                    self._cookies[info.number], error = self._survey.cookies.count(stream)
            elif not is_password_file(name):
                error = self._look_inside(info, stream)
        except MemberError as refused:
            error = refused
        if error is not None:
            self._unreadable[info.number] = error.problem

    def _hold(self, number: int, cookies: bytes) -> None:
        """Count the cookies of small files that follow each other together, if they are those of one infected device."""
        if self._held and self._planned[number] != self._planned[self._held_number]:
            self._count_held()
        if not self._held:
            self._held_number = number
        self._held.append(cookies)
        if sum(map(len, self._held)) > _HELD_BYTES:
            self._count_held()

    def _count_held(self) -> None:
        if self._held:
            self._cookies[self._held_number] = self._survey.cookies.count_together(self._held)
            self._held.clear()

    def _look_inside(self, info: MemberInfo, stream: ByteStream) -> MemberError | None:
        head, error = read_up_to(stream, PEEKED_BYTES)
        if not is_archive(head):
            return error
        origin = Origin(info.name, head, Prefixed(head, stream))
        self._nested[info.number] = self._survey.plan(origin, self._address.of(info), self._depth + 1)
        return None

    def _plan_members(self) -> dict[int, tuple[FileRole, int | None]]:
        """Return role and number of the system file of each member."""
        numbers = [info.number for info in self._infos]
        return dict(zip(numbers, plan_names(self._paths, numbers), strict=True))

    def _plan(self) -> Plan:
        plan = Plan()
        planned = self._planned or self._plan_members()
        machines = self._machines(planned)
        tally = self._survey.tally
        tally.machines += len({system for role, system in planned.values() if role is FileRole.PASSWORDS})
        others = 0
        for info in self._infos:
            role, system = planned[info.number]
            if role is FileRole.OTHER:
                others += 1
                continue
            problem = info.problem or self._unreadable.get(info.number) or self._budget.declared_problem(info)
            if problem is not None:
                self._survey.refuse(self._address.of(info), problem)
            elif role is FileRole.SYSTEM:
                tally.skipped["system_file"] += 1
            elif info.number in self._nested and role is FileRole.LEAK:
                plan.nested[info.number] = self._nested[info.number]
            else:
                machine = None if system is None else machines.get(system)
                plan.members[info.number] = machine
                self._survey.choose(self._address.of(info))
        if others:
            tally.skipped["no_credentials"] += others
        return plan

    def _machines(self, planned: dict[int, tuple[FileRole, int | None]]) -> dict[int, str]:
        """Return the infected devices by the number of their system file, as JSON, with the numbers of session files."""
        cookies: dict[int, list[CookieCounts]] = {}
        for number, counts in self._cookies.items():
            role, system = planned[number]
            if role is FileRole.OTHER and system is not None:
                cookies.setdefault(system, []).append(counts)
                self._survey.cookies.add(counts)
        files = self._session_files(planned)
        machines: dict[int, str] = {}
        for number, facts in self._facts.items():
            if facts is None:
                continue
            known = with_counts(facts, *cookies_and_domains(cookies.get(number, ())), files.get(number, Counter()))
            machines[number] = orjson.dumps(known).decode()
        return machines

    def _session_files(self, planned: dict[int, tuple[FileRole, int | None]]) -> dict[int, Counter[str]]:
        """Count the session files of each infected device by kind."""
        facts = self._facts
        folders = {
            info.number: len(path.rpartition("/")[0])
            for info, path in zip(self._infos, self._paths, strict=True)
            if info.number in facts
        }
        files: dict[int, Counter[str]] = {}
        for info, path in zip(self._infos, self._paths, strict=True):
            role, system = planned[info.number]
            if role is FileRole.OTHER and system in folders:
                kind = session_file_kind(path[folders[system] :])
                if kind is not None:
                    files.setdefault(system, Counter())[kind] += 1
                    self._survey.tally.session_files[kind] += 1
        return files


class PlanReader:
    """Yields the members of a plan, in the order of the archive."""

    def __init__(self, workshop: Workshop, budget: Budget, tally: MemberTally) -> None:
        self._workshop = workshop
        self._budget = budget
        self._tally = tally

    def members(
        self, origin: Origin, plan: Plan, address: Address = _OUTERMOST
    ) -> Iterator[tuple[ChosenMember, ByteStream]]:
        """Yield each member with its bytes, which can be read until the next one is asked for.

        A member that cannot be opened is counted; errors while it is read are the caller's to count.
        """
        try:
            container = self._workshop.open(origin)
        except MemberError as error:
            self._tally.refuse(address, error.problem)
            return
        with closing(container):
            try:
                for member in container.members(lambda info: info.number in plan.members or info.number in plan.nested):
                    yield from self._member(member, plan, address)
            except MemberError as error:
                self._tally.refuse(address.at(error), error.problem)

    def _member(self, member: Member, plan: Plan, container: Address) -> Iterator[tuple[ChosenMember, ByteStream]]:
        info = member.info
        address = container.of(info)
        try:
            stream = self._budget.limited(member.open(), info)
        except MemberError as error:
            self._tally.refuse(address, error.problem)
            return
        if info.number not in plan.nested:
            yield ChosenMember(address, plan.members[info.number]), stream
            return
        head, failure = read_up_to(stream, PEEKED_BYTES)
        if failure is not None:
            self._tally.refuse(address, failure.problem)
            return
        origin = Origin(info.name, head, Prefixed(head, stream))
        yield from self.members(origin, plan.nested[info.number], address)


def _beginning(stream: ByteStream, size: int) -> tuple[bytes, MemberError | None]:
    """Return the first ``size`` bytes of a member, fewer if it ends before; with the error that ended it."""
    return (stream.take()[:size], None) if isinstance(stream, LimitedContent) else read_up_to(stream, size)


def _path(info: MemberInfo) -> str:
    """Return a member's name as a path, for the names of its folders alone: nothing is ever opened by it."""
    return info.name.replace("\\", "/")
