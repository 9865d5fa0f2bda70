"""Detection of restored databases: what has ended, was used or was revoked stays so (decision 49)."""
