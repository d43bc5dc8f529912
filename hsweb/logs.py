"""What is written to the log."""

import logging


def refused_in_one_line(record: logging.LogRecord) -> bool:
    """Requests that were refused, such as those to another host, need no traceback: that is for errors of our own."""
    was_refused = record.name.startswith("django.security") or getattr(record, "status_code", 500) < 500
    if was_refused:
        record.exc_info = None
    return True
