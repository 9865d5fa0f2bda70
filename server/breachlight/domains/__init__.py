"""Company domains and the proof that an account holds them."""
