"""The decorator of compiled functions, and the folder that keeps their machine code.

``make install`` compiles every kernel for a fixed baseline processor into a folder of the installation, so an ingest
compiles nothing, under any user and on any machine. The folder is named by a hash of all kernels' sources, numba and
the baseline: numba itself doesn't notice that a function in another module changed. Bounds checks (``NUMBA_BOUNDSCHECK=1``)
use a folder of their own; ``NUMBA_DISABLE_JIT=1`` leaves plain Python functions. ``BREACHLIGHT_CODE_FOLDER`` names another
folder than the installation's.
"""

import hashlib
import os
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, ParamSpec, Self, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

_BASELINES: Final = {"x86_64": "x86-64-v2", "AMD64": "x86-64-v2"}  # SSE 4.2: every server since 2009
_PACKAGES: Final = ("numba", "llvmlite", "numpy")
_HASH_DIGITS: Final = 16

# The code is the same on every machine, so it mustn't be that of the processor that happens to compile it. numba reads
# these when it is imported.
os.environ.setdefault("NUMBA_CPU_NAME", _BASELINES.get(platform.machine(), "generic"))
os.environ.setdefault("NUMBA_CPU_FEATURES", "")

import numba  # noqa: E402
from numba.core import caching  # noqa: E402
from numba.core.runtime.nrt import rtsys  # noqa: E402

_config: Any = numba.config
_memory: Any = rtsys

registered: Final[list[Any]] = []
"""All compiled functions of the modules imported so far, as numba's dispatchers; empty without compilation."""


def is_compiling() -> bool:
    """Return whether ``compiled`` compiles: not with ``NUMBA_DISABLE_JIT=1``."""
    return not _config.DISABLE_JIT


def is_checking_bounds() -> bool:
    """Return whether compiled code checks indices: with ``NUMBA_BOUNDSCHECK=1``."""
    return bool(_config.BOUNDSCHECK)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of arrays and numbers at its first call, or load its machine code from the installation.

    It runs without the interpreter's lock and checks no bounds: every index must be provably inside its array.
    Division by zero gives what NumPy gives.
    """
    return _compiled(function)


def compiled_leaf(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that makes no arrays and calls none that does: it counts no references, which is much faster."""
    return _compiled(function, _nrt=False)


def compiled_inline(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a leaf of a few lines into each of its callers: passing an array costs as much as the work of such a function."""
    return _compiled(function, _nrt=False, forceinline=True)


def _compiled(function: Callable[P, R], **options: Any) -> Callable[P, R]:
    compile_with: Any = numba.njit
    dispatcher: Any = compile_with(nogil=True, error_model="numpy", **options)(function)
    if is_compiling():
        cache_of: Any = _InstalledCache
        dispatcher._cache = cache_of(function)  # noqa: SLF001 -- ``cache=True`` insists on a folder that it may write
        registered.append(dispatcher)
    return cast("Callable[P, R]", dispatcher)


@cache
def code_folder() -> Path:
    """Return the folder of the machine code of these sources."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    settings = [os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"], str(_config.BOUNDSCHECK)]
    for text in (*settings, *(version(package) for package in _PACKAGES)):
        digest.update(text.encode() + b"\0")
    return code_root() / digest.hexdigest()[:_HASH_DIGITS]


def code_root() -> Path:
    """Return the folder of the installation with the machine code of all versions."""
    return Path(os.environ.get("BREACHLIGHT_CODE_FOLDER") or Path(sys.prefix, "share", "breachlight", "kernels"))


def compiled_here() -> list[str]:
    """Return the names of the functions that this process compiled instead of loading their code."""
    return sorted({function.py_func.__qualname__ for function in registered if function.stats.cache_misses})


def without_code() -> list[str]:
    """Return the names of the compiled functions that the folder has no code of, for any types of their arguments."""
    paths = {function.py_func.__qualname__: function._cache.index_path for function in registered}  # noqa: SLF001
    return sorted(name for name, path in paths.items() if not path.exists())


class _Locator(caching._CacheLocator):  # noqa: SLF001 -- the documented base of locators
    """Locates the code of one function in ``code_folder``, which may be read-only."""

    def __init__(self, line: int) -> None:
        self._line = line

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Self:  # noqa: ARG003 -- numba's signature
        """Return the locator of a function."""
        return cls(py_func.__code__.co_firstlineno)

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(code_folder())

    def get_source_stamp(self) -> str:
        """Return a constant: the folder's name covers the sources."""
        return code_folder().name

    def get_disambiguator(self) -> str:
        """Return what tells functions of one name in one module apart."""
        return str(self._line)


_LOCATORS: Any = [_Locator]


class _Implementation(caching.CompileResultCacheImpl):
    _locator_classes = _LOCATORS


class _InstalledCache(caching.FunctionCache):
    """The code that the installation keeps; what can't be written there is compiled again by the next process."""

    _impl_class = _Implementation

    @property
    def index_path(self) -> Path:
        """The file that lists the code of all signatures."""
        return Path(self.cache_path, f"{self._impl.filename_base}.nbi")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code of one signature, None if there is none.

        It needs only what arrays are allocated by: numba's library of compiled functions, which takes a tenth of a second to load, is
        for compiling, which loads it by itself.
        """
        _memory.initialize(target_context)
        loading: Any = super()
        return loading._load_overload(sig, target_context)  # noqa: SLF001 -- what the documented method calls

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code of one signature, if the folder can be written."""
        saving: Any = super()
        with suppress(OSError):
            saving.save_overload(sig, data)
