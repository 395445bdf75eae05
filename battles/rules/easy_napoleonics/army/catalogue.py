"""The catalogue of units with cost and values, national rules, a sample army, and the page of points and cards."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from battles.engine.armies.facts import Army, Brigade, Corps, Division, Draw, Quality, Unit, UnitType
from battles.engine.armies.group import CardChance
from battles.engine.armies.nations import Nation, Troop, establishments, nations, unit_names
from battles.engine.armies.reckoning import Reckoning
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army import cards
from battles.rules.easy_napoleonics.army.cards import card_chances
from battles.rules.easy_napoleonics.army.checks import (
    Leader,
    army_cost,
    army_victory_points,
    budget,
    easy_units,
    leaders,
    left_words,
)
from battles.rules.easy_napoleonics.army.mapping import (
    leader_cost,
    leader_victory_points,
    name_of,
    unit_cost,
    unit_victory_points,
)
from battles.rules.easy_napoleonics.army.options import DEFAULTS, GRADE_OF, KIND_OF, Options, tag_of
from battles.rules.easy_napoleonics.tables import Band, Effect, Grade, Kind, Move, NationTag


class Entry(Struct, frozen=True, kw_only=True):
    """One row of the catalogue (section 11.1): a kind and a grade, armored or not.

    ``needed`` is the natural D10 roll that passes a check, ``moves`` are in hexes, ``fire`` in hexes and dice.
    """

    kind: Kind
    grade: Grade
    armored: bool
    words: str
    needed: int
    stands: int
    actions: int
    moves: tuple[Move, ...]
    fire: tuple[Band, ...]
    fire_rules: tuple[str, ...]
    cost: Reckoning
    victory_points: Reckoning


class LeaderEntry(Struct, frozen=True, kw_only=True):
    """The leader's row: stands, move in hexes, points and victory points (EN-COST-01, EN-VP-01, EN-MOVE-01)."""

    stands: int
    move: int
    cost: Reckoning
    victory_points: Reckoning


class Trait(Struct, frozen=True, kw_only=True):
    """A national rule and what it gives its infantry; ``in_force``: the options include it (EN-NATION-01)."""

    tag: NationTag
    effects: tuple[Effect, ...]
    in_force: bool


def catalogue(options: Options = DEFAULTS) -> tuple[Entry, ...]:
    """Every kind in every grade, worst grade first; kinds that may be armored also with armor (EN-UNIT-05)."""
    return tuple(_entries(options))


def _entries(options: Options) -> Iterator[Entry]:
    for kind in tables.KINDS:
        for armored in (False, True) if kind in tables.ARMORED_KINDS else (False,):
            for grade in tables.GRADES:
                yield Entry(
                    kind=kind,
                    grade=grade,
                    armored=armored,
                    words=name_of(kind, grade, armored),
                    needed=tables.GRADE_NUMBER[grade],
                    stands=tables.STANDS[kind],
                    actions=tables.ACTIONS[kind],
                    moves=tables.MOVES[kind],
                    fire=tables.FIRE[kind],
                    fire_rules=tables.FIRE_RULES[kind],
                    cost=unit_cost(kind, grade, armored, options),
                    victory_points=unit_victory_points(kind, grade, options),
                )


def leader_entry(options: Options = DEFAULTS) -> LeaderEntry:
    """The leader's row of the catalogue."""
    return LeaderEntry(
        stands=tables.LEADER_STANDS,
        move=tables.LEADER_MOVE,
        cost=leader_cost(options),
        victory_points=leader_victory_points(options),
    )


def traits(nation: str, options: Options = DEFAULTS) -> Trait:
    """The national rule of a nation's code; no effects if it has no nation tag (EN-RULING-96)."""
    tag, _ = tag_of(nation, False, options.house)
    return Trait(tag=tag, effects=tables.NATIONAL_EFFECTS.get(tag, ()), in_force=tag in options.national_rules)


def sample_army(nation: str) -> Army:
    """The sample basic army of EN-COST-03 with units of that nation: 13 units in one Corps that the checks accept.

    The units have names of the nation's regiments in its last year; a nation without regiments gets plain names.

    Raises:
        ValueError: no such nation; the text is a sentence for the user.
    """
    row = nations().get(nation)
    if row is None:
        raise ValueError(
            f"{nation[:20] or 'Nothing'} is not the code of a nation. The codes are {', '.join(nations())}."
        )
    foot = _of_kind(nation, "infantry")
    seasoned = tables.SAMPLE_ARMY[0].count
    half = seasoned // 2
    infantry = Division(
        name="1st Division",
        kind="infantry",
        children=(
            Brigade(name="1st Brigade", kind="infantry", children=(*foot[:half], *foot[seasoned + 1 :])),
            Brigade(name="2nd Brigade", kind="infantry", children=foot[half : seasoned + 1]),
            Brigade(name="Division artillery", kind="artillery", children=_of_kind(nation, "field_artillery")),
        ),
    )
    horse = (*_of_kind(nation, "light_cavalry"), *_of_kind(nation, "heavy_cavalry"))
    cavalry = Division(
        name="Cavalry Division",
        kind="cavalry",
        children=(Brigade(name="Cavalry Brigade", kind="cavalry", children=horse),),
    )
    note = "The sample basic army of Easy Napoleonics (EN-COST-03), as an order of battle."
    corps = Corps(name="Corps", children=(infantry, cavalry))
    return Army(name=f"{row.adjective} basic army", nation=nation, notes=(note,), children=(corps,))


_QUALITY: Final[Mapping[Grade, Quality]] = MappingProxyType({grade: quality for quality, grade in GRADE_OF.items()})
_PLAIN: Final[Mapping[Kind, tuple[UnitType, str]]] = MappingProxyType(
    {
        "infantry": ("line_infantry", "Infantry Regiment {n}"),
        "light_cavalry": ("light_cavalry", "Light Cavalry Regiment {n}"),
        "heavy_cavalry": ("heavy_cavalry", "Heavy Cavalry Regiment {n}"),
        "field_artillery": ("foot_artillery", "Foot Battery {n}"),
    }
)
"""Plain names by kind, for nations without regiments of their own."""
_MEN: Final[Mapping[Kind, int]] = MappingProxyType({"infantry": 600, "light_cavalry": 450, "heavy_cavalry": 400})
_MOST_PLAIN: Final = 99
_GUNS: Final = 6
"""Men and guns of a typical unit."""


def _of_kind(nation: str, kind: Kind) -> tuple[Unit, ...]:
    """The units of that kind in the sample army, in the order of its table."""
    grades = [row.grade for row in tables.SAMPLE_ARMY if row.kind == kind for _ in range(row.count)]
    troop = _troop(nation, kind)
    men = _MEN.get(kind)
    return tuple(
        Unit(
            name=name,
            type=troop.type,
            quality=_QUALITY[grade],
            men=men,
            guns=None if men else _GUNS,
            gun_weight=None if men else "medium",
            basis="derived",
        )
        for name, grade in zip(unit_names(troop, len(grades)), grades, strict=True)
    )


def _troop(nation: str, kind: Kind) -> Troop:
    """The nation's most common troop of that kind in its last year, without irregulars and special troops."""
    establishment = establishments()[nation]
    last = establishment.years[-1][1]
    regulars = [
        troop
        for troop in establishment.troops
        if KIND_OF[troop.type] == kind
        and troop.at(last)
        and not (troop.irregular or troop.apart or troop.lancer or troop.armoured or troop.gun_weight == "heavy")
    ]
    if regulars:
        return max(regulars, key=lambda troop: troop.share)
    type_, name = _PLAIN[kind]
    return Troop(key=kind, type=type_, name=name, share=1, until=last, periods=(), numbers=(1, _MOST_PLAIN))


CardWords = tuple[str, str]
"""A card's key and its words."""


class PointsPage(Struct, frozen=True, kw_only=True):
    """An army's points and cards.

    ``kinds`` are the columns of the catalogue, ``grades`` its rows: the words of a grade with an entry for each kind.
    ``draw`` is the last draw, ``hand`` its cards, ``choices`` the units that its choice card may take. ``awaits``: the
    choice is still open. ``earlier``: the draws before the last, with the words of their cards.
    """

    cost: Reckoning
    victory_points: Reckoning
    budget: Reckoning
    left_words: str
    leaders: tuple[Leader, ...]
    leader: LeaderEntry
    traits: tuple[tuple[Nation, Trait], ...]
    kinds: tuple[Entry, ...]
    grades: tuple[tuple[str, tuple[Entry, ...]], ...]
    draw: Draw | None
    earlier: tuple[tuple[Draw, tuple[str, ...]], ...]
    hand: tuple[CardWords, ...]
    units: tuple[cards.CardUnit, ...]
    cards_cost: Reckoning | None
    cards_vp: Reckoning | None
    choices: tuple[CardWords, ...]
    awaits: bool
    chances: tuple[CardChance, ...]


def points_page(army: Army, options: Options) -> PointsPage:
    """The page of an army whose elements have ids."""
    last = army.draws[-1] if army.draws else None
    left = budget(army, options)
    kinds, grades = _catalogue(options)
    return PointsPage(
        cost=army_cost(army, options),
        victory_points=army_victory_points(army, options),
        budget=left,
        left_words=left_words(left.value),
        leaders=leaders(army, options),
        leader=leader_entry(options),
        traits=tuple((nations()[code], traits(code, options)) for code in _nations(army, options)),
        kinds=kinds,
        grades=grades,
        draw=last,
        earlier=tuple((each, tuple(map(cards.card_words, each.cards))) for each in army.draws[:-1]),
        hand=_with_words(last.cards) if last else (),
        units=cards.card_units(army, options),
        cards_cost=cards.cards_cost(army, options) if last else None,
        cards_vp=cards.cards_victory_points(army, options) if last else None,
        choices=_with_words(cards.choices_left(last, options)) if last else (),
        awaits=last is not None and cards.awaits_choice(last),
        chances=card_chances(),
    )


def _with_words(hand: tuple[str, ...]) -> tuple[CardWords, ...]:
    return tuple((card, cards.card_words(card)) for card in hand)


def _catalogue(options: Options) -> tuple[tuple[Entry, ...], tuple[tuple[str, tuple[Entry, ...]], ...]]:
    """A column for each kind, armored or not, and a row for each grade."""
    rows: dict[str, list[Entry]] = {}
    for entry in catalogue(options):
        rows.setdefault(entry.grade, []).append(entry)
    first = next(iter(rows.values()))
    return tuple(first), tuple((grade.replace("_", " "), tuple(entries)) for grade, entries in rows.items())


def _nations(army: Army, options: Options) -> list[str]:
    """The nations of the army's units, in printed order."""
    codes = dict.fromkeys(place.nation for place, _ in easy_units(army, options))
    return [code for code in codes if code in nations()]
