"""Small tools that know no feature: clock, keys, addresses, errors, pagination."""
