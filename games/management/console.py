"""Rich output through the streams of a Django command."""

from typing import IO, cast

from django.core.management.base import OutputWrapper
from rich.console import Console

WIDTH_OF_FILES = 100


def console_on(stream: OutputWrapper) -> Console:
    """A console that prints to that stream, which from now on adds no line ends of its own."""
    stream.ending = ""
    width = None if stream.isatty() else WIDTH_OF_FILES
    return Console(file=cast(IO[str], stream), width=width, highlight=False, markup=False, emoji=False)
