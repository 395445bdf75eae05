"""House rules for Mini-Nap armies: strength points, command radii, limits of organisation (MN-RULING-96)."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec import structs

from battles.engine.armies.house_rules import House, HouseSpec
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.tables import Limit

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
