"""What programs may ask for, by what it is about."""
