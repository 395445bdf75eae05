"""Armies under every registered system: options, overrides, house rules, rolls and rules of a battle."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from battles.engine import registry
from battles.engine.armies.facts import Army, HouseRules, Override
from battles.engine.armies.group import ArmyGroup, Cards, Organisation, Proposal, Ratings, Reserves, Written
from battles.engine.armies.reckoning import (
    HouseSpec,
    HouseValue,
    OverrideSpec,
    house_faults,
    read_override,
    twice,
    values_in_force,
)
from battles.engine.armies.tree import number
from battles.engine.options import OptionSpec, OptionValue, echoed, read_options, read_value
from battles.engine.sheets.muster_roll import Roll, roll_of_list, with_presence


def groups() -> dict[str, ArmyGroup]:
    """The army group of each system, in the order of pages."""
    return {key: registry.army(key) for key in registry.army_systems()}


def recording_groups() -> dict[str, ArmyGroup]:
    """The groups of systems under which recorded armies are shown."""
    return {key: group for key, group in groups().items() if group.records}


def builder_groups() -> dict[str, ArmyGroup]:
    """Those of them in whose numbers an army is built unit by unit."""
    return {key: group for key, group in groups().items() if group.builds}


def list_groups() -> dict[str, ArmyGroup]:
    """The groups of systems with army lists of their own."""
    return {key: group for key, group in groups().items() if group.lists}


def written_groups() -> dict[str, Written]:
    """The ``written`` groups of the systems that have one."""
    return {key: group.written for key, group in groups().items() if group.written}


def ratings() -> tuple[str, Ratings]:
    """The first system that rates commanders, and its ratings group."""
    return next((key, group.ratings) for key, group in groups().items() if group.ratings)


def cards() -> tuple[str, Cards]:
    """The first system that has random cards, and the cards."""
    return next((key, group.cards) for key, group in groups().items() if group.cards)


def reserves() -> tuple[str, Reserves]:
    """The first system that attaches reserves before play, and its reserves group."""
    return next((key, group.reserves) for key, group in groups().items() if group.reserves)


def sample() -> tuple[str, Callable[[str], Army]]:
    """The title of the first system with sample armies, and the function that gives one by nation code."""
    return next((group.title, group.sample_army) for group in groups().values() if group.sample_army)


def proposals() -> dict[str, tuple[str, Proposal]]:
    """By measure: the system in whose numbers a proposed force is measured, and its proposal group."""
    pairs = ((key, group.proposal) for key, group in groups().items())
    return {proposal.measure: (key, proposal) for key, proposal in pairs if proposal}


def organisation() -> Organisation:
    """The limits of a proposed force, from the first system that has them."""
    return next(group.organisation for group in groups().values() if group.organisation)


def titles() -> dict[str, str]:
    """The title of each system under which recorded armies are shown."""
    return {key: group.title for key, group in recording_groups().items()}


def built_titles() -> dict[str, str]:
    """The title of each system in which an army is built."""
    return {key: group.title for key, group in builder_groups().items()}


def option_specs() -> dict[str, Mapping[str, OptionSpec]]:
    """By system: the options that an army may have, in the order of a form."""
    return {key: group.option_specs for key, group in recording_groups().items()}


def override_specs() -> dict[str, Mapping[str, OverrideSpec]]:
    """By system: the values of a unit that its owner may override, in the order of a form."""
    return {key: group.override_specs for key, group in groups().items() if group.override_specs}


def house_specs() -> dict[str, Mapping[str, HouseSpec]]:
    """By system: every value of the tables that a club may change, in the order of a form."""
    return {key: group.house_specs for key, group in groups().items() if group.house_specs}


def options_in_force(army: Army, system: str) -> tuple[Any, str]:
    """The army's options under a system with its house rules. If they are invalid: the defaults, and a sentence.

    Raises:
        ValueError: no army is shown under that system; a sentence.
    """
    group = recording_groups().get(system)
    if group is None:
        raise ValueError(_unknown(system))
    try:
        return group.options(army.options.get(system, {}), army.house), ""
    except ValueError as error:
        return group.options({}, army.house), f"{error} The default options are used."


def refuse_option(system: str, name: str, value: OptionValue) -> str:
    """Why an army may not have this option, as a sentence; empty if it may."""
    group = recording_groups().get(system)
    if group is None:
        return _unknown(system)
    try:
        read_options(group.title, group.option_specs, {name: value}, noun="army option")
    except ValueError as error:
        return str(error)
    return ""


def valid_options(
    options: Mapping[str, Mapping[str, OptionValue]],
) -> tuple[dict[str, dict[str, OptionValue]], tuple[str, ...]]:
    """The valid options of an army, as given, and a sentence for each invalid one."""
    valid: dict[str, dict[str, OptionValue]] = {}
    refused: list[str] = []
    for system, values in options.items():
        if system not in recording_groups():
            refused.append(_unknown(system))
            continue
        why = {name: refuse_option(system, name, value) for name, value in values.items()}
        refused += [sentence for sentence in why.values() if sentence]
        accepted = {name: value for name, value in values.items() if not why[name]}
        if accepted or not values:
            valid[system] = accepted
    return valid, tuple(refused)


def _unknown(system: str) -> str:
    return f"{echoed(system)} is not a system with options: use one of {', '.join(recording_groups())}."


def read_overrides(overrides: Iterable[Override]) -> tuple[Override, ...]:
    """``overrides`` with their values as their specs store them and tidy reasons.

    Raises:
        ValueError: one that is not allowed, or two for the same value; a sentence for the user.
    """
    read = tuple(_read(override) for override in overrides)
    if again := twice(read):
        group = registry.army(again.system)
        label = group.override_specs[again.what].label
        raise ValueError(f"The {label} of the unit is overridden twice under {group.title}: keep one.")
    return read


def refuse_override(system: str, what: str, value: OptionValue, reason: str) -> str:
    """Why such an override is not allowed, as a sentence; empty if it is."""
    try:
        _read(Override(system=system, what=what, value=value, reason=reason))
    except ValueError as error:
        return str(error)
    return ""


def _read(override: Override) -> Override:
    specs = override_specs()
    if override.system not in specs:
        raise ValueError(f"{echoed(override.system)} is not a system with overrides: use one of {', '.join(specs)}.")
    return read_override(registry.army(override.system).title, specs[override.system], override)


def refuse_house(overlays: Mapping[str, Mapping[str, OptionValue]]) -> dict[tuple[str, str], str]:
    """What is wrong with a club's overlays: a sentence by system and key, empty if nothing is.

    The sentence about an unknown system is under the empty key.
    """
    faults: dict[tuple[str, str], str] = {}
    specs = house_specs()
    for system, overlay in overlays.items():
        if system not in specs:
            sentence = f"{echoed(system)} is not a system with house rules: use one of {', '.join(specs)}."
            faults[system, ""] = sentence
            continue
        wrong = house_faults(registry.army(system).title, specs[system], overlay)
        faults.update({(system, key): sentence for key, sentence in wrong.items()})
    return faults


def read_house(overlays: Mapping[str, Mapping[str, OptionValue]]) -> dict[str, dict[str, Any]]:
    """A club's overlays as they are stored: values as their specs store them, without those equal to the printed ones.

    Raises:
        ValueError: the sentences of ``refuse_house``.
    """
    wrong = refuse_house(overlays)
    if wrong:
        raise ValueError(" ".join(dict.fromkeys(wrong.values())))
    differing_values: dict[str, dict[str, Any]] = {}
    for system, overlay in overlays.items():
        specs = house_specs()[system]
        values = {key: read_value(specs[key].label, specs[key], value) for key, value in overlay.items()}
        if differs := {key: value for key, value in values.items() if value != specs[key].default}:
            differing_values[system] = differs
    return differing_values


def house_in_force(system: str, house: HouseRules | None) -> tuple[HouseValue, ...]:
    """Every number of ``system`` that the club changed, with the printed one; none without house rules.

    Stored values that are invalid now are left out: they have no effect.
    """
    return values_in_force(system, house_specs().get(system, {}), house)


def roll_of(army: Army, system: str) -> Roll:
    """The muster roll of a recorded army under a system, by its own options and house rules.

    Invalid options give the defaults, as on a roster.

    Raises:
        ValueError: no army is shown under that system; a sentence.
    """
    options, _ = options_in_force(army, system)
    group = registry.army(system)
    roll = group.roll(number(army), options) or roll_of_list(group.army_list(army, options))
    return with_presence(roll, army)


def rules_of(army: Army, system: str) -> Any:
    """The rules of a battle by an army's own options, with its club's numbers where battles use them.

    Raises:
        ValueError: an invalid option.
    """
    rules = registry.settings(system).rules(army.options.get(system, {}))
    group = recording_groups().get(system)
    return rules if group is None else group.battle_rules(rules, options_in_force(army, system)[0])
