"""The words that stored data is tagged with: of every class that a package writes, its tag and its fields."""

import importlib
import pkgutil
from collections import defaultdict
from types import ModuleType
from typing import Any

import msgspec

import armies
import battles
import campaign
from battles.rules import SYSTEMS


def _modules(package: ModuleType) -> list[ModuleType]:
    """Every module below ``package``, its migrations and commands apart."""
    names = [found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    return [importlib.import_module(name) for name in names if ".migrations" not in name and ".management" not in name]


def _home(module: str) -> str:
    """The system whose package a module belongs to; "shared" for what belongs to none."""
    return next((part for part in module.split(".") if part in SYSTEMS), "shared")


def _written(struct: type[msgspec.Struct]) -> str:
    """The tag of ``struct`` with its fields as they are written."""
    info: Any = msgspec.inspect.type_info(struct)
    fields = " ".join(sorted(f"{field.encode_name}{'' if field.required else '?'}" for field in info.fields))
    return f"{info.tag_field}={info.tag}: {fields}"


def stored_tags() -> dict[str, list[str]]:
    """By part of Muster, a line for every class with a tag: the tag, then the fields, ``?`` for one with a default."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for app in (armies, battles, campaign):
        for module in _modules(app):
            for value in vars(module).values():
                if (
                    isinstance(value, type)
                    and issubclass(value, msgspec.Struct)
                    and value.__struct_config__.tag is not None
                ):
                    found[_home(value.__module__)].add(_written(value))
    return {home: sorted(lines) for home, lines in sorted(found.items())}
