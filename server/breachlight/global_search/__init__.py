"""Search for people, devices, leaks and sites of an account by a part of their name."""
