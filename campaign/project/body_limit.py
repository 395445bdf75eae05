"""Limit on the size of a request body, before Django reads it."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

TOO_LARGE = "muster.too_large"
"""Key in the connection's scope; true if the body was larger than the limit."""

PATIENCE = 16
"""Multiple of the limit that is read and ignored before the connection is cut."""


def limited(application: Application, limit: int) -> Application:
    """``application`` with bodies of at most ``limit`` bytes; a larger one arrives empty, with TOO_LARGE set."""

    async def wrapped(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        seen = 0

        async def receive_limited() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen <= limit or message["type"] != "http.request":
                return message
            scope[TOO_LARGE] = True
            while message.get("more_body") and message["type"] == "http.request":
                message = await receive()
                seen += len(message.get("body", b""))
                if seen > limit * PATIENCE:
                    return {"type": "http.disconnect"}
            if message["type"] != "http.request":
                return message
            return {"type": "http.request", "body": b"", "more_body": False}

        await application(scope, receive_limited if scope["type"] == "http" else receive, send)

    return wrapped
