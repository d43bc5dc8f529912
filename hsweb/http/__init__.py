"""Who asks, from where, and what may be asked of others."""
