"""Accounts, their users, memberships and profiles."""
