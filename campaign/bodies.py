"""A limit on what the server reads of one request, before Django sees it.

Django keeps a whole body on the disk before it asks who sent it. This wrapper lets at most the limit through. What
is larger is read on and thrown away, so that the browser gets to see the answer, and cut off where that
goes on for too long.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

TOO_LARGE = "muster.too_large"
"""The key of the connection's scope that is true when its body was larger than the limit."""

PATIENCE = 16
"""How many times the limit is read and thrown away before the connection is cut."""


def limited(application: Application, limit: int) -> Application:
    """``application`` with bodies of at most ``limit`` bytes; a larger one arrives empty and marked TOO_LARGE."""

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
