"""Options for armies, values of a unit that its owner sets, and house rules (MN-RULING-96)."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct, structs

from battles.engine.armies.facts import Army, Element, HouseRules, Override, Unit
from battles.engine.armies.reckoning import (
    PRINTED,
    House,
    HouseSpec,
    Line,
    OverrideSpec,
    house_of,
    in_force,
    override_line,
)
from battles.engine.options import OptionSpec, OptionValue, read_options
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.words import QUALITY_WORDS, TYPE_WORDS
from battles.rules.mini_nap.meta import OPTION_SPECS as BATTLE_SPECS
from battles.rules.mini_nap.tables import CommandLossRule, Limit

MOST_POINTS: Final = 1_000
MOST_RADIUS: Final = 300
MOST_UNITS: Final = 1_000
MOST_GUNS: Final = 48
"""Upper bounds of house rules: of men for a point and strength points, of cm, of units, of guns (MN-RULING-96)."""


class _Guide(NamedTuple):
    """A limit of the tables that a club may change: its key, its group, the things counted, its ends."""

    key: str
    limit: Limit
    group: str
    counts: str
    ends: tuple[str, ...]
    highest: int = MOST_UNITS


_BRIGADES: Final = "Brigades"
_ABOVE: Final = "Divisions, Corps and the side"
_GUNS: Final = "Guns of a battery"

_GUIDES: Final[tuple[_Guide, ...]] = (
    _Guide("infantry_brigade", tables.INFANTRY_BRIGADE, _BRIGADES, "battalions of infantry", ("least", "most")),
    _Guide("infantry_brigade_batteries", tables.INFANTRY_BRIGADE_BATTERIES, _BRIGADES, "batteries with it", ("most",)),
    _Guide("cavalry_brigade", tables.CAVALRY_BRIGADE, _BRIGADES, "regiments of cavalry", ("least", "most")),
    _Guide(
        "cavalry_brigade_occasional", tables.CAVALRY_BRIGADE_OCCASIONAL, _BRIGADES, "regiments, occasionally", ("most",)
    ),
    _Guide("cavalry_brigade_rare", tables.CAVALRY_BRIGADE_RARE, _BRIGADES, "regiments, rarely", ("most",)),
    _Guide("cavalry_brigade_batteries", tables.CAVALRY_BRIGADE_BATTERIES, _BRIGADES, "batteries with it", ("most",)),
    _Guide("mixed_brigade", tables.MIXED_BRIGADE, _BRIGADES, "battalions of a mixed Brigade", ("most",)),
    _Guide("mixed_brigade_batteries", tables.MIXED_BRIGADE_BATTERIES, _BRIGADES, "batteries with it", ("most",)),
    _Guide("division_artillery", tables.DIVISION_ARTILLERY, _ABOVE, "batteries of division artillery", ("most",)),
    _Guide(
        "division_artillery_brigades",
        tables.DIVISION_ARTILLERY_BRIGADES,
        _ABOVE,
        "division artillery Brigades of a Division",
        ("most",),
    ),
    _Guide("reserves_in_corps", tables.RESERVES_IN_CORPS, _ABOVE, "reserve Brigades of a Corps", ("most",)),
    _Guide("side", tables.SIDE, _ABOVE, "units of a side", ("least", "most")),
    _Guide("battery_guns", tables.BATTERY_GUNS, _GUNS, "guns outside Russia", ("most",), MOST_GUNS),
    _Guide("battery_guns_russian", tables.BATTERY_GUNS_RUSSIAN, _GUNS, "guns of a Russian one", ("most",), MOST_GUNS),
    _Guide(
        "horse_battery_guns", tables.HORSE_BATTERY_GUNS, _GUNS, "guns usual with horse", ("least", "most"), MOST_GUNS
    ),
    _Guide("foot_battery_guns", tables.FOOT_BATTERY_GUNS, _GUNS, "guns usual with foot", ("least", "most"), MOST_GUNS),
)

_LIMITS: Final[Mapping[str, Limit]] = MappingProxyType({guide.key: guide.limit for guide in _GUIDES})

_NEXT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cavalry_brigade.most": "cavalry_brigade_occasional.most",
        "cavalry_brigade_occasional.most": "cavalry_brigade_rare.most",
    }
)
"""The usual number is at most the occasional one, and that at most the rare one (MN-ORG-06)."""


def _points(default: int, label: str, rule: str, least: int = 1, not_over: str = "") -> HouseSpec:
    return HouseSpec(
        kind="number",
        default=default,
        group="Strength points",
        label=label,
        rule=rule,
        least=least,
        most=MOST_POINTS,
        not_over=not_over,
    )


def _guide_specs(guide: _Guide) -> Iterator[tuple[str, HouseSpec]]:
    for end in guide.ends:
        key = f"{guide.key}.{end}"
        least = end == "least"
        bottom = 1 if "least" in guide.ends else guide.limit.least
        yield (
            key,
            HouseSpec(
                kind="number",
                default=guide.limit.least if least else guide.limit.most,
                group=guide.group,
                label=f"{'least' if least else 'most'} {guide.counts}",
                rule=guide.limit.rule,
                least=0 if least else bottom,
                most=guide.highest,
                not_over=f"{guide.key}.most" if least else _NEXT.get(key, ""),
            ),
        )


HOUSE_SPECS: Final[Mapping[str, HouseSpec]] = MappingProxyType(
    {
        "men_per_point": _points(tables.MEN_PER_POINT, "men for a point", "MN-SP-01"),
        "men_rounded_up": _points(
            tables.MEN_ROUNDED_UP, "men added before counting", "MN-SP-01", 0, not_over="men_per_point"
        ),
        "guns_per_point": _points(tables.GUNS_PER_POINT, "guns for a point", "MN-SP-03"),
        "least_points": _points(tables.LEAST_POINTS, "least of any unit", "MN-SP-01", not_over="most_battery_points"),
        "most_battery_points": _points(tables.MOST_BATTERY_POINTS, "most of a battery", "MN-SP-04"),
        **{
            f"radius.{rating}": HouseSpec(
                kind="number",
                default=row.radius,
                group="Command radius",
                label=f"{row.word}, cm",
                rule=row.rule,
                most=MOST_RADIUS,
            )
            for rating, row in tables.COMMANDERS.items()
        },
        **{key: spec for guide in _GUIDES for key, spec in _guide_specs(guide)},
    }
)
"""Every number that a club may change, by key, in the order of a form; the defaults are those of the tables."""


def number(house: House, key: str) -> int:
    """The club's value of a number of ``HOUSE_SPECS``, or the printed one."""
    return int(house.values.get(key, HOUSE_SPECS[key].default))


def limit(house: House, key: str) -> Limit:
    """The limit of that key, such as ``infantry_brigade``, with the club's numbers."""
    printed = _LIMITS[key]
    if not house.values:
        return printed
    return structs.replace(
        printed, least=house.get(f"{key}.least", printed.least), most=house.get(f"{key}.most", printed.most)
    )


def limit_mark(house: House, *keys: str) -> str:
    """The club's mark if a house rule changed one of those limits, else empty."""
    return house.mark(*(f"{key}.{end}" for key in keys for end in ("least", "most")))


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options for an army; the defaults are the rules as specified (section 4).

    ``house`` holds the numbers that the club changed in the tables (MN-RULING-96).
    """

    russian_corps_overlap: Literal["dreadful_wins", "poor_wins"] = "dreadful_wins"
    command_loss_rule: CommandLossRule = "exceed_exact_half"
    retreated_units_count_as_losses: bool = True
    max_corps_per_side: int = 1
    org_strict: bool = False
    commander_ratings: Literal["roll", "fixed"] = "roll"
    house: House = PRINTED


DEFAULTS: Final = Options()


NAMES: Final = (
    "russian_corps_overlap",
    "command_loss_rule",
    "retreated_units_count_as_losses",
    "max_corps_per_side",
    "org_strict",
    "commander_ratings",
)

OPTION_SPECS: Final[Mapping[str, OptionSpec]] = MappingProxyType({name: BATTLE_SPECS[name] for name in NAMES})
"""Every option by name, in the order of a form; each is an option of the battle as well."""


def options(values: Mapping[str, OptionValue], house: HouseRules | None = None) -> Options:
    """Options with ``values`` set and all others at their defaults, under a club's house rules.

    House rules that do not belong to Mini-Nap armies are ignored.

    Raises:
        ValueError: a name that is not an army option, or a value that the option does not allow.
    """
    chosen = read_options("Mini-Nap", OPTION_SPECS, values, noun="army option")
    return Options(**chosen, house=house_of("mini_nap", HOUSE_SPECS, house))


SYSTEM: Final = "mini_nap"
RULING: Final = "MN-RULING-95"

OVERRIDE_SPECS: Final[Mapping[str, OverrideSpec]] = MappingProxyType(
    {
        "type": OverrideSpec(kind="choice", label="type", words=TYPE_WORDS, rule="MN-TYPE-08"),  # type: ignore[arg-type]
        "quality": OverrideSpec(kind="choice", label="rating", words=QUALITY_WORDS, rule="MN-RATE-06"),  # type: ignore[arg-type]
        "strength_points": OverrideSpec(
            kind="number",
            label="strength points",
            rule="MN-SP-01",
            least=tables.LEAST_OVERRIDDEN,
            most=tables.MOST_OVERRIDDEN,
        ),
        "gun_weight": OverrideSpec(
            kind="choice",
            label="weight of guns",
            words={weight: weight for weight in tables.BATTERY_DICE},
            rule="MN-WEAPON-03",
        ),
    }
)
"""The values of a unit that may be overridden, in the order of a form. QR follows the rating."""

FACTS: Final = ("type", "quality", "gun_weight")
"""Overrides that replace a recorded fact. Strength points replace a computed number instead."""


def overrides_of(unit: Unit) -> Mapping[str, Override]:
    """The unit's valid overrides, by the value they override."""
    return in_force(SYSTEM, OVERRIDE_SPECS, unit) if unit.overrides else {}


def as_overridden(unit: Unit) -> Unit:
    """``unit`` with its owner's overrides in place of recorded facts. Every rule of Mini-Nap reads this."""
    overrides = overrides_of(unit)
    changes: dict[str, Any] = {what: overrides[what].value for what in FACTS if what in overrides}
    return structs.replace(unit, **changes) if changes else unit


def army_as_overridden(army: Army) -> Army:
    """``army`` with every unit ``as_overridden``."""

    def visit(elements: tuple[Element, ...]) -> tuple[Element, ...]:
        return tuple(
            as_overridden(at) if isinstance(at, Unit) else structs.replace(at, children=visit(at.children))
            for at in elements
        )

    return structs.replace(army, children=visit(army.children))


def fact_lines(unit: Unit, *facts: str) -> Iterator[Line]:
    """A line for each of ``facts`` that the owner overrode; ``unit`` is as recorded."""
    overrides = overrides_of(unit)
    for what in facts:
        if what in overrides:
            spec, was = OVERRIDE_SPECS[what], getattr(unit, what)
            before = spec.words.get(was, was) if was else "not recorded"
            yield override_line(spec, overrides[what], before, spec.words[str(overrides[what].value)], RULING)
