"""Django's databases, where this site needs more of them."""
