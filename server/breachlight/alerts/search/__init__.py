"""The index of alerts' texts: which alerts may contain what is searched for (decision 62)."""
