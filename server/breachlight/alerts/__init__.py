"""Alerts (detections): raised once, listed, triaged, revealed."""
