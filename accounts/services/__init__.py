"""What happens to accounts: they are made, renamed, banned and deleted."""
