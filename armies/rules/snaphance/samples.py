"""The sample armies of section 19.3, read once from ``armies/data/lists/snaphance.json``."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType

import msgspec

from armies.rules.snaphance.force import Force


@cache
def samples() -> Mapping[str, Force]:
    """Each by its key, in the order of the file."""
    data = resources.files("armies").joinpath("data/lists/snaphance.json").read_bytes()
    return MappingProxyType(msgspec.json.decode(data, type=dict[str, Force]))
