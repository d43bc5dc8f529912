"""Whole numbers as people read them, in their own language."""

from django.utils.formats import number_format


def grouped(number: int) -> str:
    """A whole number with a true minus and its thousands set apart."""
    digits = number_format(abs(number), force_grouping=True)
    return f"−{digits}" if number < 0 else digits


def signed(number: int) -> str:
    return f"+{grouped(number)}" if number > 0 else "±0" if number == 0 else grouped(number)
