"""Questions to the books of a game on a real table, with everything that they ask for, refuse and foretell."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from battles.engine.core import Outcome
from battles.engine.pointing import Forecast
from battles.engine.tabling import Fact, Note
from battles.rules.mini_nap.evolve_units import unit_with
from battles.rules.mini_nap.state import Damage, State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap import mn_rich as rich
from tests.rules.mini_nap.mn_kept import differing, kept, told
from tests.rules.mini_nap.test_mn_kept_books import exhausted, rated

BOOKS: dict[str, State] = {
    "manoeuvre": rated(),
    "guns": rated(brigade=2),
    "Division": rated(brigade=-1, division=0),
    "choice": rated(step="choose", brigade=-1),
    "chosen": exhausted(),
    "fire": rated(step="fire", brigade=2),
    "theirs": rated(step="fire", active="b", brigade=8),
    "melee": rated(step="hand_to_hand"),
    "through": rated(step="break_active"),
    "few": unit_with(unit_with(rated(), rich.THIN, points=2), rich.LINE, points=1),
    "new": rated(step="arrival", active="", brigade=-1),
    "battered": rated(brigade=2, damage=(Damage("village 1", 3), Damage("building 1", 5, destroyed=True))),
    "won": rated(step="over", outcome=Outcome("a", "no_units", "MN-RULING-60")),
    "emptied": unit_with(
        unit_with(rated(step="choose", brigade=-1), rich.FAR_FOOT, where="lost"), rich.LATE, where="lost"
    ),
    "alike": unit_with(rated(brigade=2), rich.TWELVES, crew_in=rich.SQUARE),
}
ASKED: list[tuple[str, str, dict[str, Any]]] = [
    ("manoeuvre", "fire", {}),
    ("manoeuvre", "fire", {"firer": 0}),
    ("manoeuvre", "fire", {"firer": 0, "target": 0}),
    ("manoeuvre", "fire", {"firer": 0, "target": 11}),
    ("manoeuvre", "fire", {"firer": 0, "target": 11, "target_formation": "column", "firer_formation": "column"}),
    ("manoeuvre", "fire", {"firer": 0, "target": 14, "covered": "yes", "out": "yes"}),
    ("manoeuvre", "fire", {"firer": 1, "target": 12, "covered": "yes"}),
    ("manoeuvre", "fire", {"firer": 2, "target": 12}),
    ("manoeuvre", "fire", {"firer": 4, "target": 12}),
    ("manoeuvre", "fire", {"firer": 10, "target": 12}),
    ("manoeuvre", "fire", {"firer": 11, "target": 3}),
    ("manoeuvre", "fire", {"firer": 12, "target": 3, "supports": "yes"}),
    ("manoeuvre", "fire", {"firer": 0, "target": 12, "out": "perhaps"}),
    ("manoeuvre", "fire", {"firer": 0, "target": 12, "range": "short"}),
    ("guns", "fire", {"firer": 7, "target": 11}),
    ("guns", "fire", {"firer": 7, "target": 11, "band": "close"}),
    ("guns", "fire", {"firer": 7, "target": 11, "band": "long", "screened": "yes", "structure": "town"}),
    ("guns", "fire", {"firer": 7, "target": 11, "band": "medium", "screened": "yes"}),
    ("guns", "fire", {"firer": 7, "target": 14, "band": "medium", "screened": "yes"}),
    ("guns", "fire", {"firer": 7, "target": 14, "band": "close", "screened": "yes"}),
    ("guns", "fire", {"firer": 7, "target": 14, "band": "long", "covered": "yes", "structure": "bridge"}),
    ("guns", "fire", {"firer": 8, "target": 14, "band": "long"}),
    ("guns", "fire", {"firer": 8, "target": 11, "band": "close"}),
    ("alike", "fire", {"firer": 7, "target": 11, "band": "close"}),
    ("fire", "fire", {"firer": 19, "target": 7, "band": "long"}),
    ("fire", "fire", {"firer": 19, "target": 3, "band": "close", "target_formation": "solid_square"}),
    ("theirs", "fire", {"firer": 19, "target": 8, "band": "medium", "out": "yes", "structure": "church"}),
    ("theirs", "fire", {"firer": 0, "target": 19}),
    ("melee", "fire", {"firer": 0, "target": 12}),
    ("Division", "fire", {"firer": 0, "target": 12}),
    ("new", "fire", {"firer": 0, "target": 12}),
    ("guns", "batter", {}),
    ("battered", "batter", {"firer": 7}),
    ("guns", "batter", {"firer": 7}),
    ("guns", "batter", {"firer": 7, "structure": "town", "band": "close"}),
    ("guns", "batter", {"firer": 7, "structure": "church", "band": "long", "out": "yes"}),
    ("guns", "batter", {"firer": 7, "structure": "farm", "band": "long"}),
    ("theirs", "batter", {"firer": 19, "structure": "hamlet", "band": "medium"}),
    ("manoeuvre", "suppress", {}),
    ("theirs", "suppress", {"unit": 2}),
    ("fire", "suppress", {"unit": 14}),
    ("fire", "suppress", {"unit": 14, "battery": 7}),
    ("fire", "suppress", {"unit": 14, "battery": 7, "second": 7}),
    ("guns", "suppress", {"unit": 14, "battery": 7, "second": "none"}),
    ("melee", "suppress", {"unit": 14, "battery": 7}),
    ("Division", "suppress", {"unit": 14, "battery": 7}),
    ("manoeuvre", "fight", {}),
    ("manoeuvre", "fight", {"one": 4}),
    ("manoeuvre", "fight", {"one": 4, "enemy": 5}),
    ("manoeuvre", "fight", {"one": 4, "enemy": 12, "one_charged": "yes"}),
    ("manoeuvre", "fight", {"one": 5, "enemy": 12, "outflanks_enemy": "yes"}),
    ("manoeuvre", "fight", {"one": 15, "enemy": 3, "one_charged": "yes", "enemy_defends": "1"}),
    ("manoeuvre", "fight", {"one": 0, "enemy": 12, "second": 16, "second_charged": "yes", "plan": "unit 16"}),
    ("manoeuvre", "fight", {"one": 3, "enemy": 12, "second": 16, "third": 19, "one_defends": "2"}),
    ("manoeuvre", "fight", {"one": 3, "enemy": 12, "second": 12}),
    ("manoeuvre", "fight", {"one": 8, "enemy": 12}),
    ("manoeuvre", "fight", {"one": 12, "enemy": 8}),
    ("manoeuvre", "fight", {"one": 1, "enemy": 13, "second": 11, "third": 14}),
    ("few", "fight", {"one": 2, "enemy": 12, "enemy_outflanks": "yes"}),
    ("few", "fight", {"one": 12, "enemy": 2, "second": 7}),
    ("new", "fight", {"one": 2, "enemy": 12}),
    ("manoeuvre", "fight", {"one": 0, "enemy": 12, "third": 16}),
    ("won", "fight", {"one": 0, "enemy": 12}),
    ("manoeuvre", "test", {}),
    *(("manoeuvre", "test", {"unit": number}) for number in (0, 3, 5, 7, 8, 11, 14, 16)),
    ("manoeuvre", "test", {"unit": 0, "purpose": "caution"}),
    ("manoeuvre", "test", {"unit": 4, "purpose": "extend"}),
    ("manoeuvre", "test", {"unit": 6, "purpose": "extend"}),
    ("manoeuvre", "test", {"unit": 3, "purpose": "break"}),
    ("manoeuvre", "test", {"unit": 6, "purpose": "feint"}),
    ("manoeuvre", "test", {"unit": 0, "purpose": "square"}),
    ("manoeuvre", "test", {"unit": 11, "purpose": "square"}),
    ("manoeuvre", "test", {"unit": 11, "purpose": "square", "formation": "solid_square"}),
    ("manoeuvre", "test", {"unit": 14, "purpose": "square", "formation": "skirmish_line"}),
    ("manoeuvre", "test", {"unit": 14, "purpose": "square", "formation": "line"}),
    ("theirs", "test", {"unit": 1, "purpose": "square"}),
    ("manoeuvre", "test", {"unit": 16, "purpose": "opportunity", "cautious": "yes"}),
    ("theirs", "test", {"unit": 8, "purpose": "flee"}),
    ("theirs", "test", {"unit": 8, "purpose": "flee", "charger": 12}),
    ("manoeuvre", "abandon", {}),
    ("manoeuvre", "abandon", {"unit": 7}),
    ("theirs", "abandon", {"unit": 7}),
    ("theirs", "abandon", {"unit": 7, "square": 3}),
    ("theirs", "abandon", {"unit": 8, "square": 3}),
    ("manoeuvre", "abandon", {"unit": 19}),
    ("manoeuvre", "attach", {}),
    ("manoeuvre", "attach", {"stand": "stand 2"}),
    ("manoeuvre", "attach", {"stand": "stand 2", "unit": 3}),
    ("manoeuvre", "attach", {"stand": "stand 2", "unit": 0}),
    ("manoeuvre", "attach", {"stand": "stand 3", "unit": 0}),
    ("choice", "divide", {}),
    ("choice", "divide", {"division": "division 1", "enemy": "near"}),
    ("chosen", "divide", {"division": "division 0", "enemy": "far"}),
    ("theirs", "divide", {}),
    ("emptied", "divide", {"division": "division 1", "enemy": "far"}),
    ("manoeuvre", "concede", {}),
    ("manoeuvre", "concede", {"side": "b"}),
    ("manoeuvre", "sing", {}),
    ("manoeuvre", "strike", {"unit": 0}),
]
"""The books, the question, and what is stated; a number is that of a unit."""


def stated(facts: dict[str, Any]) -> dict[str, str]:
    return {name: f"unit {value}" if isinstance(value, int) else value for name, value in facts.items()}


def fact(each: Fact) -> Iterator[str]:
    """A fact in a line, and its choices in another, by groups."""
    groups: dict[str, list[str]] = {}
    for choice in each.choices:
        groups.setdefault(choice.group, []).append(f"{choice.value} {choice.words}")
    choices = "; ".join(f"{group}{': ' * bool(group)}{', '.join(found)}" for group, found in groups.items())
    yield f"  {each.key}={each.value} “{each.label}” {each.kind} {each.rule}{' opens' * each.opens}"
    yield f"    {each.key} <{choices}>"


def forecast(each: Forecast) -> Iterator[str]:
    yield f"  {each.title} ({each.rule}){'' if each.whole else ' and more'}"
    for chance in each.chances:
        share = str(chance.share) if chance.share.denominator < 10_000 else f"{float(chance.share):.9f}"
        yield f"    {share} {chance.what}{ {True: ' +', False: ' -', None: ''}[chance.good] }"
    for found in each.sums:
        yield f"    {found.what}: {' '.join(f'{row.value:+} {row.what} ({row.rule})' for row in found.modifiers)}"
        yield f"    = {found.result}"


def lines() -> list[str]:
    """Each question with its facts, as far as none before had the same, its refusal, and its odds."""
    found: list[str] = []
    for name, key, facts in ASKED:
        asked = SYSTEM.inquire(BOOKS[name], Note(key, stated(facts)))
        how = f"{asked.title}{' throws' * asked.throws}, {len(asked.facts)} facts"
        found.append(f"# {name}: {key} {told(facts)}: {how}")
        found += differing(found, chain.from_iterable(map(fact, asked.facts)))
        if asked.refusal:
            found.append(f"  refused: {told(asked.refusal)}")
        for each in asked.forecasts:
            found += forecast(each)
    return found


@pytest.mark.rule("MN-FIRE-43", "what each question asks for, why it is refused, and its odds")
def test_questions_to_the_books() -> None:
    assert lines() == kept("questions")
