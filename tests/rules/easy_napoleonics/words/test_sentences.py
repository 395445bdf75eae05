"""The log of a battle and the choices of a side in sentences."""

import re
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from battles.engine.core import Modifier, Outcome
from battles.engine.dice import Roll
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.state import Hand, Pending, State
from battles.rules.easy_napoleonics.words.sentences import action_words, heading, sentence
from tests.architecture.rule_ids import known
from tests.rules.easy_napoleonics.builders.positions import GRID, at, events, leader, position, unit
from tests.rules.easy_napoleonics.builders.sentences import d10, made
from tests.rules.easy_napoleonics.builders.shipped_battles import battle, setup_of

CITED = re.compile(r"\((EN-[A-Z]+-\d+(?:, EN-[A-Z]+-\d+)*)\)\.$")
HYPHEN = re.compile(r"[ (]-\d")
RULES = known()
LAST_TURN = 5


@pytest.fixture
def state() -> State:
    """A line and a battery of the French; Hussars, Guards, and a line of the same name as the French one, opposite.

    The last is Landwehr at Fair.
    """
    return made(
        unit("a", (0, 0), name="4th Line"),
        unit("a", (2, 0), name="2nd Battery", kind="field_artillery", grade="veteran"),
        unit("b", (0, -1), name="Hussars", kind="light_cavalry", facing=3),
        unit("b", (1, -5), name="Guards", grade="guard", facing=3, worth=4),
        unit("b", (5, -5), name="4th Line", facing=3),
        unit("b", (7, -5), name="Landwehr", facing=3, level="fair"),
        leaders=(leader("a", (0, 0)), replace(leader("b", (1, -5)), name="The Duke")),
    )


FIRE_RULES = "EN-ART-18, EN-ART-13, EN-ART-14"
COLUMN = Modifier("EN-ART-14", "target in column", 1)
SHOT = happened.Shot(unit=1, dice=2, needed=5, hits=1, modifiers=(COLUMN,))
MISS = happened.Shot(unit=1, dice=2, needed=5, hits=0, modifiers=(COLUMN,))
WON = happened.Score(stands=2, modifiers=(Modifier("EN-MELEE-20", "seasoned, 2 stands", 6),), total=17, level="good")
LOST = replace(WON, total=13, level="broken", drop=2, checks=2, failures=1, needed=9)

SAMPLES: tuple[tuple[Any, str], ...] = (
    (
        happened.CardsDrawn(
            hands=(Hand(cards=("veteran_infantry",), chooses=1), Hand()), rolls=(Roll("EN-COST-08", 11, (4,)),)
        ),
        "The French drew veteran infantry and a choice card (EN-COST-08).",
    ),
    (
        happened.CardTaken(side="a", card="veteran_horse_artillery"),
        "The French took veteran horse artillery for the choice card (EN-COST-09).",
    ),
    (happened.CardHidden(side="b"), "Wellington's army took a unit for the choice card (EN-COST-09)."),
    (
        happened.NationNamed(side="a", nation="france"),
        "The card units of the French are of France (EN-RULING-83).",
    ),
    (
        happened.CardsJoined(units=(unit("b"),)),
        "Seasoned infantry joined Wellington's army (EN-SETUP-04).",
    ),
    (
        happened.TerrainPlaced(
            terrain=((0, "woods"), (1, "woods"), (2, "hill")), rolls=(Roll("EN-SETUP-06", 6, (2,)),)
        ),
        "Rolled 2 for woods, hills and settlements: woods in 0101 and 0201; hills in 0301 (EN-SETUP-06).",
    ),
    (
        happened.DeploymentBegan(first="a", rolls=(d10("EN-SETUP-07", 4, 4), d10("EN-SETUP-07", 2, 8))),
        "The French 4, Wellington's army 4, again the French 2, Wellington's army 8. First to deploy: the "
        "French, with the lower roll (EN-SETUP-07, EN-RULING-16).",
    ),
    (
        happened.Deployed(unit=3, cell=at(1, 1), facing=1, formation="column"),
        "Guards deployed in 1414 in column, facing east-north-east (EN-SETUP-09).",
    ),
    (
        happened.LeaderPlaced(leader=0, cell=at(2, 0), left=3),
        "Leader of a moved 2 hexes to 1513 with 2nd Battery, 3 hexes left this turn (EN-LEADER-04).",
    ),
    (
        happened.Entered(unit=1, cell=at(2, 0), facing=3, formation="limbered"),
        "2nd Battery came on in 1513 limbered, facing south (EN-RULING-120).",
    ),
    (
        happened.Delayed(units=(0,), leaders=(1,)),
        "No free hex to come on, waiting for the next turn: 4th Line (the French) and the Duke (EN-RULING-120).",
    ),
    (happened.LeaderPlaced(leader=1, cell=at(3, -5), left=3, how="fled"), "The Duke fled to 1308 (EN-LEADER-09)."),
    (
        happened.InitiativeWon(
            holder="b", streak=2, modifiers=(-4, 0), throws=((5, 1), (3, 9)), rolls=(d10("EN-INIT-01", 5, 1),)
        ),
        "The French 5 − 4 (initiative in the last turn) = 1, Wellington's army 1; again the French 3 − 4 = −1, "
        "Wellington's army 9: Wellington's army won the initiative, 2 turns in a row "
        "(EN-INIT-01, EN-INIT-02, EN-INIT-05).",
    ),
    (
        happened.FirstMoverNamed(side="b"),
        "The scenario gives Wellington's army the initiative and the first move (EN-RULING-119).",
    ),
    (happened.MoverChosen(side="b"), "The French let Wellington's army move first (EN-INIT-08)."),
    (
        happened.PhaseBegan(phase="movement", side="a", locked=(0, 1)),
        "Enemies next to them lock 4th Line (the French) and 2nd Battery (EN-ZOC-03).",
    ),
    (
        happened.Rallied(
            unit=5, level="good", passed=True, needed=8, modifiers=(Modifier("EN-MORALE-04", "Fair", -1),),
            rolls=(d10("EN-RALLY-01", 8),),
        ),
        "Landwehr tried to rally needing 8 (seasoned 7; to the die: Fair −1) and rolled 8: rallied from Fair to Good "
        "(EN-RALLY-01, EN-MORALE-04).",
    ),
    (
        happened.Activated(
            unit=0, cell=at(1, -1), facing=1, formation="column", used=2, moved="move", path=(at(1, -1),), charged=(3,),
            along=(0,), standing=((0, 2),),
        ),
        "4th Line (the French) formed column, turned to face east-north-east, moved 1 hex to 1312 with Leader of a, "
        "charged Guards and moved up to Hussars without a charge (EN-ACTION-08, EN-FORM-01, EN-FORM-08, "
        "EN-MOVE-02, EN-LEADER-08, EN-MELEE-04, EN-SQUARE-10).",
    ),
    (
        happened.LeaderTested(leader=1, face=1, killed=True, rule="EN-LEADER-06", score=(5, 0)),
        "The Duke was in danger with the unit and rolled 1: killed. 5 victory points to the French. "
        "Score: the French 5, Wellington's army 0 (EN-LEADER-06, EN-VP-01).",
    ),
    (
        happened.LeaderTaken(leader=1, rule="EN-LEADER-09", score=(5, 0)),
        "The Duke had no hex to flee to and was removed. 5 victory points to the French. "
        "Score: the French 5, Wellington's army 0 (EN-LEADER-09, EN-VP-01).",
    ),
    (
        happened.SquareTried(unit=3, passed=False, mute=True, needed=4, rolls=(d10("EN-SQUARE-05", 2),)),
        "Guards tried to form square needing 4 (guard 4) and rolled 2: failed, no fire this turn "
        "(EN-SQUARE-05).",
    ),
    (
        happened.SquareHidden(unit=3, passed=True, mute=False),
        "Guards tried to form square: formed hasty square (EN-SQUARE-05, EN-MORALE-13).",
    ),
    (
        happened.SquareDeclined(unit=3),
        "Guards stayed in line and did not try to form square (EN-SQUARE-04).",
    ),
    (happened.FireOrderChosen(side="b"), "First to fire: Wellington's army (EN-INIT-08)."),
    (
        happened.Fired(
            target=3, shots=(SHOT,), hits=1, failures=1, level="fair", needed=4,
            rolls=(d10("EN-ART-13", 7, 3), d10("EN-ART-19", 2)),
        ),
        "2nd Battery fired at Guards in 1108 from range 6: 2 dice needing 5 (veteran 6; to the die: target in column "
        "+1) rolled 7 and 3: 1 hit. Guards took 1 check needing 4 (guard 4) and rolled 2: failed, from Good to Fair "
        f"({FIRE_RULES}, EN-ART-19, EN-MORALE-09).",
    ),
    (
        happened.FireHidden(target=3, dice=((1, 2),), hits=1, level="good", rolls=(d10("EN-ART-19", 8),)),
        "2nd Battery fired at Guards in 1108 from range 6: 2 dice: 1 hit. Guards took 1 check and rolled 8: "
        "still Good (EN-ART-18, EN-ART-13, EN-MORALE-13, EN-ART-19).",
    ),
    (
        happened.Removed(unit=3, score=(4, 0)),
        "Guards broke and were removed: 4 victory points to the French. "
        "Score: the French 4, Wellington's army 0 (EN-UNIT-06, EN-VP-01).",
    ),
    (happened.Accepted(attacker=2, defender=0, fight=False), "Hussars chose not to attack 4th Line (the French) "
     "(EN-MELEE-06)."),
    (
        happened.MeleesListed(pairs=((2, 0),)),
        "Melees to fight: Hussars against 4th Line (the French) (EN-MELEE-05, EN-MELEE-07).",
    ),
    (
        happened.MeleeLapsed(attacker=2, defender=0),
        "No melee of Hussars against 4th Line (the French): the attacker no longer faced the defender (EN-MELEE-09).",
    ),
    (
        happened.Fought(
            attacker=2, defender=3, aspect="flank", attack=WON, defence=LOST, winner=2,
            rolls=(d10("EN-MELEE-13", 8, 3), d10("EN-MELEE-13", 2, 5), d10("EN-MELEE-37", 9, 1)),
        ),
        "Hussars attacked Guards in 1108 in the flank: Hussars rolled 8 and 3, + 6 (seasoned, 2 stands +6) = 17; "
        "Guards rolled 2 and 5, + 6 (seasoned, 2 stands +6) = 13. Hussars won by 4. Guards fell from Good to Bad, "
        "took 2 checks needing 9 at Bad (guard 4) and rolled 9 and 1: 1 failed, from Bad to Broken "
        "(EN-MELEE-13, EN-MELEE-20, EN-MELEE-36, EN-MELEE-37).",
    ),
    (
        happened.MeleeHidden(attacker=2, defender=0, aspect="front", winner=2, levels=((0, "bad"),)),
        "Hussars attacked 4th Line (the French) in 1313: Hussars won. 4th Line (the French): from Good to Bad "
        "(EN-MELEE-36, EN-MORALE-13).",
    ),
    (happened.Raised(unit=5, level="good"), "Landwehr broke the enemy and rose from Fair to Good (EN-OPT-07)."),
    (
        happened.Advanced(unit=2, cell=at(0, 0), facing=3, target=1),
        "Hussars broke through into 1313 and attacked 2nd Battery (EN-OPT-02).",
    ),
    (happened.Stayed(unit=2), "Hussars stayed and did not follow up (EN-OPT-05)."),
    (happened.Answered(unit=3, how="hold"), "Guards held fire and waited for the attack (EN-OPT-03)."),
    (
        happened.TurnEnded(solid=(3,), held=((at(0, 0), "a"),)),
        "End of turn 1. Now in solid square: Guards. Objectives held from now on: 1313 by the French "
        "(EN-SEQ-06, EN-SQUARE-09, EN-SETUP-12).",
    ),
    (happened.TimeCalled(), "Time is up: turn 1 is the last (EN-RULING-69)."),
    (
        happened.Ended(outcome=Outcome("a", "points", "EN-VP-02")),
        "The battle is over: the French won on points. Score: the French 0, Wellington's army 0 (EN-VP-02).",
    ),
)  # fmt: skip

SILENT = (
    happened.Opened(pending=()),
    happened.SideDeploys(side="a"),
    happened.TurnBegan(turn=2, leader_moves=5),
)


@pytest.mark.parametrize(("event", "text"), SAMPLES)
def test_an_event_as_a_sentence(state: State, event: Any, text: str) -> None:
    assert sentence(state, event) == text


def test_every_kind_of_event_is_told_or_only_keeps_the_books(state: State) -> None:
    told = {type(event) for event, _ in SAMPLES}
    silent = {type(event) for event in SILENT}
    assert told | silent == set(get_args(happened.AnyEvent))
    assert all(sentence(state, event) is None for event in SILENT)


@pytest.mark.rule("EN-MORALE-07", "a clamped number says that a natural face is enough or never enough")
@pytest.mark.parametrize(
    ("added", "needed", "words"),
    [
        (-6, 10, "needing 10 (veteran 6; to the die: far off −6; a natural 10 is always enough)"),
        (6, 2, "needing 2 (veteran 6; to the die: far off +6; a natural 1 is never enough)"),
    ],
)
def test_a_number_that_cannot_be_reached_is_explained(state: State, added: int, needed: int, words: str) -> None:
    shot = replace(MISS, needed=needed, modifiers=(Modifier("EN-ART-14", "far off", added),))
    told = sentence(state, happened.Fired(target=3, shots=(shot,), hits=0, failures=0, level="good"))
    assert told is not None
    assert words in told


def test_the_fire_of_several_units_is_told_one_by_one(state: State) -> None:
    shots = (replace(MISS, dice=1, unit=0), SHOT)
    rolls = (d10("EN-MUSK-05", 2), d10("EN-ART-13", 9, 3), d10("EN-ART-19", 8))
    event = happened.Fired(target=3, shots=shots, hits=1, failures=0, level="good", needed=4, rolls=rolls)
    told = sentence(state, event) or ""
    assert "4th Line (the French) at range 5, 1 die needing 5 (seasoned 7; to the die: target in column +1" in told
    assert "rolled 2, no hits; 2nd Battery at range 6, 2 dice needing 5" in told
    assert "rolled 9 and 3, 1 hit: 1 hit in all. Guards took 1 check" in told


@pytest.mark.rule("EN-EX-D1", "a tie as the log tells it: both totals, both drops, both checks")
def test_a_scripted_tie_is_told_whole() -> None:
    state = made(
        unit("a", (0, 0), name="Ours"),
        unit("b", (1, -1), name="Theirs", facing=3),
        phase="melee",
        state={"pairs": ((0, 1),), "listed": True},
    )
    fought = events(state, "a", act.Fight(0, 1), 7, 4, 6, 5, 9, 3, 8, 10, 1, 2)[0]
    assert sentence(state, fought) == (
        "Ours attacked Theirs in 1312: Ours rolled 7 and 4, + 6 (seasoned, 2 stands +6) = 17; Theirs rolled 6 and 5, "
        "+ 6 (seasoned, 2 stands +6) = 17. A tie. Ours fell from Good to Fair, took 2 checks needing 8 (seasoned 7; "
        "to the die: Fair −1) and rolled 9 and 3: 1 failed, from Fair to Bad. Theirs fell from Good to Fair, took 2 "
        "checks needing 8 (seasoned 7; to the die: Fair −1) and rolled 8 and 10: both passed, still Fair "
        "(EN-MELEE-13, EN-MELEE-20, EN-MELEE-36, EN-MELEE-37, EN-MORALE-04)."
    )


def test_turns_and_phases_are_headings(state: State) -> None:
    def head(event: Any) -> str | None:
        return heading(replace(state, turn=3), event)

    won = happened.InitiativeWon(holder="a", streak=1, modifiers=(0, 0), throws=((7, 2),))
    assert head(won) == "Turn 3: initiative to the French"
    assert head(happened.PhaseBegan(phase="movement", side="b")) == "Movement: Wellington's army"
    assert head(happened.PhaseBegan(phase="artillery", side="b")) == "Artillery fire"
    assert head(happened.PhaseBegan(phase="melee", side="b")) == "Melee"
    assert head(happened.SideDeploys(side="a")) == "Deployment: the French"
    assert head(happened.Stayed(unit=0)) is None


def test_namesakes_are_told_apart_by_side_and_within_a_side_by_number(state: State) -> None:
    assert action_words(state, act.Rally(0)) == "4th Line (the French): rally"
    renamed = replace(state.units[1], name="4th Line")
    twice = replace(state, units=(state.units[0], renamed, *state.units[2:]))
    assert action_words(twice, act.Rally(1)) == "4th Line (A02): rally"
    assert action_words(state, act.Rally(3)) == "Guards: rally"


HIS = "4th Line (Wellington's army)"


@pytest.mark.parametrize(
    ("action", "owed", "words"),
    [
        (act.TakeCard("elite_infantry"), {}, "Choose elite infantry"),
        (act.NameNation("none"), {}, "Card units of no nation"),
        (act.Deploy(3, at(0, 0), 0, "line"), {}, "Guards: deploy in 1313 in line, facing north"),
        (act.DeployLeader(1, at(0, 0)), {}, "The Duke: deploy in 1313"),
        (act.ChooseMover("a"), {}, "Let the French move first"),
        (act.MoveLeader(1, at(0, 0), 1), {}, "The Duke: move to 1313 with 2nd Battery"),
        (act.Activate(3), {}, "Guards: do not move"),
        (
            act.Activate(0, "column", 1, at(1, 0), along=(0,)),
            {},
            "4th Line (the French): form column, turn to face east-north-east, move to 1413, take Leader of a along",
        ),
        (act.Activate(0, cell=at(1, 0)), {}, "4th Line (the French): sidestep to 1413"),
        (
            act.Activate(1, "limbered", None, at(2, -1), True, (), (1,)),
            {},
            "2nd Battery: limber, move to 1412, over the Duke, unlimber there",
        ),
        (act.Done(), {}, "Finish moving"),
        (act.HastySquare(True), {"kind": "hasty_square", "unit": 3}, "Guards: try to form square"),
        (act.HastySquare(False), {"kind": "hasty_square", "unit": 3}, "Guards: stay in line"),
        (act.Relocate(at(0, 0)), {"kind": "relocate", "leader": 1}, "The Duke: flee to 1313"),
        (act.ChooseFireOrder("b"), {}, "Let Wellington's army fire first"),
        (act.Fire(3, ((4, 1), (1, 2))), {}, f"Fire at Guards with {HIS} (1 die) and 2nd Battery (2 dice)"),
        (act.Accept(False), {"kind": "accept", "unit": 3, "other": 1}, "Guards: do not attack 2nd Battery"),
        (act.Fight(3, 1), {}, "Guards against 2nd Battery"),
        (act.Advance("stay"), {"kind": "breakthrough", "unit": 3, "cell": at(0, 0)}, "Guards: stay"),
        (
            act.Advance("in", target=1),
            {"kind": "breakthrough", "unit": 3, "cell": at(0, 0)},
            "Guards: move into 1313 and attack 2nd Battery",
        ),
        (
            act.Advance("turn", 2),
            {"kind": "breakthrough", "unit": 3, "cell": at(0, 0)},
            "Guards: move into 1313 and turn to face east-south-east",
        ),
        (act.Answer("fire"), {"kind": "answer", "unit": 3, "other": 1}, "Guards: fire at 2nd Battery"),
        (act.CallTime(), {}, "Call time"),
    ],
)  # fmt: skip
def test_an_action_as_a_choice(state: State, action: Any, owed: dict[str, Any], words: str) -> None:
    pending = (Pending(side="b", **owed),) if owed else ()
    assert action_words(replace(state, pending=pending), action) == words


ALL_OPTIONAL = {
    "breakthrough": True,
    "melee_morale_bonus": True,
    "national_rules": ("austria", "england", "france", "prussia", "russia"),
}


@pytest.mark.parametrize(("key", "seed"), [("meeting", 3), ("village", 1), ("quatre_bras", 6)])
def test_every_sentence_of_a_battle_ends_with_rules_of_the_rulebook(key: str, seed: int) -> None:
    told = set()
    for state, event in battle(setup_of(key, **ALL_OPTIONAL), seed):
        text = sentence(state, event)
        if text is not None:
            cited = CITED.search(text)
            assert cited, text
            assert set(cited[1].split(", ")) <= RULES, text
            assert not HYPHEN.search(text), text
            told.add(type(event))
        if state.turn > LAST_TURN:
            break
    assert len(told) > 7


def test_every_choice_of_a_battle_has_words() -> None:
    seen = set()

    def look(state: State, side: str, actions: list[Any]) -> None:
        for action in actions[::31]:
            words = action_words(state, action)
            assert words[:1] == words[:1].upper()
            assert "  " not in words
            seen.add(type(action))

    for state, _ in battle(setup_of("village", **ALL_OPTIONAL), 4, look):
        if state.turn > LAST_TURN:
            break
    assert len(seen) > 5


@pytest.mark.rule("EN-MORALE-13", "what a side is told in words does not hang on levels that it may not know")
@pytest.mark.parametrize("viewer", ["a", "b"])
def test_the_words_for_a_side_keep_the_levels_of_the_enemy(viewer: str) -> None:
    told = 0
    for state, event in battle(setup_of("village", **ALL_OPTIONAL, hidden_morale=True), 2):
        seen = SYSTEM.secrets.shadow(state, event, viewer)
        if seen is not None and not isinstance(event, happened.Ended):
            units = tuple(unit if unit.side == viewer else replace(unit, level="bad") for unit in state.units)
            assert sentence(replace(state, units=units), seen) == sentence(state, seen)
            told += 1
        if state.turn > LAST_TURN:
            break
    assert told > 50


def initiative_sentence(streak: int) -> str:
    state = position([unit("a", (0, 0)), unit("b", (0, -9))])
    event = happened.InitiativeWon(holder="a", streak=streak, modifiers=(0, 0), throws=((9, 2),))
    return sentence(state, event) or ""


def test_a_streak_of_initiative_is_named_from_two_turns_on() -> None:
    assert "in a row" not in initiative_sentence(1)
    assert "2 turns in a row" in initiative_sentence(2)


def test_a_move_names_every_hex_on_its_path() -> None:
    state = position([unit("a", (0, 0), kind="light_cavalry", formation="column"), unit("b", (0, -9), facing=3)])
    path = (at(0, -1), at(0, -2), at(0, -3))
    event = happened.Activated(unit=0, cell=path[-1], facing=0, formation="column", used=1, moved="move", path=path)
    told = sentence(state, event) or ""
    between = " and ".join(GRID.label(cell) for cell in path[:-1])
    assert f"moved 3 hexes to {GRID.label(path[-1])} through {between}" in told
