"""Logs as JSON or as text, and the last failures of this process for the operator."""

import logging
import threading
from collections import Counter, deque
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import structlog
from structlog.typing import EventDict


def without_address(logger: Any, method: str, event: EventDict) -> EventDict:
    """Remove the address that Django appends to the reason of a refused or failed request."""
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

HANDLERS: dict[str, Any] = {
    "stderr": {"class": "logging.StreamHandler", "formatter": "muster"},
    "recent": {"class": "campaign.project.logs.RecentFailures", "level": "ERROR"},
}


def configure(*, style: str, level: str) -> dict[str, Any]:
    """Set structlog up and return Django's LOGGING; ``style`` is `json` or `text`, ``level`` a level's name."""
    final: list[Any]
    if style == "json":
        final = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    else:
        # A traceback with the values of variables would contain secrets, and takes minutes to write.
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
        "handlers": HANDLERS,
        "root": {"handlers": ["stderr", "recent"], "level": level},
        "loggers": {
            # Muster logs one line for each request; Django adds the traceback of a failure.
            "django.request": {"level": "ERROR"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "django.server": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            "uvicorn": {"level": "WARNING"},
        },
    }


MOST: Final = 50
"""Failures remembered, at most."""


@dataclass(frozen=True)
class Failure:
    """A failure. ``route`` is the pattern of the address, empty outside a request; so is ``request_id``."""

    time: datetime
    route: str
    exception: str
    request_id: str


_lock: Final = threading.Lock()
_last: Final[deque[Failure]] = deque(maxlen=MOST)
_counts: Final[Counter[str]] = Counter()


class RecentFailures(logging.Handler):
    """Log handler that remembers exceptions, such as those of failed requests."""

    def emit(self, record: logging.LogRecord) -> None:
        """Remember the exception of ``record``, if it has one."""
        fault = record.exc_info[1] if record.exc_info else None
        if fault is None:
            return
        match = getattr(getattr(record, "request", None), "resolver_match", None)
        failure = Failure(
            time=datetime.fromtimestamp(record.created, UTC),
            route=f"/{match.route}" if match else "",
            exception=_name(type(fault)),
            request_id=str(structlog.contextvars.get_contextvars().get("request_id", "")),
        )
        with _lock:
            _last.appendleft(failure)
            _counts[failure.exception] += 1


def recent_failures() -> list[Failure]:
    """Return the last failures, the newest first."""
    with _lock:
        return list(_last)


def failure_counts() -> dict[str, int]:
    """Return how often each exception has occurred since the start of this process."""
    with _lock:
        return dict(_counts)


def _name(kind: type[BaseException]) -> str:
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
