"""Contents of the page of points and cards: budget, leaders, catalogue, national rules, cards drawn."""

from msgspec import Struct

from battles.engine.armies.facts import Army, Draw
from battles.engine.armies.group import CardChance
from battles.engine.armies.nations import Nation, nations
from battles.engine.armies.reckoning import Reckoning
from battles.rules.easy_napoleonics.army import cards
from battles.rules.easy_napoleonics.army.card_chances import card_chances
from battles.rules.easy_napoleonics.army.catalogue import Entry, LeaderEntry, Trait, catalogue, leader_entry, traits
from battles.rules.easy_napoleonics.army.cost import (
    Leader,
    army_cost,
    army_victory_points,
    budget,
    easy_units,
    leaders,
    left_words,
)
from battles.rules.easy_napoleonics.army.options import Options

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
