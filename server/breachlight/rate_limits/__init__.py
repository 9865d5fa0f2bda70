"""Rate limits shared by all processes."""
