"""Addresses whose owners don't want them in public lookups; only keyed digests of them are stored."""
