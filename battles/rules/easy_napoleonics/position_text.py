"""Positions in words: a small text that a person can read and write, and that holds the whole state.

One thing a line, the word for it first; a unit or a leader a line at the end, in the order of the state. Whatever is
as it usually is may be left out.
"""

import json
from collections.abc import Iterator
from typing import Final

from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.notation_words import FACINGS, Names, names_of
from battles.rules.easy_napoleonics.state import NOWHERE, Hand, Leader, Pair, State, Unit

FIRST_LINE: Final = "Easy Napoleonics position 1"
"""What every such text begins with: the system and the number of the form."""

NOBODY: Final = "-"
"""No side, and no hex."""

PAIRS: Final = ("contacts", "standing", "first", "accepted", "declined", "pairs", "fought")
"""Fields of the state that are pairs of units."""

WHO: Final = (("acting", "acting"), ("holder", "initiative"), ("mover", "mover"), ("fires_first", "fires"))
"""Fields of the state that are sides, with the word for each."""

FLAGS: Final = ("activated", "reformed", "moved_in_column", "locked", "mute", "rallied", "tried_square")
COUNTS: Final = (("used", 0), ("dice_left", -1), ("advances", 0))
LISTS: Final = ("charged", "at")
"""What a unit has done this turn: yes or no, numbers with the usual one, other units."""


def write_position(state: State) -> str:
    """``state`` in words; ``read_position`` with the same set-up gives it back."""
    names = names_of(state)
    lines = [FIRST_LINE, *_head(state, names), *_memory(state, names)]
    lines += [_leader(man, tag, names) for man, tag in zip(state.leaders, names.leaders, strict=True)]
    lines += [_unit(unit, tag, names) for unit, tag in zip(state.units, names.units, strict=True)]
    return "\n".join(lines) + "\n"


def _pairs(names: Names, pairs: tuple[Pair, ...]) -> str:
    return " ".join(f"{names.units[one]}/{names.units[two]}" for one, two in pairs)


def _head(state: State, names: Names) -> Iterator[str]:
    who = [f"{word} {getattr(state, field).upper()}" for field, word in WHO if getattr(state, field)]
    score = f"score {state.score[0]} {state.score[1]}"
    yield " ".join((f"turn {state.turn}", state.phase, *who, f"streak {state.streak}", score))
    if state.first_to_deploy:
        yield f"deploys-first {state.first_to_deploy.upper()}"
    marks = [word for word, true in (("listed", state.listed), ("time-called", state.time_called)) if true]
    yield from marks
    if state.outcome is not None:
        winner = (state.outcome.winner or NOBODY).upper()
        yield f"outcome {winner} {json.dumps(state.outcome.reason)} {json.dumps(state.outcome.rule)}"
    for side, hand in zip("AB", state.hands, strict=True):
        if hand != Hand():
            yield f"hand {side} {_hand(hand)}"
    known = set(state.setup.board.terrain)
    added = [(cell, kind) for cell, kind in state.board.terrain if (cell, kind) not in known]
    if added:
        yield "terrain " + " ".join(f"{names.grid.label(cell)} {kind}" for cell, kind in added)


def _hand(hand: Hand) -> str:
    lists = (("cards", hand.cards), ("chosen", hand.chosen), ("deck", hand.deck))
    words = [f"{word} {','.join(cards)}" for word, cards in lists if cards]
    if hand.chooses:
        words.append(f"chooses {hand.chooses}")
    if hand.nation is not None:
        words.append(f"nation {hand.nation}")
    return " ".join(words)


def _memory(state: State, names: Names) -> Iterator[str]:
    for field in PAIRS:
        pairs = getattr(state, field)
        if pairs:
            yield f"{field} {_pairs(names, pairs)}"
    if state.nominated:
        yield "nominated " + " ".join(names.units[number] for number in state.nominated)
    if state.held:
        yield "held " + " ".join(f"{names.grid.label(cell)} {side.upper()}" for cell, side in state.held)
    for owed in state.pending:
        words = [f"pending {owed.kind} {owed.side.upper()}"]
        for word, number, tags in (
            ("unit", owed.unit, names.units),
            ("leader", owed.leader, names.leaders),
            ("other", owed.other, names.units),
        ):
            if number != NOWHERE:
                words.append(f"{word} {tags[number]}")
        if owed.cell != NOWHERE:
            words.append(f"hex {names.grid.label(owed.cell)}")
        yield " ".join(words)


def _place(cell: Cell, names: Names) -> str:
    return NOBODY if cell == NOWHERE else names.grid.label(cell)


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def _leader(man: Leader, tag: str, names: Names) -> str:
    words = ["leader", tag, _place(man.cell, names), _quoted(man.name), f"left {man.left}"]
    if man.unit != NOWHERE:
        words.append(f"unit {names.units[man.unit]}")
    if not man.alive:
        words.append("killed")
    return " ".join(words)


def _unit(unit: Unit, tag: str, names: Names) -> str:
    words = ["unit", tag, unit.kind, unit.grade, unit.formation, _place(unit.cell, names), FACINGS[unit.facing]]
    words += [unit.level, _quoted(unit.name), f"worth {unit.worth}"]
    if unit.nation != "none":
        words.append(unit.nation)
    if unit.armored:
        words.append("armored")
    words += [flag.replace("_", "-") for flag in FLAGS if getattr(unit, flag)]
    if unit.moved:
        words.append("moved" if unit.moved == "move" else "sidestepped")
    words += [f"{name.replace('_', '-')} {getattr(unit, name)}" for name, none in COUNTS if getattr(unit, name) != none]
    for name in LISTS:
        if foes := getattr(unit, name):
            words.append(f"{name} {','.join(names.units[foe] for foe in foes)}")
    return " ".join(words)
