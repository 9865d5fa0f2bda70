"""Monthly exposure reports of accounts: on screen, as PDF and by email."""
