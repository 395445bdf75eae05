"""Questions for odds whose answers are kept, good ones and bad ones, as lines."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from battles.engine.asking import OddsError
from battles.rules.mini_nap.system import SYSTEM

RATINGS = ("guard", "elite", "veteran", "trained", "untrained")
FOOT = ("line", "column", "solid_square", "emergency_square", "skirmish_line")


def asked(what: str, **facts: Any) -> str:
    """The answer to a question, or what is wrong with it and where."""
    text = json.dumps(facts)
    try:
        answer = json.dumps(SYSTEM.ask(what, text))
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
