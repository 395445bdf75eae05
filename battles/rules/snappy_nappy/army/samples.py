"""The sample armies of section 20.3, read once from ``samples.json`` beside this module."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType

import msgspec

from battles.rules.snappy_nappy.army.force import Force


@cache
def samples() -> Mapping[str, Force]:
    """The sample armies by key, in the order of the file."""
    data = resources.files("battles.rules.snappy_nappy.army").joinpath("samples.json").read_bytes()
    return MappingProxyType(msgspec.json.decode(data, type=dict[str, Force]))
