"""What each account monitors."""
