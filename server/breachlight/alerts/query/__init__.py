"""Filters, paging and totals of alerts."""
