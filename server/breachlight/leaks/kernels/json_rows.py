"""From the wanted values of a JSON entry to rows of raw fields (leak-formats §13)."""

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.json_keys import find_key
from breachlight.leaks.kernels.json_scopes import (
    R_DOMAIN,
    R_EMAIL,
    R_FACT,
    R_HASH,
    R_MAILBOX,
    R_PHONE,
    R_SALT,
    R_SECRET,
    R_SOFTWARE,
    R_TYPE,
    R_URL,
    R_USERNAME,
    R_WEAK_FACT,
    RANK_OF_LISTED,
    S_MACHINE,
    S_PARENT,
    above,
    assign_scopes,
    decide,
    has_login,
    has_secret,
    list_values,
)
from breachlight.leaks.kernels.json_text import CUT, LEGACY, LONGEST_VALUE, append_decoded, trimmed
from breachlight.leaks.kernels.json_walk import (
    N_EMITS,
    N_START,
    V_END,
    V_FLAGS,
    V_IS_ODD,
    V_KEY,
    V_PREVIOUS,
    V_START,
)
from breachlight.leaks.kernels.runtime import compiled_leaf

_Bytes = npt.NDArray[np.uint8]
_Integers = npt.NDArray[np.int32]
_Longs = npt.NDArray[np.int64]

_MOST_ROWS_OF_SCOPE = 4096

# What became of an entry: its rows are there, it has too many of them, or something has no room for them.
EMITTED = 0
TOO_MANY = 1
NO_SCOPES = 2
NO_ROWS = 3
NO_FACTS = 4
NO_TEXT = 5

# Columns of rows behind the fields: start and length of the entry's object, flags, hash type and machine.
M_START = 0
M_LENGTH = 1
M_FLAGS = 2
M_TYPE = 3
M_MACHINE = 4
META_COLUMNS = 5

# Columns of facts of infected devices.
F_MACHINE = 0
F_ROLE = 1
F_START = 2
F_END = 3
FACT_COLUMNS = 4


@compiled_leaf
def _resolve(data: _Bytes, values: _Integers, value: int, extra: _Bytes, size: int) -> int:
    """Decode and trim a value: afterwards its span is one of the text, which is the data with ``extra`` behind it.

    Returns the size of that, -1 if there may be no room.
    """
    start, end = int(values[value, V_START]), int(values[value, V_END])
    flags = 0
    if values[value, V_IS_ODD] != 0:
        end, start, flags = append_decoded(data, start, end, extra, size)
        if end < 0:
            return -1
        size = end
        start += len(data)
        end += len(data)
    else:
        if end - start > LONGEST_VALUE:
            end = start + LONGEST_VALUE
            flags = CUT
        start, end = trimmed(data, start, end)
    values[value, V_START] = start
    values[value, V_END] = end
    values[value, V_FLAGS] = (codes.LEGACY_ENCODING if flags & LEGACY else 0) | (codes.LINE_CUT if flags & CUT else 0)
    return size


@compiled_leaf
def _byte(data: _Bytes, extra: _Bytes, position: int) -> int:
    return int(data[position]) if position < len(data) else int(extra[position - len(data)])


@compiled_leaf
def _is_own_domain(data: _Bytes, extra: _Bytes, url: int, url_end: int, login: int, login_end: int) -> bool:
    """Return whether a URL is nothing but the domain of the login, which an export adds to an address."""
    length = url_end - url
    if length == 0 or login_end - login <= length or _byte(data, extra, login_end - length - 1) != 0x40:
        return False
    for index in range(length):
        if _byte(data, extra, url + index) | 0x20 != _byte(data, extra, login_end - length + index) | 0x20:
            return False
    return True


@compiled_leaf
def emit(
    data: _Bytes,
    entry_end: int,
    values: _Integers,
    count: int,
    nodes: _Integers,
    node_count: int,
    slots: _Integers,
    words: _Bytes,
    limits: _Integers,
    roles: _Integers,
    ranks: _Integers,
    types: _Integers,
    scopes: _Integers,
    rows: _Integers,
    row_count: int,
    extra: _Bytes,
    size: int,
    facts: _Integers,
    fact_count: int,
    machines: int,
) -> tuple[int, int, int, int, int]:
    """Append the rows of one entry; return what became of it, and how much there is of rows, ``extra``, facts and machines.

    A row is the spans of ``codes.RAW_FIELDS`` followed by ``META_COLUMNS``. Too many are those of more combinations of logins and
    secrets. Without room nothing counts, and the entry must be walked again, since its values were changed.
    """
    if len(scopes) < node_count:
        return NO_SCOPES, row_count, size, fact_count, machines
    assign_scopes(values, count, nodes, node_count, roles, ranks)
    list_values(values, count, nodes, node_count, roles, ranks, scopes)
    if decide(nodes, node_count, scopes) == 0:
        return EMITTED, row_count, size, fact_count, machines
    first_row = row_count
    for value in range(count):
        size = _resolve(data, values, value, extra, size)
        if size < 0:
            return NO_TEXT, first_row, size, fact_count, machines
    for scope in range(node_count):
        if nodes[scope, N_EMITS] == 0:
            continue
        of_login = scope if has_login(scopes, scope) else above(scopes, scope, R_EMAIL)
        of_secret = scope if has_secret(scopes, scope) else above(scopes, scope, R_SECRET)
        of_url = scope if scopes[scope, R_URL] >= 0 else above(scopes, scope, R_URL)
        url = -1 if of_url < 0 else int(scopes[of_url, R_URL])
        software = int(scopes[scope, R_SOFTWARE])
        machine, fact_count, machines = _machine(values, roles, scopes, scope, facts, fact_count, machines)
        if fact_count < 0:
            return NO_FACTS, first_row, size, fact_count, machines
        secret = salt = -1
        kind = codes.JUDGE_BY_SHAPE
        secret_rank = 0
        if of_secret >= 0:
            secret = int(scopes[of_secret, R_SECRET])
            if secret < 0:
                secret = int(scopes[of_secret, R_HASH])
            secret_rank = int(ranks[values[secret, V_KEY]])
            salt = int(scopes[of_secret, R_SALT])
            named = int(scopes[of_secret, R_TYPE])
            if named >= 0 and values[named, V_END] <= len(data):
                key = find_key(data, int(values[named, V_START]), int(values[named, V_END]), slots, words, limits)
                kind = codes.JUDGE_BY_SHAPE if key < 0 else int(types[key])
        login = login_end = -1
        is_list = False
        login_value = -1
        login_flags = 0
        if of_login >= 0:
            is_list = scopes[of_login, R_EMAIL] >= 0
            login_value = int(scopes[of_login, R_EMAIL])
            if not is_list and scopes[of_login, R_MAILBOX] >= 0 and scopes[of_login, R_DOMAIN] >= 0:
                mailbox, domain = int(scopes[of_login, R_MAILBOX]), int(scopes[of_login, R_DOMAIN])
                login, size = _address(data, values, mailbox, domain, extra, size)
                if size < 0:
                    return NO_TEXT, first_row, size, fact_count, machines
                login_end = size + len(data)
            elif not is_list:
                login_value = int(scopes[of_login, R_USERNAME])
                if login_value < 0:
                    login_value = int(scopes[of_login, R_PHONE])
        alias = -1 if of_login < 0 else int(scopes[of_login, R_USERNAME])
        repeated = -1
        if of_secret < 0:
            outer = above(scopes, scope, R_EMAIL)
            repeated = -1 if outer < 0 else int(scopes[outer, R_EMAIL])
        combinations = 0
        while True:  # each login
            if login_value >= 0:
                login, login_end = int(values[login_value, V_START]), int(values[login_value, V_END])
                login_flags = int(values[login_value, V_FLAGS])
            if repeated >= 0 and _is_same(
                data, extra, login, login_end, int(values[repeated, V_START]), int(values[repeated, V_END])
            ):
                break  # the address of the scope around, once more
            current = secret
            while True:  # each secret
                current_url = url
                while True:  # each URL
                    combinations += 1
                    if combinations > _MOST_ROWS_OF_SCOPE:
                        return TOO_MANY, first_row, size, fact_count, machines
                    if row_count == len(rows):
                        return NO_ROWS, first_row, size, fact_count, machines
                    row = rows[row_count]
                    for column in range(2 * codes.RAW_FIELDS):
                        row[column] = -1
                    flags = login_flags
                    if login >= 0:
                        row[2 * codes.LOGIN], row[2 * codes.LOGIN + 1] = login, login_end
                    row_type = kind
                    if current >= 0:
                        row[2 * codes.SECRET] = values[current, V_START]
                        row[2 * codes.SECRET + 1] = values[current, V_END]
                        flags |= int(values[current, V_FLAGS])
                        own = int(types[values[current, V_KEY]])
                        if own != codes.JUDGE_BY_SHAPE:
                            row_type = own
                        if salt >= 0 and row_type != codes.TYPE_PLAIN and values[salt, V_END] > values[salt, V_START]:
                            row[2 * codes.SALT], row[2 * codes.SALT + 1] = values[salt, V_START], values[salt, V_END]
                            flags |= int(values[salt, V_FLAGS])
                    if current_url >= 0:
                        start, end = int(values[current_url, V_START]), int(values[current_url, V_END])
                        is_own = login >= 0 and _is_own_domain(data, extra, start, end, login, login_end)
                        if end > start and not is_own:
                            row[2 * codes.URL], row[2 * codes.URL + 1] = start, end
                            flags |= int(values[current_url, V_FLAGS])
                    if software >= 0:
                        row[2 * codes.SOFTWARE] = values[software, V_START]
                        row[2 * codes.SOFTWARE + 1] = values[software, V_END]
                    _add_aliases(data, values, alias, login_value, row, extra)
                    meta = 2 * codes.RAW_FIELDS
                    row[meta + M_START] = nodes[scope, N_START]
                    row[meta + M_LENGTH] = entry_end - nodes[scope, N_START]
                    row[meta + M_FLAGS] = flags
                    row[meta + M_TYPE] = row_type
                    row[meta + M_MACHINE] = machine
                    row_count += 1
                    current_url = _next_listed(values, ranks, current_url)
                    if current_url < 0:
                        break
                if current < 0:
                    break
                current = int(values[current, V_PREVIOUS])
                while current >= 0 and ranks[values[current, V_KEY]] != secret_rank:
                    current = int(values[current, V_PREVIOUS])
                if current < 0:
                    break
            if not is_list:
                break
            login_value = int(values[login_value, V_PREVIOUS])
            if login_value < 0:
                break
    return EMITTED, row_count, size, fact_count, machines


@compiled_leaf
def _next_listed(values: _Integers, ranks: _Integers, url: int) -> int:
    """Return the next URL of a list of them, -1 if there is none."""
    if url < 0 or ranks[values[url, V_KEY]] != RANK_OF_LISTED:
        return -1
    following = int(values[url, V_PREVIOUS])
    return following if following >= 0 and ranks[values[following, V_KEY]] == RANK_OF_LISTED else -1


@compiled_leaf
def _address(data: _Bytes, values: _Integers, mailbox: int, domain: int, extra: _Bytes, size: int) -> tuple[int, int]:
    """Append an address whose two sides are given apart; return where it starts in the text, and the size of ``extra`` or -1."""
    length = (
        int(values[mailbox, V_END] - values[mailbox, V_START] + values[domain, V_END] - values[domain, V_START]) + 1
    )
    if size + length > len(extra):
        return -1, -1
    start = size + len(data)
    for position in range(values[mailbox, V_START], values[mailbox, V_END]):
        extra[size] = _byte(data, extra, position)
        size += 1
    extra[size] = 0x40
    size += 1
    for position in range(values[domain, V_START], values[domain, V_END]):
        extra[size] = _byte(data, extra, position)
        size += 1
    return start, size


@compiled_leaf
def _add_aliases(data: _Bytes, values: _Integers, alias: int, login_value: int, row: _Integers, extra: _Bytes) -> None:
    found = 0
    while alias >= 0 and found < codes.ALIASES:
        if alias != login_value:
            start, end = int(values[alias, V_START]), int(values[alias, V_END])
            is_new = end > start and not _is_same(
                data, extra, start, end, row[2 * codes.LOGIN], row[2 * codes.LOGIN + 1]
            )
            for other in range(found):
                place = 2 * (codes.ALIAS_1 + other)
                is_new = is_new and not _is_same(data, extra, start, end, row[place], row[place + 1])
            if is_new:
                row[2 * (codes.ALIAS_1 + found)], row[2 * (codes.ALIAS_1 + found) + 1] = start, end
                found += 1
        alias = int(values[alias, V_PREVIOUS])


@compiled_leaf
def _is_same(data: _Bytes, extra: _Bytes, start: int, end: int, other: int, other_end: int) -> bool:
    if other < 0 or end - start != other_end - other:
        return False
    for index in range(end - start):
        if _byte(data, extra, start + index) != _byte(data, extra, other + index):
            return False
    return True


@compiled_leaf
def _machine(
    values: _Integers,
    roles: _Integers,
    scopes: _Integers,
    scope: int,
    facts: _Integers,
    fact_count: int,
    machines: int,
) -> tuple[int, int, int]:
    """Return the number of the infected device that the nearest scope describes, -1 for none; its facts are listed once.

    The numbers of facts, -1 without room for them, and of devices follow. Only a fact that no table of users has makes a device: its identifier, name, malware or date of infection.
    """
    while scope >= 0:
        fact = int(scopes[scope, R_FACT])
        is_device = False
        while fact >= 0:
            role = int(roles[values[fact, V_KEY]])
            is_device = is_device or role < R_WEAK_FACT
            fact = int(values[fact, V_PREVIOUS])
        if is_device:
            break
        scope = int(scopes[scope, S_PARENT])
    if scope < 0:
        return -1, fact_count, machines
    if scopes[scope, S_MACHINE] < 0:
        fact = int(scopes[scope, R_FACT])
        while fact >= 0:
            if fact_count == len(facts):
                return -1, -1, machines
            facts[fact_count, F_MACHINE] = machines
            facts[fact_count, F_ROLE] = roles[values[fact, V_KEY]]
            facts[fact_count, F_START] = values[fact, V_START]
            facts[fact_count, F_END] = values[fact, V_END]
            fact_count += 1
            fact = int(values[fact, V_PREVIOUS])
        scopes[scope, S_MACHINE] = machines
        machines += 1
    return int(scopes[scope, S_MACHINE]), fact_count, machines
