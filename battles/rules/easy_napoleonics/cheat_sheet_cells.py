"""Cells of the cheat sheet: modifiers and numbers of the tables, and options that are on or off."""

from battles.engine.cheat_sheet import house, signed
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.tables import PRINTED


def value(rules: Rules, table: str, key: str) -> str:
    """A modifier of a table, signed, marked where it is the club's."""
    own, printed = getattr(rules.tables, table)[key].value, getattr(PRINTED, table)[key].value
    return house(signed(own), own, printed)


def number(rules: Rules, name: str) -> str:
    """A number of the tables, marked where it is the club's."""
    own = getattr(rules.tables, name)
    return house(own, own, getattr(PRINTED, name))


def on(true: bool) -> str:
    return "option: on" if true else "option: off"


def nation(rules: Rules, tag: str) -> str:
    return on(tag in rules.options.national_rules)
