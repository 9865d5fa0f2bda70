"""What visitors want for an address without an account: a check, or an opt-out, each by a link that is emailed to the address."""
