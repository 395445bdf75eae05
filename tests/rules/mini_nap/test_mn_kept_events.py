"""Every kind of event in a sentence with its rules, and the headings that some begin."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest

from battles.engine.core import Outcome
from battles.engine.dice import Roll
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import words, words_fight
from battles.rules.mini_nap.events_fight import Count, Throw
from battles.rules.mini_nap.frames import Allotment, Joining, Travel
from battles.rules.mini_nap.state import Damage, Step
from tests.rules.mini_nap import mn_rich as rich
from tests.rules.mini_nap.mn_kept import kept, told
from tests.rules.mini_nap.mn_rich import box, ground

THREE = (Roll("MN-FIRE-43", 6, (3, 4, 5)),)
COUNTS = (
    Count(basic=2, dice=2),
    Count(basic=1, dice=1),
    Count(basic=3, added=(("MN-FIRE-37", 1),), dice=4),
    Count(basic=2, halved=("MN-FIRE-20",), dice=1),
    Count(basic=3, added=(("MN-FIRE-37", 1), ("MN-FIRE-40", 1)), halved=("MN-FIRE-20", "MNT-COVER-03"), dice=1),
)


def fired(count: Count, **facts: Any) -> happened.Fired:
    given = {"unit": 7, "target": 11, "aim": (0, 0), "range": 1_850, "band": "close", "total": 12, "hits": 2}
    return happened.Fired(**{"count": count, "points": 4, "rolls": THREE, **given, **facts})


def moved(travel: Travel, *path: tuple[int, int], **facts: Any) -> happened.Moved:
    """Of unit 0 along a way."""
    x, y = path[-1]
    return happened.Moved(**{"unit": 0, "travel": travel, "x": x, "y": y, "facing": 0, "path": path, **facts})


def struck(hits: int, total: int, key: str = "town", destroyed: bool = False) -> happened.StructureHit:
    return happened.StructureHit(unit=7, face=2, hits=hits, damage=Damage(key, total, destroyed), rolls=THREE)


def course() -> Iterator[Any]:
    """Before the first Turn, initiatives, command, losses and the end."""
    yield happened.RatingsThrown(ratings=((0, "good"),), rolls=(Roll("MN-CMD-51", 6, (3, 4)),))
    yield happened.RatingsThrown(ratings=((0, "good"), (1, "poor"), (8, "dreadful")))
    yield happened.TerrainLaid(features=())
    yield happened.TerrainLaid(features=(ground("w", "wood", *box(0, 0, 9, 9)), ground("s", "stream", (0, 0), (9, 9))))
    yield happened.TerrainLaid(features=tuple(ground(f"{n}", "rough", *box(0, 0, 9, 9)) for n in range(3)))
    yield happened.DeploymentThrown(winner="b", throws=((7, 8),))
    yield happened.DeploymentThrown(winner="a", throws=((7, 7), (9, 3)))
    yield happened.DeploymentBegan(edges=("a", "b"), first="b")
    yield happened.DeploymentBegan(edges=("b", "a"), first="a")
    yield from (happened.SideDeploys(side=side) for side in "ab")
    yield happened.Placed(unit=0, x=0, y=0, facing=0, formation="line")
    yield happened.Placed(unit=7, x=0, y=0, facing=1_350, formation="battery")
    yield happened.TurnBegan(turn=3)
    yield happened.InitiativeGained(side="a", rule="MN-SEQ-01", throws=((9, 7),))
    yield happened.InitiativeGained(side="b", rule="MN-SEQ-06", throws=((6, 6), (8, 7)))
    yield happened.InitiativeGained(side="b", rule="MN-SEQ-08")
    yield happened.MarkersCleared(side="a", throws=((9, 7),))
    yield happened.BrigadeChosen(brigade=1)
    yield happened.BrigadeChosen(brigade=4)
    yield happened.DivisionChosen(division=1, allowance=2_400, standoff=1_200)
    yield from (happened.StepBegan(step=step) for step in get_args(Step) if step != "edges")
    yield happened.CommandChecked(checked=())
    yield happened.CommandChecked(checked=((0, "in"), (1, "in")))
    yield happened.CommandChecked(checked=((0, "in"), (1, "cautious")))
    yield happened.CommandChecked(checked=((0, "out"), (1, "cautious"), (2, "out"), (3, "cautious")))
    for how in ("deployed", "moved", "evaded", "detached", "shifted"):
        yield happened.StandPlaced(stand=2, x=0, y=0, how=how)  # type: ignore[arg-type]
    yield happened.StandAttached(stand=2, unit=0)
    yield from (happened.StandRemoved(stand=3, rule=rule) for rule in ("MN-CMD-40", "MN-CMD-42", "MN-CMD-46"))
    for notes in (
        {"blue": "disorder"},
        {"blue": "reaction"},
        {"blue": ""},
        {"white": True},
        {"white": False},
        {"crew_in": 3},
        {"crew_in": 0},
        {"crew_in": -1},
        {"stood": True},
        {"stood": False},
        {"yellow": True},
    ):
        yield happened.Marked(unit=8, rule="MN-REACT-01", **notes)  # type: ignore[arg-type]
    yield happened.Hit(unit=0, points=4, hits=1, rule="MN-LOSS-01")
    yield happened.Hit(unit=1, points=1, hits=3, rule="MN-REACT-44")
    for where in ("destroyed", "retreated", "lost", "waiting"):
        yield happened.Gone(units=(0,), where=where, rule="MN-LOSS-02")  # type: ignore[arg-type]
    for where in ("destroyed", "retreated", "lost"):
        yield happened.Gone(units=(0, 1, 12), where=where, rule="MN-LOSS-02")  # type: ignore[arg-type]
    yield happened.TurnEnded()
    for reason in ("army_break", "turn_limit", "no_units", "time_called"):
        yield from (happened.Ended(outcome=Outcome(who, reason, "MN-RULING-60")) for who in ("a", "b", None))


def deeds() -> Iterator[Any]:
    """Movement, fire and combat."""
    yield happened.Turned(unit=0, facing=450, turned=450)
    yield happened.Turned(unit=0, facing=1_800, turned=1_800, about=True)
    yield happened.Reformed(unit=0, formation="column", x=0, y=0, facing=0)
    yield happened.Reformed(unit=0, formation="emergency_square", x=0, y=0, facing=0, rule="MN-REACT-43")
    yield from (moved(travel, (100, 200), (400, 600)) for travel in get_args(Travel))
    yield moved("advance", (0, 0))
    yield moved("advance", (100, 100), (100, 700), cost=601)
    yield moved("advance", (100, 100), (100, 700), cost=602)
    yield moved("advance", (500, 500), (400, 300), (100, 301), (90, 291), cost=9_000)
    yield moved("charge", (100, 100), (100, 100), touched=12)
    yield moved("charge", (100, 100), (102, 100), touched=12, cost=100)
    yield happened.Defended(unit=0, feature="church")
    yield happened.Defended(unit=0, feature="hamlet", holds=False)
    yield happened.Defended(unit=0, feature="bridge", against=12)
    yield happened.Defended(unit=0, feature="nowhere")
    for rule in (*sorted(words.words_move.TESTS), "MN-RATE-07"):
        yield happened.Tested(unit=0, rule=rule, needed=3, face=3, passed=True)
    yield happened.Tested(unit=0, rule="MN-REACT-42", needed=4, face=2, passed=False, bonus=1)
    yield from (fired(count) for count in COUNTS)
    yield fired(COUNTS[0], hits=0, band=None)
    yield fired(COUNTS[0], hits=1, points=1, answers=True, band="long")
    yield fired(COUNTS[2], hits=1, points=0, answers=True, supports=True)
    yield from (struck(0, 3), struck(1, 4), struck(2, 9, destroyed=True), struck(1, 1, "hamlet"), struck(1, 1, "mill"))
    yield happened.Suppressed(unit=14, batteries=(7,))
    yield happened.Suppressed(unit=14, batteries=(7, 8))
    yield happened.Allotted(side="a", shares=())
    yield happened.Allotted(side="b", shares=(Allotment(12, 0, 2), Allotment(12, 1, 1), Allotment(11, 0, 6)))
    yield happened.AllottedHidden(side="a")
    one = Throw(unit=0, enemy=12, allotted=5, sets=("melee", "melee_formed_v_unformed"), dice=5, hits=1)
    yield happened.Fought(round=0, throws=(), points=((0, 5), (12, 2)))
    yield happened.Fought(round=1, throws=(one,), points=((0, 5), (12, 1)))
    two = Throw(unit=12, enemy=0, allotted=1, sets=("melee",), halved=1, dice=1, hits=0)
    yield happened.Fought(round=2, throws=(one, two), points=((0, 4), (12, 2)), stalemate=True)
    three = Throw(unit=15, enemy=3, allotted=6, sets=("impact_lancers_v_square",), halved=2, dice=2, hits=2)
    none = Throw(unit=3, enemy=15, allotted=6, sets=("impact_square_v_cavalry",), halved=2)
    yield happened.Fought(round=0, throws=(three, none), points=((15, 6), (3, 4)))
    yield happened.Opened(frame=Joining())
    yield happened.Closed()


def lines() -> list[str]:
    """Each event as it is, with its heading and its sentence; what comes on does so before the first Turn and later."""
    found: list[str] = []
    for event in (*course(), *deeds()):
        found.append(f"# {told(event)}")
        for state in (rich.rich(), rich.rich(turn=0)):
            said = [f"  {words.heading(state, event) or '-'}: {words.sentence(state, event) or '-'}"]
            found += [line for line in said if line != found[-1]]
    for count in COUNTS[:3]:
        found += [words_fight.shot(rich.rich(), fired(count, band=band)) for band in (None, "long")]
    return found


@pytest.mark.rule("MN-SEQ-03", "every event in its sentence, with the dice, what they needed, and the rules")
def test_events_in_words() -> None:
    assert lines() == kept("events")
