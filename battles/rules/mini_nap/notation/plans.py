"""Notation of manoeuvres: free steps, the movement, and free steps after it."""

from collections.abc import Callable, Iterator
from typing import Any, Final, get_args

from battles.kits.open_table.notation import Words, angle_of, key_of, length_of, spot_of
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import Change

CHANGES: Final = get_args(Change.__annotations__["to"])
ANCHORS: Final = ("front", "rear", "left", "right")
FLANKS: Final = ("left", "right")

_PIVOT, _ABOUT, _TURN_FIRST = "pivot", "about", "turn-first"
_ON, _SIDE, _FACING = "on", "side", "facing"
_THEN, _DEFEND, _LEAVE = "then", "defend", "leave"

PLAN_FORM: Final = (
    "12, and as needed a formation, pivot 45, about, a movement such as adv 6.5 or charge 31, then and more steps"
)
"""How a manoeuvre is written, for error sentences."""


def written_plan(plan: act.Manoeuvre) -> Iterator[str]:
    """The words of a manoeuvre."""
    yield str(plan.unit)
    yield from _steps(plan.before)
    if plan.move is not None:
        word, write, _ = _MOVES[type(plan.move)]
        yield word
        yield from write(plan.move)
    if plan.after != act.NO_FREE_STEPS:
        yield _THEN
        yield from _steps(plan.after)
    if plan.defend:
        yield from (_DEFEND, key_of(plan.defend))
    if plan.leave:
        yield _LEAVE


def read_plan(words: Words) -> act.Manoeuvre:
    """Read a manoeuvre, starting with the unit's number."""
    unit = words.number("a unit")
    before = _read_steps(words)
    move = None
    word = words.take_if(*_BY_WORD)
    if word:
        words.form = f" It is written {_MOVE_FORMS[word]}."
        move = _BY_WORD[word](words)
    after = _read_steps(words) if words.take_if(_THEN) else act.NO_FREE_STEPS
    defend = words.key("a landmark or bridge") if words.take_if(_DEFEND) else ""
    return act.Manoeuvre(unit, before, move, after, defend, bool(words.take_if(_LEAVE)))


# Free steps.


def _steps(pre: act.FreeSteps) -> Iterator[str]:
    turn = [*([_PIVOT, angle_of(pre.pivot)] if pre.pivot is not None else []), *([_ABOUT] if pre.about_face else [])]
    change = [] if pre.change is None else list(_change(pre.change))
    if pre.change_first:
        yield from (*change, *turn)
    else:
        yield from (*turn, *change)
        if not (turn and change):
            yield _TURN_FIRST


def _change(change: Change) -> Iterator[str]:
    yield change.to
    if change.anchor:
        yield from (_ON, change.anchor)
    if change.side:
        yield from (_SIDE, change.side)
    if change.bearing is not None:
        yield from (_FACING, angle_of(change.bearing))


def _read_steps(words: Words) -> act.FreeSteps:
    change, pivot, about, change_first = None, None, False, True
    while word := words.take_if(*CHANGES, _PIVOT, _ABOUT, _TURN_FIRST):
        if word == _PIVOT:
            pivot = words.angle()
        elif word == _ABOUT:
            about = True
        elif word == _TURN_FIRST:
            change_first = False
        else:
            change = _read_change(words, word)
            change_first = pivot is None and not about
    return act.FreeSteps(change=change, pivot=pivot, about_face=about, change_first=change_first)


def _read_change(words: Words, to: Any) -> Change:
    anchor: Any = words.one_of(ANCHORS, "a stand that stays") if words.take_if(_ON) else ""
    side: Any = words.one_of(ANCHORS, "a side") if words.take_if(_SIDE) else ""
    return Change(to=to, anchor=anchor, side=side, bearing=words.angle() if words.take_if(_FACING) else None)


# Movements.


def _oblique(move: act.Oblique) -> tuple[str, ...]:
    ahead, aside = ("ahead", length_of(move.ahead)), ("aside", length_of(move.aside))
    return (move.side, *aside, *ahead) if move.aside_first else (move.side, *ahead, *aside)


def _read_oblique(words: Words) -> act.Oblique:
    side: Any = words.one_of(FLANKS, "a side")
    first = words.one_of(("ahead", "aside"), "a way")
    one = words.length()
    words.one_of(("aside",) if first == "ahead" else ("ahead",), "the other way")
    other = words.length()
    return act.Oblique(side, one, other) if first == "ahead" else act.Oblique(side, other, one, aside_first=True)


def _back(move: act.Prolong | act.RoadMove) -> tuple[str, ...]:
    return (length_of(move.travel), *(["back"] if move.back else []))


_ROWS: Final[tuple[tuple[type, str, str, Callable[[Any], Any], Callable[[Words], Any]], ...]] = (
    (act.Advance, "adv", "adv 6.5", lambda m: [length_of(m.travel)], lambda w: act.Advance(w.length())),
    (
        act.SideStep,
        "step",
        "step left 2",
        lambda m: [m.side, length_of(m.travel)],
        lambda w: act.SideStep(w.one_of(FLANKS, "a side"), w.length()),
    ),
    (act.StepBack, "back", "back 2", lambda m: [length_of(m.travel)], lambda w: act.StepBack(w.length())),
    (act.Oblique, "oblique", "oblique left ahead 2 aside 2", _oblique, _read_oblique),
    (
        act.Inch,
        "inch",
        "inch 45 2",
        lambda m: [angle_of(m.bearing), length_of(m.travel)],
        lambda w: act.Inch(w.angle(), w.length()),
    ),
    (
        act.Prolong,
        "prolong",
        "prolong 3, or prolong 3 back",
        _back,
        lambda w: act.Prolong(w.length(), bool(w.take_if("back"))),
    ),
    (
        act.Redeploy,
        "redeploy",
        "redeploy 45 8 facing 90",
        lambda m: [angle_of(m.bearing), length_of(m.travel), _FACING, angle_of(m.facing)],
        lambda w: act.Redeploy(w.angle(), w.length(), _facing(w)),
    ),
    (
        act.RoadMove,
        "road",
        'road "high road" 8, or with back after it',
        lambda m: [key_of(m.road), *_back(m)],
        lambda w: act.RoadMove(w.key("a road"), w.length(), bool(w.take_if("back"))),
    ),
    (
        act.CrossBridge,
        "cross",
        'cross "bridge 1" 60.5,42 facing 90',
        lambda m: [key_of(m.bridge), spot_of((m.x, m.y)), _FACING, angle_of(m.facing)],
        lambda w: act.CrossBridge(w.key("a bridge"), *w.spot(), _facing(w)),
    ),
    (
        act.Charge,
        "charge",
        'charge 31, or charge 31 over "bridge 1"',
        lambda m: [str(m.target), *(["over", key_of(m.bridge)] if m.bridge else [])],
        lambda w: act.Charge(w.number("a unit"), w.key("a bridge") if w.take_if("over") else ""),
    ),
    (
        act.ExtendedCharge,
        "extend",
        "extend 31",
        lambda m: [str(m.target)],
        lambda w: act.ExtendedCharge(w.number("a unit")),
    ),
)


def _facing(words: Words) -> int:
    words.one_of((_FACING,), "the next word")
    return words.angle()


_MOVES: Final = {row[0]: (row[1], row[3], row[4]) for row in _ROWS}
_BY_WORD: Final[dict[str, Callable[[Words], Any]]] = {row[1]: row[4] for row in _ROWS}
_MOVE_FORMS: Final = {row[1]: row[2] for row in _ROWS}
