"""Incidents: the detections of one infected device, or of one leak, as one case."""
