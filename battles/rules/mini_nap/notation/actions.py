"""Short notation for actions, to type: ``12 pivot 45 adv 6.5``, ``fire 12 31 at 60.5,42``."""

from typing import Any, Final, get_args

from battles.engine.codec import Unreadable, decode, encode
from battles.engine.words import NotationError
from battles.kits.open_table.notation import (
    PLACE,
    Row,
    Words,
    angle,
    angle_of,
    echoed,
    key_of,
    length,
    length_of,
    number,
    row,
    spot_of,
)
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import MOST_POINTS, MOST_SHARES, MOST_TRIES, Allotment, Face
from battles.rules.mini_nap.notation.plans import ANCHORS, PLAN_FORM, read_plan, written_plan
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import Formation

FORMATIONS: Final = get_args(Formation)
UNIT: Final = number("unit", "a unit")
ENEMY: Final = number("enemy", "an enemy")
STAND: Final = number("stand", "a command stand")
TRAVEL: Final = length("travel")
FACING: Final = angle("facing")


def _spots(words: Words) -> tuple[tuple[int, int], ...]:
    spots = [words.spot()]
    while words.next and len(spots) < MOST_POINTS:
        spots.append(words.spot())
    return tuple(spots)


ROWS: Final[tuple[Row, ...]] = (
    (
        act.ChooseEdge,
        "edge",
        "edge lower",
        lambda a: [a.edge],
        lambda w: act.ChooseEdge(w.one_of(("lower", "upper"), "an edge")),
    ),
    (
        act.Deploy,
        "deploy",
        "deploy 12 60.5,42 90 line",
        lambda a: [str(a.unit), spot_of((a.x, a.y)), angle_of(a.facing), a.formation],
        lambda w: act.Deploy(w.number("a unit"), *w.spot(), w.angle(), w.one_of(FORMATIONS, "a formation")),
    ),
    row(act.DeployStand, "post", "post 3 60.5,42", STAND, PLACE),
    row(act.Withhold, "withhold", "withhold 12", UNIT),
    row(act.ChooseBrigade, "brigade", "brigade 2", number("brigade", "a Brigade")),
    row(act.DivisionManoeuvre, "division", "division 1", number("division", "a Division")),
    (
        act.MoveStand,
        "ride",
        "ride 3 60.5,42 62,45",
        lambda a: [str(a.stand), *map(spot_of, a.points)],
        lambda w: act.MoveStand(w.number("a command stand"), _spots(w)),
    ),
    row(act.Attach, "attach", "attach 3 12", STAND, UNIT),
    row(act.Detach, "detach", "detach 3 60.5,42", STAND, PLACE),
    row(act.Done, "done", "done"),
    (
        act.Retreat,
        "retreat",
        "retreat 12, or retreat 12 without-stand",
        lambda a: [str(a.unit), *(["without-stand"] if a.leave_stand else [])],
        lambda w: act.Retreat(w.number("a unit"), bool(w.take_if("without-stand"))),
    ),
    row(act.Reman, "man", "man 12", number("battery", "a battery")),
)

FACES: Final = tuple(face for face in get_args(Face) if face)

_AT: Final = "at"


def _aimed(words: Words) -> tuple[int, int]:
    words.one_of((_AT,), "the next word")
    return words.spot()


def _face(words: Words) -> Any:
    return words.one_of(FACES, "a face of a square") if words.next else ""


def _over(words: Words) -> str:
    return words.key("a bridge") if words.take_if("over") else ""


def _bridge(action: act.OpportunityCharge | act.BreakCharge) -> list[str]:
    return ["over", key_of(action.bridge)] if action.bridge else []


def _batteries(words: Words) -> tuple[int, ...]:
    first = words.number("a battery")
    return (first, words.number("a battery")) if words.next else (first,)


def _tries(words: Words) -> tuple[act.Anchor, ...]:
    tries: list[act.Anchor] = []
    while words.next and len(tries) < MOST_TRIES:
        unit, _, anchor = words.take("a unit and its stand").partition(":")
        anchor_word: Any = anchor.lower()
        if anchor_word not in ANCHORS:
            raise words.wrong("A unit and the stand that stays are written like 12:front")
        tries.append(act.Anchor(words.counted(unit, "a unit"), anchor_word))
    return tuple(tries)


def _shares(words: Words) -> tuple[Allotment, ...]:
    shares: list[Allotment] = []
    while words.next and len(shares) < MOST_SHARES:
        parts = words.take("a share").split(":")
        if len(parts) != 3:
            raise words.wrong("A unit, its enemy and the points allotted to it are written like 12:31:4")
        shares.append(Allotment(*(words.counted(part, "each part of a share") for part in parts)))
    return tuple(shares)


def _escape(action: act.FallBack | act.Flee) -> list[str]:
    return [length_of(action.travel), *(["about"] if action.turn else [])]


def _shot(action: act.Fire | act.ReturnFire) -> list[str]:
    return [_AT, spot_of(action.aim), *([action.face] if action.face else [])]


WINDOWS: Final[tuple[Row, ...]] = (
    row(act.Pass, "pass", "pass"),
    (
        act.OpportunityCharge,
        "meet",
        "meet 12 6.5 90, for the unit, the travel of the enemy, and the bearing; over a bridge with its name after it",
        lambda a: [str(a.unit), length_of(a.at), angle_of(a.facing), *_bridge(a)],
        lambda w: act.OpportunityCharge(w.number("a unit"), w.length(), w.angle(), _over(w)),
    ),
    row(act.GoOn, "onward", "onward 6.5", TRAVEL),
    row(act.NameDefender, "defender", "defender 12", UNIT),
    row(act.Stay, "stand", "stand"),
    (
        act.FallBack,
        "fallback",
        "fallback 6, or fallback 6 about",
        _escape,
        lambda w: act.FallBack(w.length(), bool(w.take_if("about"))),
    ),
    row(act.LimberAndFlee, "limber", "limber"),
    (act.Flee, "flee", "flee 6, or flee 6 about", _escape, lambda w: act.Flee(w.length(), bool(w.take_if("about")))),
    row(act.FleeToSquare, "refuge", "refuge 12", number("square", "a unit")),
    (
        act.EmergencySquare,
        "square",
        "square front",
        lambda a: [a.anchor],
        lambda w: act.EmergencySquare(w.one_of(ANCHORS, "a stand that stays")),
    ),
    (
        act.NearbySquares,
        "squares",
        "squares 12:front 13:left, or squares alone for none",
        lambda a: [f"{each.unit}:{each.anchor}" for each in a.tries],
        lambda w: act.NearbySquares(_tries(w)),
    ),
    row(act.Feint, "feint", "feint"),
    row(act.FeintBack, "rideback", "rideback 6 90", TRAVEL, FACING),
    row(act.EvadeStand, "evade", "evade 60.5,42", PLACE),
)

FIGHTS: Final[tuple[Row, ...]] = (
    (
        act.Fire,
        "fire",
        "fire 12 31 at 60.5,42, with the face of a square after it",
        lambda a: [str(a.unit), str(a.target), *_shot(a)],
        lambda w: act.Fire(w.number("a unit"), w.number("a target"), _aimed(w), _face(w)),
    ),
    (
        act.FireStructure,
        "batter",
        'batter 12 "bridge 1" at 60.5,42',
        lambda a: [str(a.unit), key_of(a.structure), _AT, spot_of(a.aim)],
        lambda w: act.FireStructure(w.number("a unit"), w.key("a structure"), _aimed(w)),
    ),
    (
        act.Suppress,
        "suppress",
        "suppress 12 31, or suppress 12 31 32",
        lambda a: map(str, (a.unit, *a.batteries)),
        lambda w: act.Suppress(w.number("a unit"), _batteries(w)),
    ),
    (
        act.ReturnFire,
        "return",
        "return 12 at 60.5,42, with the face of a square after it",
        lambda a: [str(a.unit), *_shot(a)],
        lambda w: act.ReturnFire(w.number("a unit"), _aimed(w), _face(w)),
    ),
    row(act.Join, "join", "join 12 31 90", UNIT, ENEMY, FACING),
    row(act.BreakSquare, "sally", "sally 12 31 90", UNIT, ENEMY, FACING),
    row(act.ChooseGroup, "combat", "combat 0", number("group", "a combat")),
    (
        act.Allot,
        "allot",
        "allot 12:31:4 12:32:2",
        lambda a: [f"{each.unit}:{each.enemy}:{each.points}" for each in a.shares],
        lambda w: act.Allot(_shares(w)),
    ),
    row(act.RallyBack, "rallyback", "rallyback 12 6", UNIT, TRAVEL),
    row(act.StopAndRally, "halt", "halt 12 90", UNIT, FACING),
    row(act.RallyForward, "rallyon", "rallyon 12 6", UNIT, TRAVEL),
    (
        act.BreakCharge,
        "chargeon",
        "chargeon 12 31 90, for the unit, its target, and the bearing; over a bridge with its name after it",
        lambda a: [str(a.unit), str(a.target), angle_of(a.facing), *_bridge(a)],
        lambda w: act.BreakCharge(w.number("a unit"), w.number("a target"), w.angle(), _over(w)),
    ),
)

LONGEST_TEXT: Final = 4_000
"""Most characters in the notation of one action."""


def write(action: Any) -> str:
    """``action`` in notation."""
    if isinstance(action, act.Manoeuvre):
        return " ".join(written_plan(action))
    word, parts = _WRITERS[type(action)]
    return " ".join((word, *parts(action)))


def read(text: str) -> Any:
    """The action of a notation text. It need not be legal.

    Raises:
        NotationError: the text cannot be read; the sentence says which word and why.
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError(f"The notation of an action has at most {LONGEST_TEXT:,} characters, not {len(text):,}.")
    words = Words(text)
    first = words.next.lower()
    if first in _READERS:
        words.place = 1
        words.form = f" It is written {FORMS[first]}."
        action = _READERS[first](words)
    elif first[:1].isdecimal():
        words.form = f" A plan is written {PLAN_FORM}."
        action = read_plan(words)
    else:
        start = echoed(words.next) if first else "An empty text"
        first_words = ", ".join(_READERS)
        raise NotationError(
            f"{start} is not an action. An action starts with a unit number or with one of: {first_words}."
        )
    words.end()
    # Words cut out of the text would be written into the state where a default is left out: its hash would differ.
    try:
        return decode(encode(action), act.AnyAction)
    except Unreadable as error:
        raise NotationError(str(error)) from None


def notation(state: State, action: Any) -> str:
    """``action`` in notation, the same in every state."""
    return write(action)


def read_notation(state: State, text: str) -> Any:
    """The action of a notation text; raises as `read`."""
    return read(text)


_ROWS: Final = (*ROWS, *WINDOWS, *FIGHTS)

FORMS: Final[dict[str, str]] = {each[1]: each[2] for each in _ROWS}
"""Example of each kind of action, by its first word."""

_WRITERS: Final = {each[0]: (each[1], each[3]) for each in _ROWS}
_READERS: Final = {each[1]: each[4] for each in _ROWS}
