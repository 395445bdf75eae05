"""Battles as files: a scenario read and written again, those that are shipped, and a table for two forces.

A scenario is JSON in words that a person can write; ``scenario_file`` says what it holds.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from battles.engine.shipped import Scenario, Shipped
from battles.rules.mini_nap.checking import check
from battles.rules.mini_nap.rules import DEFAULTS, Rules
from battles.rules.mini_nap.scenario_file import File
from battles.rules.mini_nap.scenario_read import laid
from battles.rules.mini_nap.scenario_written import file_of
from battles.rules.mini_nap.setup import Force, Setup, Table


def read_scenario(data: bytes) -> Setup:
    """The battle that a scenario file describes.

    Raises:
        SetupError: a fault of the file, with a sentence for the user and the path of the part at fault.
    """
    return opened(data).setup


def opened(data: bytes, key: str = "") -> Scenario[Setup]:
    """A scenario file with its text; raises as `read_scenario`."""
    setup, text = laid(data)
    check(setup)
    return Scenario(key=key, text=text, setup=setup)


SHIPPED: Final = Shipped("battles.rules.mini_nap", opened)
"""The scenarios that come with the system."""


def written(setup: Setup, text: str = "") -> bytes:
    """A file that reads as ``setup`` again, with ``text`` on what it is about."""
    return msgspec.json.format(msgspec.json.encode(file_of(setup, text)), indent=2) + b"\n"


def schema() -> Mapping[str, Any]:
    """The JSON Schema of a scenario file."""
    return msgspec.json.schema(File)


def open_setup(force_a: Force, force_b: Force, rules: Rules = DEFAULTS, title: str = "") -> Setup:
    """Two forces on an open table of the options' size (MN-RULING-60).

    Raises:
        SetupError: what `check` finds.
    """
    options = rules.options
    setup = Setup(
        title=title or f"{force_a.name} against {force_b.name}",
        table=Table(options.table_w, options.table_h),
        forces=(force_a, force_b),
        rules=rules,
    )
    check(setup)
    return setup


def load(key: str) -> Setup:
    """The shipped scenario of that key.

    Raises:
        SetupError: there is none; the sentence lists those there are.
    """
    return SHIPPED.known(key).setup


def text_of(key: str) -> str:
    """What the shipped scenario of that key is about; raises as `load`."""
    return SHIPPED.known(key).text
