"""GraphQL of alerts."""
