"""Scopes of a JSON entry: which of its wanted values belong together (leak-formats §13).

A scope is an object with the objects in it that complete it: those of an array are scopes of their own, and so are
objects that repeat what a neighbour has. What a scope lacks comes from the scopes around it, except that the secret of a
complete one belongs to that one alone.
"""

import numpy as np
import numpy.typing as npt

from breachlight.leaks.kernels.json_walk import (
    N_CHILD,
    N_EMITS,
    N_GIVES,
    N_IN_ARRAY,
    N_PARENT,
    N_SCOPE,
    N_SIBLING,
    V_KEY,
    V_NODE,
    V_PREVIOUS,
)
from breachlight.leaks.kernels.runtime import compiled_leaf

_Integers = npt.NDArray[np.int32]

# Roles of keys; the heads of lists of values have the same numbers. Facts of infected devices follow from FACT on.
R_EMAIL = 1
R_USERNAME = 2
R_SECRET = 3
R_HASH = 4
R_SALT = 5
R_URL = 6
R_SOFTWARE = 7
R_TYPE = 8
R_MAILBOX = 9
R_DOMAIN = 10
R_PHONE = 11
R_FACT = 12
R_WEAK_FACT = 20
"""Roles from here on describe an infected device only if another fact makes it one."""

# Columns of scopes behind the heads of their lists.
S_PARENT = 13
S_USED = 14
S_MACHINE = 15
SCOPE_COLUMNS = 16

RANK_OF_LISTED = -1
"""The rank of a key such as ``uri``: all of them that a scope has are URLs of its login, also those of a list of objects."""

_LOGIN = 1
_SECRET = 2
_LISTED = 4


@compiled_leaf
def _gives(role: int) -> int:
    if role == R_EMAIL or role == R_USERNAME or role == R_MAILBOX:
        return _LOGIN
    return _SECRET if role == R_SECRET or role == R_HASH else 0


@compiled_leaf
def assign_scopes(
    values: _Integers, count: int, nodes: _Integers, node_count: int, roles: _Integers, ranks: _Integers
) -> None:
    """Find the scope of each node, by the logins and secrets that it and its neighbours have."""
    for node in range(node_count):
        nodes[node, N_GIVES] = 0
        nodes[node, N_CHILD] = -1
        nodes[node, N_SCOPE] = -1
    for value in range(count):
        key = int(values[value, V_KEY])
        nodes[values[value, V_NODE], N_GIVES] |= _gives(int(roles[key]))
        if ranks[key] == RANK_OF_LISTED:
            nodes[values[value, V_NODE], N_GIVES] |= _LISTED
    for node in range(node_count - 1, -1, -1):
        given = int(nodes[node, N_GIVES])
        logins = given & _LOGIN
        secrets = (given & _SECRET) >> 1
        child = int(nodes[node, N_CHILD])
        while child >= 0:
            logins += nodes[child, N_GIVES] & _LOGIN
            secrets += (nodes[child, N_GIVES] & _SECRET) >> 1
            child = int(nodes[child, N_SIBLING])
        child = int(nodes[node, N_CHILD])
        while child >= 0:
            gives = int(nodes[child, N_GIVES])
            if (gives & _LOGIN and logins > 1) or (gives & _SECRET and secrets > 1):
                nodes[child, N_SCOPE] = child
            else:
                given |= gives
            child = int(nodes[child, N_SIBLING])
        nodes[node, N_GIVES] = given
        parent = int(nodes[node, N_PARENT])
        if parent < 0 or nodes[node, N_IN_ARRAY]:
            nodes[node, N_SCOPE] = node
        else:
            nodes[node, N_SIBLING] = nodes[parent, N_CHILD]
            nodes[parent, N_CHILD] = node
    for node in range(node_count):  # parents come first
        parent = int(nodes[node, N_PARENT])
        is_listed = parent >= 0 and nodes[node, N_GIVES] == _LISTED and nodes[parent, N_GIVES] & (_LOGIN | _SECRET) != 0
        if nodes[node, N_SCOPE] < 0 or is_listed:
            nodes[node, N_SCOPE] = nodes[parent, N_SCOPE]


@compiled_leaf
def list_values(
    values: _Integers,
    count: int,
    nodes: _Integers,
    node_count: int,
    roles: _Integers,
    ranks: _Integers,
    scopes: _Integers,
) -> None:
    """Link the values of each scope and role, the lowest rank first, else in their order."""
    for node in range(node_count):
        for column in range(SCOPE_COLUMNS):
            scopes[node, column] = -1
        scopes[node, S_USED] = 0
        parent = int(nodes[node, N_PARENT])
        scopes[node, S_PARENT] = -1 if parent < 0 else nodes[parent, N_SCOPE]
    for value in range(count - 1, -1, -1):
        key = int(values[value, V_KEY])
        role = min(int(roles[key]), R_FACT)
        scope = int(nodes[values[value, V_NODE], N_SCOPE])
        head = int(scopes[scope, role])
        if head >= 0 and ranks[values[head, V_KEY]] < ranks[key]:
            # Only the first matters for roles of several ranks, and each rank has few keys.
            values[value, V_PREVIOUS] = values[head, V_PREVIOUS]
            values[head, V_PREVIOUS] = value
        else:
            values[value, V_PREVIOUS] = head
            scopes[scope, role] = value


@compiled_leaf
def _is_address(scopes: _Integers, scope: int) -> bool:
    has_sides = int(scopes[scope, R_MAILBOX]) >= 0 and int(scopes[scope, R_DOMAIN]) >= 0
    return has_sides or int(scopes[scope, R_EMAIL]) >= 0


@compiled_leaf
def has_login(scopes: _Integers, scope: int) -> bool:
    """Return whether a scope itself has a login."""
    return _is_address(scopes, scope) or int(scopes[scope, R_USERNAME]) >= 0 or int(scopes[scope, R_PHONE]) >= 0


@compiled_leaf
def has_secret(scopes: _Integers, scope: int) -> bool:
    """Return whether a scope itself has a secret or a hash."""
    return int(scopes[scope, R_SECRET]) >= 0 or int(scopes[scope, R_HASH]) >= 0


@compiled_leaf
def above(scopes: _Integers, scope: int, wanted: int) -> int:
    """Return the nearest scope around one that has a login, a URL, or a secret without a login; -1 if none has."""
    scope = int(scopes[scope, S_PARENT])
    while scope >= 0:
        if wanted == R_EMAIL and has_login(scopes, scope):
            return scope
        if wanted == R_URL and scopes[scope, R_URL] >= 0:
            return scope
        if wanted == R_SECRET and has_secret(scopes, scope):
            return -1 if has_login(scopes, scope) else scope
        scope = int(scopes[scope, S_PARENT])
    return -1


@compiled_leaf
def decide(nodes: _Integers, node_count: int, scopes: _Integers) -> int:
    """Mark the scopes that become rows, inner ones first, and return how many there are."""
    total = 0
    for scope in range(node_count - 1, -1, -1):
        nodes[scope, N_EMITS] = 0
        if nodes[scope, N_SCOPE] != scope:
            continue
        is_named = has_login(scopes, scope)
        emits = False
        if has_secret(scopes, scope):
            emits = is_named
            if not is_named:
                outer = above(scopes, scope, R_EMAIL)
                if outer >= 0:
                    scopes[outer, S_USED] = 1
                    emits = True
                else:
                    has_url = scopes[scope, R_URL] >= 0 or above(scopes, scope, R_URL) >= 0
                    emits = has_url and scopes[scope, S_USED] == 0
        elif is_named:
            outer = above(scopes, scope, R_SECRET)
            if outer >= 0:
                scopes[outer, S_USED] = 1
                emits = True
            else:
                emits = _is_address(scopes, scope) and scopes[scope, S_USED] == 0
        nodes[scope, N_EMITS] = emits
        total += emits
    return total
