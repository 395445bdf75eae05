"""Logs: one JSON object a line where a machine reads them, aligned words where a person does.

Every line of a request carries the request's id. Never logged: bodies, query strings, cookies, and addresses as
typed (an unlisted army's address is its key); the pattern of the address is logged instead.
"""

import logging
from typing import Any

import structlog
from structlog.typing import EventDict


def without_address(logger: Any, method: str, event: EventDict) -> EventDict:
    """Drop the address that Django writes behind the reason of a refused or failed request."""
    record, words = event.get("_record"), event.pop("positional_args", None)
    if not isinstance(record, logging.LogRecord) or not record.name.startswith(("django.request", "django.security")):
        return event
    if isinstance(words, tuple) and words:
        event["event"] = str(words[0])
    return event


SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    without_address,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def configure(*, style: str, level: str) -> dict[str, Any]:
    """Set structlog up and return Django's LOGGING; ``style`` is `json` or `text`, ``level`` a level's name."""
    final: list[Any]
    if style == "json":
        final = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    else:
        # A traceback with the values of its variables would hold secrets, and takes minutes to write.
        final = [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *final],
        "foreign_pre_chain": SHARED,
        "pass_foreign_args": True,
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"muster": formatter},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "muster"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # The request's own line tells of every answer; Django adds the traceback of a failure.
            "django.request": {"level": "ERROR"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "django.server": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            "uvicorn": {"level": "WARNING"},
        },
    }
