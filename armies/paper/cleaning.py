"""Values made fit to print: every text in characters that the fonts hold."""

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from armies.paper.faces import Printable

T = TypeVar("T", bound=Struct)


def printable_texts(value: T, printable: Printable) -> T:
    """A Struct with every text in it made printable."""
    return msgspec.convert(_texts(msgspec.to_builtins(value), printable), type(value))


def _texts(value: Any, printable: Printable) -> Any:
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {printable(key): _texts(item, printable) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_texts(item, printable) for item in value]
    return value
