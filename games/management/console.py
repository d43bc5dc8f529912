"""Rich output through the streams of a Django command."""

from typing import IO, cast

from django.core.management.base import OutputWrapper
from rich.console import Console


def console_on(stream: OutputWrapper) -> Console:
    """A console that prints to that stream, which from now on adds no line ends of its own."""
    stream.ending = ""
    return Console(file=cast(IO[str], stream), highlight=False, markup=False, emoji=False)
