"""``python -m tests.bench.leaks.fuzz_target NAME FOLDER SECONDS``: fuzz one check of the parsers with atheris.

The parsers run as plain Python (``NUMBA_DISABLE_JIT=1``), because atheris sees no coverage in compiled code.
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["breachlight"]):
    from fuzz_targets import TARGETS
    from tests.unit.leaks.test_fuzzing import ARCHIVES, PIECES

    import breachlight.leaks.formats.json_detection
    import breachlight.leaks.formats.json_parts
    import breachlight.leaks.kernels.prose  # noqa: F401 -- readers import theirs when first used

_LONGEST_INPUT = 4096


def main() -> None:
    """Fuzz, starting with the pieces and archives of the property tests."""
    name, folder, seconds = sys.argv[1:]
    corpus = Path(folder)
    seeds = (
        ARCHIVES if name == "archives" else [b"\0\x80" + b"".join(PIECES[start:]) for start in range(0, len(PIECES), 3)]
    )
    for number, seed in enumerate(seeds):
        (corpus / str(number)).write_bytes(seed)
    options = [f"-max_total_time={seconds}", f"-max_len={_LONGEST_INPUT}", "-timeout=30", "-rss_limit_mb=3000"]
    atheris.Setup([sys.argv[0], str(corpus), f"-artifact_prefix={corpus.parent}/", *options], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
