"""Plain loops over bytes, compiled by numba: what ingestion does with every byte of a leak.

Only ingestion imports this package, and lazily: numba takes a second to import and 65 MiB. It imports nothing of the
product, so the name of the folder with its machine code (``runtime``) covers all of its sources.
"""
