"""Scenario files that come with a system: its folder ``scenarios``, opened when somebody first asks."""

from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct

from battles.engine.core import SetupError
from battles.engine.option_spec import echoed

MOST_BYTES: Final = 1_000_000
"""Bytes of a scenario file."""


class Titled(Protocol):
    """A set-up: what every system's has."""

    @property
    def title(self) -> str: ...


T = TypeVar("T", bound=Titled)


class Scenario(Struct, Generic[T], frozen=True, kw_only=True):
    """A battle as it is offered: ``text`` is a paragraph or two on what it is about."""

    key: str = ""
    text: str = ""
    setup: T

    @property
    def title(self) -> str:
        return self.setup.title


class Shipped(Generic[T]):
    """The scenarios of a package. ``opened`` reads a file and names it by its key."""

    def __init__(self, package: str, opened: Callable[[bytes, str], Scenario[T]]) -> None:
        self._package = package
        self._opened = opened

    @cached_property
    def all(self) -> Mapping[str, Scenario[T]]:
        """Each by its key, in the order of their keys."""
        folder = resources.files(self._package).joinpath("scenarios")
        files = sorted((file for file in folder.iterdir() if file.name.endswith(".json")), key=lambda file: file.name)
        named = ((file.name.removesuffix(".json"), file) for file in files)
        return MappingProxyType({key: self._opened(file.read_bytes(), key) for key, file in named})

    def known(self, key: str) -> Scenario[T]:
        """The scenario of that key.

        Raises:
            SetupError: there is none; the sentence lists those there are.
        """
        if key not in self.all:
            raise SetupError(f"There is no scenario {echoed(key)}; there are {', '.join(self.all)}.")
        return self.all[key]


def decoded(data: bytes, read: Callable[[bytes], Any]) -> Any:
    """What ``read`` makes of the JSON of a scenario file.

    Raises:
        SetupError: it is too large, or no JSON that can be read; a sentence.
    """
    if len(data) > MOST_BYTES:
        raise SetupError(f"The file has {len(data):,} bytes; the most is {MOST_BYTES:,}.")
    try:
        return read(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SetupError(f"The file is no JSON that can be read: {error}.") from None
    except RecursionError:
        raise SetupError("The file is no scenario: its parts are nested too deep.") from None
