"""The live feed of alerts."""
