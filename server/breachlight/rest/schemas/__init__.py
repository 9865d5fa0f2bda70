"""Pydantic models of the REST API: what it reads and what it answers. ``openapi.json`` is generated from them.

A class name is the name of the schema in that document, and a class docstring is its description.
"""
