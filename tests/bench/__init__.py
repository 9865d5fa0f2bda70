"""Benchmarks: ratios within one run, against a named peer or a physical limit (``make bench``)."""
