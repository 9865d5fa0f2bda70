"""Playbooks: the steps to take about an incident, chosen by its evidence."""
