"""Strawberry schemas run faster: known documents, plain fields, and JSON that a resolver has written. See README.md."""
