"""First run: from an empty installation to its first detection."""
