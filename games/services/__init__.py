"""The only writers. Each function is one transaction; what it changed is announced after the commit."""
