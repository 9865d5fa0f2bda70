"""Benchmarks: ratios within one run, against a named peer or a physical limit (``make bench``)."""

import sys
from pathlib import Path

# The modules of tests/support import each other by their bare names; pytest sets this path, ``python -m`` doesn't.
sys.path.append(str(Path(__file__).parents[1] / "support"))
