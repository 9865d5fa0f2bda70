"""Mails: written in the transaction that causes them, sent by jobs."""
