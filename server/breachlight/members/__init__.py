"""Members of an account and their invitations."""
