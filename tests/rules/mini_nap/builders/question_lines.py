"""Questions for odds with expected answers, good ones and bad ones, as lines."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from msgspec.structs import replace

from battles.engine.odds_questions import OddsError
from battles.rules.mini_nap import victory
from battles.rules.mini_nap.setup.features import key_for, span, usual_outline
from battles.rules.mini_nap.state import Feature
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tables import PRINTED
from battles.rules.mini_nap.ui.keys import click_on
from tests.rules.mini_nap.builders.scenes import scene

RATINGS = ("guard", "elite", "veteran", "trained", "untrained")
FOOT = ("line", "column", "solid_square", "emergency_square", "skirmish_line")


def asked(what: str, **facts: Any) -> str:
    """The answer to a question, or what is wrong with it and where."""
    text = json.dumps(facts)
    try:
        answer = json.dumps(SYSTEM.odds.ask(what, text))
    except OddsError as error:
        answer = f"{error} ({error.path})"
    return f"{text.replace(chr(34), '')}: {answer.replace(chr(34), '')}"


def fighter(side: str, unit_class: str = "infantry", **facts: Any) -> dict[str, Any]:
    given = {"rating": "veteran", "formation": "line", "points": 2}
    return {"side": side, "unit_class": unit_class, **given, **facts}


def fire() -> Iterator[str]:
    for rating, formation in product(("guard", "trained"), FOOT):
        target = {"formation": "column", "rating": rating, "points": 1}
        yield asked("fire", unit_class="infantry", rating=rating, formation=formation, target=target)
    for weight, band, formation in product(("light", "heavy"), ("close", "medium", "long"), ("line", "skirmish_line")):
        battery = {"unit_class": "artillery", "rating": "veteran", "weight": weight, "band": band}
        yield asked("fire", **battery, target={"formation": formation}, screened=True, covered=weight == "heavy")
    target = {"formation": "line", "points": 2}
    foot = {"unit_class": "infantry", "rating": "elite", "formation": "line", "target": target}
    for nation in ("british", "french", "russian"):
        yield asked("fire", **foot, nation=nation, kgl=True)
    yield asked("fire", **{**foot, "unit_class": "cavalry"})
    yield asked("fire", **{**foot, "unit_class": "artillery"}, weight="light")
    yield asked("fire", **{**foot, "unit_class": "artillery"}, band="close")
    yield asked("fire", **foot, band="close")
    yield asked("fire", **foot, weight="light")
    yield asked("fire", **foot, screened=True)
    yield asked("fire", **{**foot, "formation": None})
    yield asked("fire", **{**foot, "formation": "battery"})
    for points in (0, 1, 100, 101):
        yield asked("fire", **{**foot, "target": {**target, "points": points}})


def hand_to_hand() -> Iterator[str]:
    horse = fighter("a", "cavalry", charging=True, lancer=True)
    pairs = (
        (fighter("a"), fighter("b", points=2)),
        (horse, fighter("b", formation="solid_square")),
        (horse, fighter("b", "artillery", formation="battery", points=2)),
        (fighter("a", rating="guard"), fighter("b", formation="skirmish_line")),
        (fighter("a", points=2), fighter("b", points=1), fighter("b", points=2, formation="column")),
    )
    for units in pairs:
        for start in ("impact", "melee"):
            yield asked("hand_to_hand", units=units, start=start)
    one, two = pairs[0]
    touch = {"unit": 0, "enemy": 1, "outflanking": True, "halvings": 1}
    yield asked("hand_to_hand", units=[one, two], contacts=[touch])
    yield asked("hand_to_hand", units=pairs[4], contacts=[touch, {"unit": 2, "enemy": 0}])
    for changes in ({"unit": 2}, {"enemy": -1}, {"enemy": 2}, {"enemy": 0}, {"halvings": 5}, {"halvings": 6}):
        yield asked("hand_to_hand", units=[one, {**two, "points": 1}], contacts=[{**touch, **changes}])
    yield asked("hand_to_hand", units=[one, two], contacts=[touch, touch])
    yield asked("hand_to_hand", units=pairs[4], contacts=[touch])
    for wrong in ({"points": 0}, {"points": 101}, {"lancer": True}, {"side": "a"}, {"formation": "battery"}):
        yield asked("hand_to_hand", units=[one, {**two, **wrong}])
    for formation in ("solid_square", "emergency_square", "column"):
        yield asked("hand_to_hand", units=[fighter("a", points=1, formation=formation, charging=True), two])
    yield asked("hand_to_hand", units=[fighter("a", points=49), fighter("b", points=50)])


def quality() -> Iterator[str]:
    for rating, bonus, cautious in product(RATINGS, (0, 1, 5), (False, True)):
        yield asked("quality", rating=rating, bonus=bonus, cautious=cautious)


def extend() -> Iterator[str]:
    for shortfall, cautious in product((0, 0.01, 1, 6, 6.5, 7, 12, 12.1, 13), (False, True)):
        yield asked("extend", type="line_infantry", rating="elite", shortfall=shortfall, cautious=cautious)
    for kind in ("light_cavalry", "heavy_cavalry", "light_infantry"):
        yield asked("extend", type=kind, rating="trained", shortfall=5)


def emergency_square() -> Iterator[str]:
    foot = {"rating": "veteran", "formation": "column", "points": 2}
    horse = {"rating": "elite", "points": 2}
    for nation, feints in product(("other", "british", "austrian"), (True, False)):
        yield asked("emergency_square", infantry={**foot, "nation": nation}, cavalry=horse, feints=feints)
    for more in ({"outflanking": True}, {"lancer": True}, {"formation": "skirmish_line"}, {"points": 0}):
        yield asked("emergency_square", infantry=foot, cavalry={**horse, **more})
    yield asked("emergency_square", infantry=foot, cavalry={**horse, "formation": "skirmish_line", "outflanking": True})
    for more in (
        {"formation": "line"},
        {"points": 0},
        {"points": 2},
        {"kgl": True},
        {"kgl": True, "nation": "british"},
    ):
        yield asked("emergency_square", infantry={**foot, **more}, cavalry=horse)


def initiative() -> Iterator[str]:
    for throw, holder in product(("first", "next"), "ab"):
        yield asked("initiative", throw=throw, holder=holder)


def rating() -> Iterator[str]:
    for level, nation in product(("corps", "division"), ("british", "french", "russian", "austrian", "other")):
        yield asked("rating", level=level, nation=nation)
    yield asked("rating", level="corps", nation="russian", options={"russian_corps_overlap": "poor_wins"})
    yield asked("rating", level="corps", nation="russian", options={"russian_corps_overlap": "nobody"})


QUESTIONS = {
    "fire": fire,
    "hand to hand": hand_to_hand,
    "quality": quality,
    "extend": extend,
    "emergency square": emergency_square,
    "initiative": initiative,
    "rating": rating,
}


def laid() -> Iterator[str]:
    """Features as they are usually laid: areas of each shape and size, and bridges and fords over a river."""
    for kind, face, bearing in product(("wood", "village", "hill", "bog"), (1, 4, 6), (0, 300, 3599)):
        yield f"{kind} {face} {bearing} {usual_outline(kind, (5000, 4000), face, bearing)}"  # type: ignore[arg-type]
    river = Feature(key="river 1", kind="river", points=((0, 2000), (3000, 2000), (6000, 5000)), width=300)
    stream = Feature(key="stream 1", kind="stream", points=((0, 3000), (6000, 3000)))
    road = Feature(key="road 1", kind="road", points=((1000, 0), (2000, 6000)))
    for kind, at in product(("bridge", "ford"), ((1300, 2000), (1300, 2500), (1300, 2600), (4000, 3100), (9000, 9000))):
        for features in ((river,), (river, stream), (road, river, stream), (road,)):
            found = span(PRINTED, features, kind, at)  # type: ignore[arg-type]
            yield f"{kind} {at} {len(features)} {found and (found[0].key, found[1])}"
    yield f"{key_for('wood', ())} {key_for('wood', ('wood 1', 'wood 2', 'wood 4'))}"


def pointed_at() -> Iterator[str]:
    """What two keys name, for somebody who points from one to the other."""
    state = scene("on ground")
    keys = ("", "unit 0", "unit 5", "unit 99", "unit 05", "stand 0", "stand 99", "bridge", "at 900 600", "at 900 340")
    for side, actor, at in product(
        "ab", ("", "unit 0", "unit 5", "stand 0", "unit 8", "else 0"), (*keys, "at 9 99999")
    ):
        found = click_on(state, side, actor, at)  # type: ignore[arg-type]
        told = found and (
            found.actor_kind,
            found.number,
            found.place,
            found.foes,
            found.friends,
            found.feature,
            found.here,
        )
        yield f"{side} {actor} {at}: {told}"


def ended() -> Iterator[str]:
    """Who wins by what losses, at the end of a Turn and of an initiative (MN-RULING-60)."""
    state = scene("choose")
    for lost_a, lost_b, turn in product((0, 1, 2, 3), (0, 1, 2), (1, 99)):
        losses = dict(zip((0, 1, 2, 3), (lost_a, 0, lost_b, 0), strict=True))
        divisions = tuple(replace(each, lost=losses[number]) for number, each in enumerate(state.divisions))
        there = replace(state, divisions=divisions, turn=turn)
        yield f"{lost_a} {lost_b} {turn}: {victory.unit_losses(there, 'a')} {victory.at_turn_end(there)}"
    for gone in ("", "a", "b", "ab"):
        where = {side: "destroyed" if side in gone else "waiting" for side in "ab"}
        units = tuple(replace(unit, where=where[unit.side]) for unit in state.units)  # type: ignore[arg-type]
        yield f"{gone}: {victory.at_initiative_end(replace(state, units=units))}"


POSITIONS = {"laid": laid, "pointed at": pointed_at, "ended": ended}
