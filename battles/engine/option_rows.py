"""Rows of a system's options in short: each with its words, its default taken from the values of the system."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from battles.engine.option_spec import OptionSpec, written

Row = Mapping[str, Any]
"""What an ``OptionSpec`` says besides its default and its group."""


def tick(label: str, sentence: str, rule: str) -> Row:
    """An option that is on or off."""
    return {"kind": "tick", "label": label, "sentence": sentence, "rule": rule}


def number(label: str, sentence: str, rule: str, kind: str = "number", **ends: int) -> Row:
    """A number, or one of the kinds made of numbers, from ``least`` to ``most``."""
    return {"kind": kind, "label": label, "sentence": sentence, "rule": rule, **ends}


def choice(label: str, sentence: str, rule: str, **words: str) -> Row:
    """One of ``words``, each with its meaning."""
    return {"kind": "choice", "label": label, "sentence": sentence, "rule": rule, "words": MappingProxyType(words)}


def names(label: str, sentence: str, rule: str, *allowed: str) -> Row:
    """Any of ``allowed``."""
    words = MappingProxyType({name: name.capitalize() for name in allowed})
    return {"kind": "set", "label": label, "sentence": sentence, "rule": rule, "words": words}


def group(defaults: Any, title: str, /, **rows: Row) -> Mapping[str, OptionSpec]:
    """Options that stand under one heading of a form, by name; ``defaults`` has an attribute for each."""
    specs = {
        name: OptionSpec(group=title, default=written(getattr(defaults, name), row["kind"]), **row)
        for name, row in rows.items()
    }
    return MappingProxyType(specs)
