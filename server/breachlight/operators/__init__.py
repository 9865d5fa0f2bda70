"""Operators: the people who run the installation."""
