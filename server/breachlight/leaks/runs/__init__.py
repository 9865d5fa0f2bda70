"""Ingestions that operators start in the console, or a watched folder or a bucket does: workers run them in processes of their own."""
