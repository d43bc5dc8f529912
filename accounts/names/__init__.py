"""What people may be called."""
