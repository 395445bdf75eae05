"""The set-up of a battle for an encounter: both forces with zones and arrivals, the table and options (CM-ENG-03)."""

from collections.abc import Sequence

from msgspec.structs import replace

from battles.engine.armies.group import Fielded
from battles.engine.armies.tree import units
from battles.engine.campaign.encounter import Coming, Contingent, Encounter
from battles.engine.campaign.group import arrival_of, arrival_turn, turns_of
from battles.engine.scenario_file import MOST_NAME
from battles.kits.open_table.encounter import Layout, entry, zones
from battles.rules.mini_nap import meta
from battles.rules.mini_nap.army.battle_force import force_of
from battles.rules.mini_nap.campaign.ground import ground_of
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.scenario.check import check, warnings
from battles.rules.mini_nap.state import BrigadeForce, Force, Setup


def setup_of(encounter: Encounter) -> Fielded:
    """The set-up: side a attacks, side b defends.

    Raises:
        SetupError: an army cannot be fielded.
        ValueError: a wrong option.
    """
    layout, table = ground_of(encounter)
    first = "rolled" if encounter.meeting else "a"
    options = meta.read({"first_initiative": first, **encounter.options})
    rules = Rules(
        replace(
            options,
            table_w=table.width,
            table_h=table.height,
            turn_limit=turns_of(encounter.minutes, encounter.minutes_per_turn),
            max_corps_per_side=max(options.max_corps_per_side, *(len(side.army.children) for side in encounter.sides)),
        )
    )
    forces = tuple(
        replace(_force(side, encounter, layout, rules), zone=zone, task=side.task)
        for side, zone in zip(encounter.sides, zones(layout, encounter), strict=True)
    )
    setup = Setup(
        title=encounter.title[:MOST_NAME],
        table=table,
        forces=(forces[0], forces[1]),
        rules=rules,
        situation=encounter.situation,
    )
    check(setup)
    return setup, warnings(setup)


def _force(side: Contingent, encounter: Encounter, layout: Layout, rules: Rules) -> Force:
    """The force of a side, with the arrivals of its Brigades (MN-RULING-97)."""
    force, ids = force_of(side.army, rules), iter(units(side.army))

    def brigade(each: BrigadeForce) -> BrigadeForce:
        own = [next(ids).id for _ in each.units]
        coming = _coming(own, side.coming)
        if coming is None:
            return each
        turn = arrival_turn(coming.minutes, encounter.minutes_per_turn)
        return replace(each, arrives=turn, entry=entry(layout, coming.bearing))

    corps = tuple(
        replace(
            each,
            divisions=tuple(
                replace(division, brigades=tuple(brigade(one) for one in division.brigades))
                for division in each.divisions
            ),
        )
        for each in force.corps
    )
    return replace(force, corps=corps)


def _coming(unit_ids: Sequence[str], coming: Sequence[Coming]) -> Coming | None:
    """The arrival of a Brigade: that of its units, which come together; the latest counts."""
    found = [each for key in unit_ids if (each := arrival_of((key,), coming)) is not None and each.minutes > 0]
    return max(found, key=lambda each: each.minutes, default=None)
