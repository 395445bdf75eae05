"""Sentences about each event in its rarer forms."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Outcome
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.state import Hand, State
from battles.rules.easy_napoleonics.tables import PRINTED
from battles.rules.easy_napoleonics.words.sentences import sentence
from tests.rules.easy_napoleonics.builders.positions import at, leader, unit
from tests.rules.easy_napoleonics.builders.sentences import d10, made

KILLS_ON_TWO = replace(PRINTED, leader_killed_on=2)
TIE = happened.Score(stands=2, modifiers=(), total=12, level="fair", drop=1, checks=2, failures=0, needed=8)
FELL = happened.Score(stands=2, modifiers=(), total=3, level="broken", drop=3)


def there(**facts: Any) -> State:
    """A line and a battery of the French; Hussars, Guards, another 4th Line and shaken Landwehr opposite."""
    return made(
        unit("a", (0, 0), name="4th Line"),
        unit("a", (2, 0), name="2nd Battery", kind="field_artillery", grade="veteran"),
        unit("b", (0, -1), name="Hussars", kind="light_cavalry", facing=3),
        unit("b", (1, -5), name="Guards", grade="guard", facing=3, worth=4),
        unit("b", (5, -5), name="4th Line", facing=3),
        unit("b", (7, -5), name="Landwehr", facing=3, level="fair"),
        leaders=(leader("a", (0, 0)), replace(leader("b", (1, -5)), name="The Duke")),
        **facts,
    )


SAMPLES: tuple[tuple[dict[str, Any], Any, str | None], ...] = (
    ({}, happened.CardsDrawn(hands=(Hand(), Hand())), None),
    (
        {},
        happened.CardsDrawn(hands=(Hand(), Hand(cards=("elite_infantry",)))),
        "Wellington's army drew elite infantry (EN-COST-08).",
    ),
    (
        {},
        happened.NationNamed(side="b", nation="none"),
        "The card units of Wellington's army are of no nation (EN-RULING-83).",
    ),
    ({}, happened.TerrainPlaced(terrain=()), "Random terrain: open ground (EN-SETUP-06)."),
    ({}, happened.DeploymentBegan(first="b"), "First to deploy: Wellington's army (EN-RULING-82)."),
    (
        {},
        happened.DeploymentBegan(first="b", rolls=(d10("EN-SETUP-07", 6, 2),)),
        "The French 6, Wellington's army 2. First to deploy: Wellington's army, with the lower roll (EN-SETUP-07).",
    ),
    (
        {},
        happened.Deployed(unit=1, cell=at(1, 1), facing=0, formation="unlimbered"),
        "2nd Battery deployed in 1414 unlimbered, facing north (EN-SETUP-09).",
    ),
    (
        {},
        happened.LeaderPlaced(leader=0, cell=at(0, 0), left=5, how="deployed", unit=1),
        "Leader of a deployed in 1313 with 2nd Battery (EN-SETUP-09).",
    ),
    (
        {},
        happened.LeaderPlaced(leader=0, cell=at(1, -5), left=4),
        "Leader of a moved 1 hex to 1108, 4 hexes left this turn (EN-LEADER-04).",
    ),
    (
        {},
        happened.InitiativeWon(holder="a", streak=1, modifiers=(0, 0), throws=((9, 2),)),
        "The French 9, Wellington's army 2: the French won the initiative (EN-INIT-01).",
    ),
    (
        {"initiative_bonus": (0, 2), "state": {"contacts": ((0, 2),), "streak": 0}},
        happened.InitiativeWon(holder="b", streak=1, modifiers=(0, 2), throws=((3, 2),)),
        "The French 3, Wellington's army 2 + 2 = 4: Wellington's army won the initiative. In contact at the "
        "start of the turn: 4th Line (the French) and Hussars (EN-INIT-01, EN-INIT-06, EN-MELEE-06).",
    ),
    (
        {"state": {"contacts": ((0, 2),)}},
        happened.FirstMoverNamed(side="a"),
        "The scenario gives the French the initiative and the first move. In contact at the start of the turn: "
        "4th Line (the French) and Hussars (EN-RULING-119, EN-MELEE-06).",
    ),
    ({}, happened.MoverChosen(side="a"), "The French chose to move first (EN-INIT-08)."),
    ({}, happened.PhaseBegan(phase="movement", side="a"), None),
    (
        {},
        happened.Rallied(unit=5, level="fair", passed=False, needed=8, rolls=(d10("EN-RALLY-01", 7),)),
        "Landwehr tried to rally needing 8 (seasoned 7; a natural 1 is never enough) and rolled 7: failed, "
        "still Fair (EN-RALLY-01, EN-MORALE-09).",
    ),
    (
        {},
        happened.Activated(
            unit=0, cell=at(1, 0), facing=0, formation="line", used=1, moved="sidestep", path=(at(1, 0),)
        ),
        "4th Line (the French) sidestepped to 1413 (EN-ACTION-08, EN-MOVE-03).",
    ),
    (
        {},
        happened.Activated(
            unit=1,
            cell=at(2, -2),
            facing=0,
            formation="unlimbered",
            used=3,
            moved="move",
            path=(at(2, -1), at(2, -2)),
            unlimbered=True,
        ),
        "2nd Battery limbered, moved 2 hexes to 1411 through 1412 and unlimbered there (EN-ACTION-08, "
        "EN-FORM-01, EN-MOVE-02, EN-ACTION-04).",
    ),
    (
        {},
        happened.Activated(unit=1, cell=at(2, 0), facing=0, formation="limbered", used=1),
        "2nd Battery limbered (EN-ACTION-08, EN-FORM-01).",
    ),
    (
        {},
        happened.SquareTried(unit=3, passed=True, mute=False, needed=4, rolls=(d10("EN-SQUARE-05", 5),)),
        "Guards tried to form square needing 4 (guard 4) and rolled 5: formed hasty square (EN-SQUARE-05).",
    ),
    (
        {"initiative_chooses_fire_order": False},
        happened.FireOrderChosen(side="a"),
        "First to fire: the French (EN-RULING-14).",
    ),
    (
        {},
        happened.Fired(
            target=2,
            shots=(happened.Shot(unit=0, dice=2, needed=7, hits=0),),
            hits=0,
            failures=0,
            level="good",
            rolls=(d10("EN-MUSK-05", 3, 4),),
        ),
        "4th Line (the French) fired at Hussars in 1212 from range 1: 2 dice needing 7 (seasoned 7) rolled 3 "
        "and 4: no hits (EN-MUSK-06, EN-MUSK-05).",
    ),
    (
        {},
        happened.Fired(
            target=2,
            shots=(happened.Shot(unit=0, dice=2, needed=7, hits=2),),
            hits=2,
            failures=0,
            level="good",
            needed=6,
            answer=True,
            rolls=(d10("EN-MUSK-05", 8, 9), d10("EN-ART-19", 8, 9)),
        ),
        "4th Line (the French) answered with fire at Hussars in 1212 from range 1: 2 dice needing 7 "
        "(seasoned 7) rolled 8 and 9: 2 hits. Hussars took 2 checks needing 6 (seasoned 7; a natural 1 is "
        "never enough) and rolled 8 and 9: both passed, still Good (EN-OPT-03, EN-MUSK-05, EN-ART-19, "
        "EN-MORALE-05).",
    ),
    (
        {},
        happened.FireHidden(target=3, dice=((0, 2), (1, 1)), hits=0),
        "4th Line (the French) and 2nd Battery fired at Guards in 1108: 4th Line (the French) 2 dice, 2nd "
        "Battery 1 die: no hits (EN-ART-18, EN-ART-13, EN-MORALE-13).",
    ),
    (
        {},
        happened.FireHidden(target=3, dice=((1, 1),), hits=2),
        "2nd Battery fired at Guards in 1108 from range 6: 1 die: 2 hits (EN-ART-18, EN-ART-13, EN-MORALE-13).",
    ),
    (
        {},
        happened.LeaderTested(leader=1, face=7, killed=False, rule="EN-LEADER-06", score=(0, 0)),
        "The Duke was in danger with the unit and rolled 7: unhurt, only a 1 kills (EN-LEADER-06).",
    ),
    (
        {"tables": KILLS_ON_TWO},
        happened.LeaderTested(leader=1, face=7, killed=False, rule="EN-LEADER-09", score=(0, 0)),
        "The Duke was run over and rolled 7: unhurt, only 1 to 2 kills (EN-LEADER-09).",
    ),
    (
        {},
        happened.LeaderTaken(leader=0, rule="EN-RULING-10", score=(0, 5)),
        "Leader of a was run over and removed. 5 victory points to Wellington's army. Score: the French 0, "
        "Wellington's army 5 (EN-RULING-10, EN-VP-01).",
    ),
    (
        {},
        happened.Removed(unit=0, score=(0, 1)),
        "4th Line (the French) broke and was removed: 1 victory point to Wellington's army. Score: the "
        "French 0, Wellington's army 1 (EN-UNIT-06, EN-VP-01).",
    ),
    ({}, happened.Accepted(attacker=2, defender=3, fight=True), "Hussars chose to attack Guards (EN-MELEE-06)."),
    ({}, happened.MeleesListed(pairs=()), "Melees to fight: none (EN-MELEE-05, EN-MELEE-07)."),
    (
        {},
        happened.Fought(
            attacker=0,
            defender=2,
            aspect="front",
            attack=TIE,
            defence=TIE,
            winner=-1,
            rolls=(
                d10("EN-MELEE-13", 8, 4),
                d10("EN-MELEE-13", 2, 10),
                d10("EN-MELEE-37", 9, 8),
                d10("EN-MELEE-37", 8, 10),
            ),
        ),
        "4th Line (the French) attacked Hussars in 1212: 4th Line (the French) rolled 8 and 4, + 0 = 12; "
        "Hussars rolled 2 and 10, + 0 = 12. A tie. 4th Line (the French) fell from Good to Fair, took 2 "
        "checks needing 8 (seasoned 7; to the die: Fair −1) and rolled 9 and 8: both passed, still Fair. Hussars fell "
        "from Good to Fair, took 2 checks needing 8 (seasoned 7; to the die: Fair −1) and rolled 8 and 10: both "
        "passed, still Fair (EN-MELEE-13, EN-MELEE-36, EN-MELEE-37, EN-MORALE-04).",
    ),
    (
        {"melee_check_level": "before_drop"},
        happened.Fought(
            attacker=0,
            defender=2,
            aspect="rear",
            attack=replace(TIE, needed=7),
            defence=FELL,
            winner=0,
            rolls=(d10("EN-MELEE-13", 8, 4), d10("EN-MELEE-13", 2, 1), d10("EN-MELEE-37", 9, 8)),
        ),
        "4th Line (the French) attacked Hussars in 1212 in the rear: 4th Line (the French) rolled 8 and 4, + "
        "0 = 12; Hussars rolled 2 and 1, + 0 = 3. 4th Line (the French) won by 9. 4th Line (the French) fell "
        "from Good to Fair, took 2 checks needing 7 (seasoned 7) and rolled 9 and 8: both passed, still Fair. "
        "Hussars fell from Good to Broken (EN-MELEE-13, EN-MELEE-36, EN-MELEE-37, EN-MELEE-38).",
    ),
    (
        {},
        happened.MeleeHidden(attacker=2, defender=0, aspect="rear", winner=-1, levels=()),
        "Hussars attacked 4th Line (the French) in 1313 in the rear: a tie (EN-MELEE-36, EN-MORALE-13).",
    ),
    (
        {},
        happened.Advanced(unit=2, cell=at(0, 0), facing=0, along=(1,)),
        "Hussars broke through into 1313 and turned to face north, with the Duke (EN-OPT-04, EN-LEADER-08).",
    ),
    ({}, happened.Advanced(unit=2, cell=at(0, 0), facing=3), "Hussars broke through into 1313 (EN-OPT-02)."),
    ({}, happened.Answered(unit=3, how="fire"), "Guards fired at the attackers (EN-OPT-03)."),
    ({}, happened.Answered(unit=3, how="square"), "Guards tried to form square against the attack (EN-OPT-03)."),
    (
        {"state": {"held": ((at(0, 0), "a"),)}},
        happened.TurnEnded(solid=(), held=((at(0, 0), "a"),)),
        "End of turn 1 (EN-SEQ-06).",
    ),
    (
        {"state": {"score": (3, 21)}},
        happened.Ended(outcome=Outcome("b", "points", "EN-VP-02")),
        "The battle is over: Wellington's army won on points. Score: the French 3, Wellington's army 21 (EN-VP-02).",
    ),
    (
        {"state": {"score": (3, 21)}},
        happened.Ended(outcome=Outcome("b", "annihilation", "EN-VP-07")),
        "The battle is over: Wellington's army won, as the French had no units left. Score: the French 3, "
        "Wellington's army 21 (EN-VP-07).",
    ),
    (
        {"state": {"score": (3, 21)}},
        happened.Ended(outcome=Outcome("a", "annihilation", "EN-VP-07")),
        "The battle is over: the French won, as Wellington's army had no units left. Score: the French 3, "
        "Wellington's army 21 (EN-VP-07).",
    ),
    (
        {"state": {"score": (3, 21)}},
        happened.Ended(outcome=Outcome("b", "objective", "EN-SETUP-12")),
        "The battle is over: Wellington's army won by objectives. Score: the French 3, Wellington's army "
        "21 (EN-SETUP-12).",
    ),
    (
        {"state": {"score": (3, 21)}},
        happened.Ended(outcome=Outcome(None, "mutual_defeat", "EN-VP-04")),
        "The battle is over: neither side reached its goal in time; both lost. Score: the French 3, "
        "Wellington's army 21 (EN-VP-04).",
    ),
    (
        {"state": {"score": (3, 21)}},
        happened.Ended(outcome=Outcome(None, "draw", "EN-VP-03")),
        "The battle is over: a draw. Score: the French 3, Wellington's army 21 (EN-VP-03).",
    ),
)


@pytest.mark.parametrize(("facts", "event", "text"), SAMPLES)
def test_an_event_as_it_goes_otherwise(facts: dict[str, Any], event: Any, text: str | None) -> None:
    assert sentence(there(**facts), event) == text


def test_guns_that_were_limbered_move_and_unlimber() -> None:
    plain = there()
    state = replace(plain, units=(plain.units[0], replace(plain.units[1], formation="limbered"), *plain.units[2:]))
    event = happened.Activated(
        unit=1,
        cell=at(2, -1),
        facing=0,
        formation="unlimbered",
        used=2,
        moved="move",
        path=(at(2, -1),),
        unlimbered=True,
    )
    assert sentence(state, event) == (
        "2nd Battery moved 1 hex to 1412 and unlimbered there (EN-ACTION-08, EN-MOVE-02, EN-ACTION-04)."
    )
    alone = happened.Activated(unit=1, cell=at(2, 0), facing=0, formation="unlimbered", used=1)
    assert sentence(state, alone) == "2nd Battery unlimbered (EN-ACTION-08, EN-FORM-01)."


@pytest.mark.parametrize(
    ("man", "score", "words"),
    [(0, (3, 6), "5 victory points to Wellington's army"), (1, (8, 1), "5 victory points to the French")],
)
def test_points_for_a_leader_are_those_that_the_score_has_grown_by(
    man: int, score: tuple[int, int], words: str
) -> None:
    event = happened.LeaderTested(leader=man, face=1, killed=True, rule="EN-LEADER-06", score=score)
    assert words in (sentence(there(state={"score": (3, 1)}), event) or "")


def test_three_rolls_for_deployment_are_two_ties() -> None:
    rolls = (d10("EN-SETUP-07", 4, 4), d10("EN-SETUP-07", 5, 5), d10("EN-SETUP-07", 9, 8))
    told = sentence(there(), happened.DeploymentBegan(first="b", rolls=rolls)) or ""
    assert told.count("again") == 2
    assert told.endswith("(EN-SETUP-07, EN-RULING-16).")


def test_a_leader_in_the_hex_of_two_batteries_is_told_with_the_one_he_names() -> None:
    plain = there()
    state = replace(plain, units=(*plain.units, unit("a", (2, 0), name="3rd Battery", kind="field_artillery")))
    event = happened.LeaderPlaced(leader=0, cell=at(2, 0), left=3, unit=6)
    assert "to 1513 with 3rd Battery," in (sentence(state, event) or "")
