"""Email accounts with detections, by person."""
