"""Actions as pages and clients send them, in JSON."""

import json
from typing import Any, Final

from battles.engine.codec import Unreadable, decode, encode
from battles.engine.core import Action, RuleSystem
from battles.services.locking import Refused

MOST_BYTES: Final = 10_000
"""Bytes that an action may have; the longest has some hundreds."""


def action_of(system: RuleSystem[Any], content: str | bytes) -> Action:
    """The action that ``content`` says in JSON.

    Raises:
        Refused: it is no action of this system; the sentence says what is wrong and where.
    """
    raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    if len(raw) > MOST_BYTES:
        raise Refused(f"An action has at most {MOST_BYTES:,} bytes; this one has {len(raw):,}.", "action")
    try:
        action: Action = decode(raw, system.action_type)
    except Unreadable as wrong:
        raise Refused(f"This is no action of the battle's rules. {wrong}", "action") from None
    return action


def json_of(action: Action) -> str:
    """``action`` as the JSON that ``action_of`` reads."""
    return encode(action).decode()


def plain_of(action: Action) -> dict[str, Any]:
    """``action`` as plain values, as an API shows it."""
    found: dict[str, Any] = json.loads(encode(action))
    return found
