"""How numbers are written in French, where Django knows it differently."""

# A narrow space that does not break, as browsers write it, too.
THOUSAND_SEPARATOR = "\u202f"
