"""The REST API at /api/v1: parse a request, call a service, return the body of rest-contract."""
