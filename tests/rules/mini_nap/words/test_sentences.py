"""Every kind of event in a sentence with its rules, and headings."""

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from battles.engine.codec import encode
from battles.engine.core import UMPIRE, Outcome, tag_of
from battles.engine.dice import Roll
from battles.engine.rng import Chances
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import hidden as mini_nap_hidden
from battles.rules.mini_nap.decisions import Allotment, Combat, Group, Joining, Travel
from battles.rules.mini_nap.events import Allotted, AllottedHidden, AnyEvent, Count, Moved, Throw
from battles.rules.mini_nap.evolve import evolve
from battles.rules.mini_nap.state import Damage, State, Step
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.words import combat, sentences
from battles.rules.mini_nap.words.sentences import sentence
from tests.rules.mini_nap.builders import full_battle as rich
from tests.rules.mini_nap.builders.every_action import STATE
from tests.rules.mini_nap.builders.full_battle import box, ground
from tests.rules.mini_nap.builders.manoeuvres import field, foot
from tests.rules.mini_nap.builders.random_battles import decisions, forces

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
    for rule in (*sorted(sentences.turn.TESTS), "MN-RATE-07"):
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


SILENT = {"opened", "went_on", "closed", "step_began", "turn_began", "side_deploys"}
"""Kinds that keep the books, or that a heading tells."""


def tag_of_event(event: Any) -> str:
    return str(event.__struct_config__.tag)


PARTS: list[tuple[Any, str]] = [
    (fired(COUNTS[0]), "Twelves fires at Grenadiers from 18.5 cm (close range): 2 dice rolled 3, 4 and 5."),
    (fired(COUNTS[1]), ": 1 die rolled 3, 4 and 5. One hit for each full 6 of the total 12: 2 hits."),
    (fired(COUNTS[2]), ": 4 dice (3 + 1) rolled"),
    (fired(COUNTS[3]), ": 1 die (2 halved) rolled"),
    (fired(COUNTS[4]), ": 1 die ((3 + 1 + 1) halved twice) rolled"),
    (fired(COUNTS[4]), "(MN-FIRE-43, MN-FIRE-37, MN-FIRE-40, MN-FIRE-20, MNT-COVER-03)."),
    (fired(COUNTS[0], hits=0, band=None), "of the total 12: no hits (MN-FIRE-43)."),
    (fired(COUNTS[0], answers=True), "Twelves returns fire at Grenadiers"),
    (fired(COUNTS[0], answers=True, supports=True), "Twelves supports with fire at Grenadiers"),
    (fired(COUNTS[0], hits=1, points=1), "Grenadiers have 1 strength point left"),
    (struck(0, 3), "Twelves rolled 2 against the Ligny: no damage (MNT-STRUCT-03)."),
    (struck(1, 4), ": 1 structural hit. The Ligny has 4 structural hits in all (MNT-STRUCT-03)."),
    (struck(2, 9, destroyed=True), ": 2 structural hits. The Ligny is destroyed (MNT-STRUCT-03, MNT-STRUCT-05)."),
    (struck(1, 1, "mill"), "Twelves rolled 2 against mill: 1 structural hit. Mill has 1 structural hit in all"),
    (happened.Gone(units=(0,), where="retreated", rule="MN-LOSS-02"), "King's Own leaves the table (MN-LOSS-02)."),
    (happened.Gone(units=(0, 12), where="destroyed", rule="MN-LOSS-02"), "King's Own and Line are destroyed"),
    (happened.Hit(unit=0, points=4, hits=1, rule="MN-LOSS-01"), "takes 1 hit: 4 strength points left (MN-LOSS-01)."),
    (happened.Turned(unit=0, facing=1_800, turned=1_800, about=True), "King's Own faces about (MN-TURN-03)."),
    (happened.Defended(unit=0, feature="hamlet", holds=False), "stops defending the village (MNT-LANDMARK-06)."),
    (happened.Suppressed(unit=14, batteries=(7, 8)), "Voltigeurs suppress Twelves and Horse guns (MN-FIRE-61"),
    (happened.StandRemoved(stand=3, rule="MN-CMD-42"), "The horse has no place to evade to and is removed"),
]
"""An event and a part of its sentence."""


@pytest.mark.rule("MN-FIRE-43", "the dice of a shot, what was added and halved, and what came of it")
@pytest.mark.parametrize(("event", "part"), PARTS)
def test_what_a_sentence_says(event: Any, part: str) -> None:
    assert part in (sentence(rich.rich(), event) or "")


@pytest.mark.rule("MN-SEQ-03", "every event in a sentence with its rules, or in a heading")
@pytest.mark.parametrize("event", [*course(), *deeds()], ids=tag_of_event)
def test_every_sentence_ends_with_its_rules(event: Any) -> None:
    for state in (rich.rich(), rich.rich(turn=0)):
        told = sentence(state, event)
        if told is not None:
            assert re.fullmatch(r"[A-Z0-9].*\((MNT?-[A-Z]+-\d+(, )?)+\)\.", told), told
            assert getattr(event, "rule", "") in told
        elif tag_of_event(event) not in SILENT:
            assert isinstance(event, happened.Marked | happened.CommandChecked), event


TURNS = 2


def sentences_of() -> list[tuple[State, Any]]:
    """Every event of some turns in which what was done least is done next, each with the state before it."""
    found: list[tuple[State, Any]] = []
    for state, _, _, play in decisions(TURNS):
        for event in play.events:
            found.append((state, event))
            state = evolve(state, event)
    return found


@pytest.fixture(scope="module")
def happening() -> list[tuple[State, Any]]:
    return sentences_of()


def test_every_event_is_told_with_its_rule(happening: list[tuple[State, Any]]) -> None:
    seen = set()
    for state, event in happening:
        kind = str(event.__struct_config__.tag)
        sentence = sentences.sentence(state, event)
        if sentence is None:
            assert kind in SILENT | {"marked", "command_checked"}, kind
            continue
        seen.add(kind)
        assert sentence[0].isupper() or not sentence[0].isalpha(), sentence
        assert sentence.endswith(")."), sentence
        assert "MN" in sentence.rpartition("(")[2], sentence
        assert "_" not in sentence, sentence
        assert "  " not in sentence, sentence
    assert {"moved", "tested", "fired", "fought", "initiative_gained", "turned", "reformed", "gone"} <= seen


def test_every_kind_of_event_has_its_words() -> None:
    kinds = {tag_of(each.__name__) for each in AnyEvent.__args__}
    known = {tag_of(each.__name__) for each in sentences._SENTENCES}
    assert kinds - known == SILENT


def test_turns_and_steps_have_headings(happening: list[tuple[State, Any]]) -> None:
    headings = {sentences.heading(state, event) for state, event in happening}
    assert {"Manoeuvre", "Firing", "Hand-to-hand combat", "Turn 2"} <= headings
    assert any(text and text.startswith("Turn 1: initiative to ") for text in headings)


def fighting() -> State:
    state = forces()
    frame = Combat(group=Group(((0, 7),)), allotted=("a",), shares=(Allotment(0, 7, 6),))
    return replace(state, step="hand_to_hand", stack=(frame,))


@pytest.mark.rule("MN-RULING-32", "what a side allots is its own until both have answered")
def test_an_allotment_is_seen_by_its_owner_alone() -> None:
    state = fighting()
    assert "points" in encode(mini_nap_hidden.view(state, "a").stack[0]).decode()
    for viewer in ("b", "public"):
        seen = mini_nap_hidden.view(state, viewer).stack[0]
        assert isinstance(seen, Combat)
        assert not seen.shares
        assert seen.allotted == ("a",)
    assert mini_nap_hidden.view(state, UMPIRE).stack == state.stack
    event = Allotted(side="a", shares=(Allotment(0, 7, 6),), audience=("a",))
    assert mini_nap_hidden.shadow(state, event, "a") is event
    hidden = mini_nap_hidden.shadow(state, event, "b")
    assert isinstance(hidden, AllottedHidden)
    assert "allotted" in (sentences.sentence(state, hidden) or "")


def test_a_view_holds_all_that_its_viewer_may_know(happening: list[tuple[State, Any]]) -> None:
    states = [state for state, _ in happening][:: len(happening) // 40]
    for state in [*states, fighting()]:
        for viewer in ("a", "b", "public", UMPIRE):
            seen = mini_nap_hidden.view(state, viewer)
            assert mini_nap_hidden.view(mini_nap_hidden.resample(seen, Chances(b"x")), viewer) == seen


@pytest.mark.rule("MN-FIRE-13", "a shot is told with its range where that is known, and its band always")
def test_a_shot_names_its_range_and_band() -> None:
    count = Count(basic=2, added=(), halved=(), dice=2)
    rolls = (Roll("MN-FIRE-43", 6, (3, 4)),)
    shot = happened.Fired(unit=2, target=4, aim=(0, 0), range=900, band="close", count=count, total=7, hits=1, points=5,
                          rolls=rolls)  # fmt: skip
    assert combat.fired(STATE, shot).startswith("Gamma fires at Echo from 9 cm (close range)")
    assert combat.shot(STATE, shot).startswith("Gamma fires at Echo at close range")
    assert combat.shot(STATE, replace(shot, band=None)).startswith("Gamma fires at Echo:")


@pytest.mark.rule("MN-HTH-11", "allotted points are told by unit and enemy")
def test_allotments_in_words() -> None:
    state = field(foot("one"), foot("two", x=5), against=(foot("three", y=2), foot("four", x=5, y=2)))
    shares = (Allotment(0, 2, 4), Allotment(0, 3, 2), Allotment(1, 3, 6))
    told_ = sentence(state, happened.Allotted(side="a", shares=shares))
    assert told_ == (
        "One allots 4 strength points to three, one allots 2 strength points to four"
        " and two allots 6 strength points to four (MN-HTH-11)."
    )
    assert sentence(state, happened.Allotted(side="b", shares=())) == "Force allots no strength points (MN-HTH-11)."


@pytest.mark.rule("MN-REACT-70", "who stands in contact already when he counter-charges goes no way that is told")
def test_a_counter_charge_of_no_distance_names_none() -> None:
    state = field(foot("Ligne"), against=(foot("Jager", y=10, facing=180),))
    told = Moved(unit=1, travel="counter", x=0, y=0, facing=1800, path=((0, 0), (0, 0)), touched=0)
    assert SYSTEM.text.sentence(state, told) == "Jager counter-charges into contact with Ligne (MN-REACT-70)."
    went = replace(told, path=((0, 0), (0, 100)))
    assert SYSTEM.text.sentence(state, went) == "Jager counter-charges 1 cm into contact with Ligne (MN-REACT-70)."
