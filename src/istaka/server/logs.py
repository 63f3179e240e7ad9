"""What the server writes about itself: one line an event, as text for people or as JSON for machines.

A line never holds a hidden tile, a token or a secret: messages are made of table ids, counts and places in
our code (`faults.place_of`), and no traceback is printed, because the values in it may quote a hand.
"""

import logging
import sys

import structlog
from structlog.typing import EventDict, Processor


def keep_logs(form: str, worker: str) -> None:
    """From now on everything that is logged goes to the standard error stream.

    Args:
        form: `text`, or `json` with one object a line.
        worker: the name that every line carries.
    """
    root = logging.getLogger()
    root.handlers[:] = [_handler(form, worker)]
    root.setLevel(logging.INFO)
    # it would tell its address and every start and end once more
    logging.getLogger("uvicorn").setLevel(logging.WARNING)


def _handler(form: str, worker: str) -> logging.Handler:
    def signed(_: object, __: str, line: EventDict) -> EventDict:
        return {**line, "worker": worker}

    last: Processor = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                signed,
                _without_traceback,
            ],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    return handler


def _without_traceback(_: object, __: str, line: EventDict) -> EventDict:
    """Libraries log exceptions with their tracebacks; their kind is enough."""
    raised = line.pop("exc_info", None)
    kind = raised[0] if isinstance(raised, tuple) else type(raised) if raised else None
    return line if kind is None else {**line, "error": kind.__name__}
