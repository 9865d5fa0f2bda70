"""The /api/v1 shim: parse, call a service, print the body of the contract."""
