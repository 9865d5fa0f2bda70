"""“Has my address leaked?”: answered only by email to that address."""
