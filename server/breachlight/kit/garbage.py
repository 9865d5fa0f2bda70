"""Garbage collection. This module imports nothing that takes time."""

import gc


def collect_garbage_seldom() -> None:
    """Look for garbage once in fifty thousand new objects, as long as this process lives.

    What imports make stays for ever: to look through it again and again took a seventh of the time of a start.
    """
    gc.set_threshold(50_000, 20, 50)


def keep_what_is_loaded() -> None:
    """Never look through what exists now, such as imported modules, and look for garbage from now on."""
    gc.freeze()
    gc.enable()


def collect_garbage_briefly() -> None:
    """Look for garbage once in two thousand new objects, which takes about a millisecond.

    A process that serves answers nobody meanwhile: with fifty thousand it stood still for 30 to 70 ms.
    """
    gc.set_threshold(2_000, 20, 50)
