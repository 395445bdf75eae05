"""Short forms of answers to an enemy, of fire and of combat: how each kind of action is written and read."""

from typing import Any, Final, get_args

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.actions_parts import MOST_SHARES, MOST_TRIES, Face
from battles.rules.mini_nap.frames import Allotment
from battles.rules.mini_nap.notation_parts import ANCHORS
from battles.rules.mini_nap.notation_turn import Row
from battles.rules.mini_nap.notation_words import Words, angle_of, key_of, length_of, spot_of

FACES: Final = tuple(face for face in get_args(Face) if face)

_AT: Final = "at"


def _aimed(words: Words) -> tuple[int, int]:
    words.one_of((_AT,), "the next word")
    return words.spot()


def _face(words: Words) -> Any:
    return words.one_of(FACES, "a face of a square") if words.next else ""


def _over(words: Words) -> str:
    return words.key("a bridge") if words.found("over") else ""


def _batteries(words: Words) -> tuple[int, ...]:
    first = words.number("a battery")
    return (first, words.number("a battery")) if words.next else (first,)


def _tries(words: Words) -> tuple[act.Anchor, ...]:
    found: list[act.Anchor] = []
    while words.next and len(found) < MOST_TRIES:
        unit, _, anchor = words.take("a unit and its stand").partition(":")
        stays: Any = anchor.lower()
        if stays not in ANCHORS:
            raise words.wrong("A unit and the stand that stays are written like 12:front")
        found.append(act.Anchor(words.counted(unit, "a unit"), stays))
    return tuple(found)


def _shares(words: Words) -> tuple[Allotment, ...]:
    found: list[Allotment] = []
    while words.next and len(found) < MOST_SHARES:
        parts = words.take("a share").split(":")
        if len(parts) != 3:
            raise words.wrong("A unit, its enemy and the points it puts on him are written like 12:31:4")
        found.append(Allotment(*(words.counted(part, "each part of a share") for part in parts)))
    return tuple(found)


def _escape(action: act.FallBack | act.Flee) -> list[str]:
    return [length_of(action.travel), *(["about"] if action.turn else [])]


def _shot(action: act.Fire | act.ReturnFire) -> list[str]:
    return [_AT, spot_of(action.aim), *([action.face] if action.face else [])]


WINDOWS: Final[tuple[Row, ...]] = (
    (act.Pass, "pass", "pass", lambda _: [], lambda _: act.Pass()),
    (
        act.OpportunityCharge,
        "meet",
        "meet 12 6.5 90, the unit, how far the enemy comes, and the bearing; over a bridge with its name after it",
        lambda a: [str(a.unit), length_of(a.at), angle_of(a.facing), *(["over", key_of(a.bridge)] if a.bridge else [])],
        lambda w: act.OpportunityCharge(w.number("a unit"), w.length(), w.angle(), _over(w)),
    ),
    (act.GoOn, "onward", "onward 6.5", lambda a: [length_of(a.travel)], lambda w: act.GoOn(w.length())),
    (
        act.NameDefender,
        "defender",
        "defender 12",
        lambda a: [str(a.unit)],
        lambda w: act.NameDefender(w.number("a unit")),
    ),
    (act.Stay, "stand", "stand", lambda _: [], lambda _: act.Stay()),
    (
        act.FallBack,
        "fallback",
        "fallback 6, or fallback 6 about",
        _escape,
        lambda w: act.FallBack(w.length(), bool(w.found("about"))),
    ),
    (act.LimberAndFlee, "limber", "limber", lambda _: [], lambda _: act.LimberAndFlee()),
    (act.Flee, "flee", "flee 6, or flee 6 about", _escape, lambda w: act.Flee(w.length(), bool(w.found("about")))),
    (
        act.FleeToSquare,
        "refuge",
        "refuge 12",
        lambda a: [str(a.square)],
        lambda w: act.FleeToSquare(w.number("a unit")),
    ),
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
    (act.Feint, "feint", "feint", lambda _: [], lambda _: act.Feint()),
    (
        act.FeintBack,
        "rideback",
        "rideback 6 90",
        lambda a: [length_of(a.travel), angle_of(a.facing)],
        lambda w: act.FeintBack(w.length(), w.angle()),
    ),
    (act.EvadeStand, "evade", "evade 60.5,42", lambda a: [spot_of((a.x, a.y))], lambda w: act.EvadeStand(*w.spot())),
)

FIGHTS: Final[tuple[Row, ...]] = (
    (
        act.Fire,
        "fire",
        "fire 12 31 at 60.5,42, with a face of a square after it",
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
        "return 12 at 60.5,42, with a face of a square after it",
        lambda a: [str(a.unit), *_shot(a)],
        lambda w: act.ReturnFire(w.number("a unit"), _aimed(w), _face(w)),
    ),
    (
        act.Join,
        "join",
        "join 12 31 90",
        lambda a: [str(a.unit), str(a.enemy), angle_of(a.facing)],
        lambda w: act.Join(w.number("a unit"), w.number("an enemy"), w.angle()),
    ),
    (
        act.BreakSquare,
        "sally",
        "sally 12 31 90",
        lambda a: [str(a.unit), str(a.enemy), angle_of(a.facing)],
        lambda w: act.BreakSquare(w.number("a unit"), w.number("an enemy"), w.angle()),
    ),
    (act.ChooseGroup, "combat", "combat 0", lambda a: [str(a.group)], lambda w: act.ChooseGroup(w.number("a combat"))),
    (
        act.Allot,
        "allot",
        "allot 12:31:4 12:32:2",
        lambda a: [f"{each.unit}:{each.enemy}:{each.points}" for each in a.shares],
        lambda w: act.Allot(_shares(w)),
    ),
    (
        act.RallyBack,
        "rallyback",
        "rallyback 12 6",
        lambda a: [str(a.unit), length_of(a.travel)],
        lambda w: act.RallyBack(w.number("a unit"), w.length()),
    ),
    (
        act.StopAndRally,
        "halt",
        "halt 12 90",
        lambda a: [str(a.unit), angle_of(a.facing)],
        lambda w: act.StopAndRally(w.number("a unit"), w.angle()),
    ),
    (
        act.RallyForward,
        "rallyon",
        "rallyon 12 6",
        lambda a: [str(a.unit), length_of(a.travel)],
        lambda w: act.RallyForward(w.number("a unit"), w.length()),
    ),
    (
        act.BreakCharge,
        "chargeon",
        "chargeon 12 31 90",
        lambda a: [str(a.unit), str(a.target), angle_of(a.facing)],
        lambda w: act.BreakCharge(w.number("a unit"), w.number("a target"), w.angle()),
    ),
)
