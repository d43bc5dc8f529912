"""Pages and forms about one's own account."""
