"""The content service: what the operator says on the public pages."""
