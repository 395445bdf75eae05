"""An army made fit to print: every text in characters that the fonts hold."""

from typing import Any

import msgspec

from armies.rules.facts import Army
from armies.sheets.faces import Printable


def printable_army(army: Army, printable: Printable) -> Army:
    """``army`` with every text made printable; ``printable`` remembers which characters could not be set."""
    return msgspec.convert(_texts(msgspec.to_builtins(army), printable), Army)


def _texts(value: Any, printable: Printable) -> Any:
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {printable(key): _texts(item, printable) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_texts(item, printable) for item in value]
    return value
