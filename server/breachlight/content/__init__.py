"""The content service: the operator's texts on the public pages."""
