"""Actions and positions in short notation, written and read again."""

from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from battles.engine.core import Outcome
from battles.engine.dice import Chances
from battles.engine.words import NotationError
from battles.kits.hex.notation import leader_tag, unit_tag
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.notation.actions import CODES, read, write
from battles.rules.easy_napoleonics.notation.positions import read_position, write_position
from battles.rules.easy_napoleonics.setup import DECK
from battles.rules.easy_napoleonics.state import Hand, Pending, State
from tests.rules.easy_napoleonics.builders.positions import at, leader, position, unit
from tests.rules.easy_napoleonics.builders.shipped_battles import battle, setup_of

ALL_OPTIONAL = {"breakthrough": True, "melee_morale_bonus": True, "grand_battery": True}
LAST_TURN = 4


@pytest.fixture
def state() -> State:
    """Two units and a leader of side a, two units and a leader of side b."""
    units = (
        unit("a", (0, 0), name="4th Line"),
        unit("b", (0, -3), name="Hussars", kind="light_cavalry", facing=3),
        unit("a", (2, 0), name="1st Battery", kind="horse_artillery"),
        unit("b", (2, -3), name='The "Blues"\n', facing=3, formation="column"),
    )
    return position(units, (leader("a", (0, 0)), leader("b", (4, -4))))


def test_a_unit_is_named_by_its_side_and_its_number_in_it(state: State) -> None:
    assert [unit_tag(state.units, number) for number in range(4)] == ["A01", "B01", "A02", "B02"]
    assert [leader_tag(state.leaders, number) for number in range(2)] == ["AL1", "BL1"]


ACTIONS = (
    (act.TakeCard("veteran_infantry"), "TC veteran_infantry"),
    (act.NameNation("france"), "NN france"),
    (act.Deploy(0, at(0, 0), 0, "line"), "DP A01 1313 N line"),
    (act.DeployLeader(1, at(0, 0)), "DL BL1 1313"),
    (act.DeployLeader(0, at(0, 0), 2), "DL AL1 1313 A02"),
    (act.ChooseMover("b"), "CM B"),
    (act.Rally(3), "RL B02"),
    (act.MoveLeader(0, at(1, 0)), "ML AL1 1413"),
    (act.Activate(0), "MV A01"),
    (act.Activate(0, "column", 1, at(0, -1)), "MV A01 column ENE 1212"),
    (act.Activate(2, "limbered", None, at(1, 0), True, (0,), (1,)), "MV A02 limbered 1413 unlimber with AL1 over BL1"),
    (act.Activate(2, "unlimbered"), "MV A02 unlimbered"),
    (act.Done(), "DN"),
    (act.HastySquare(True), "HS yes"),
    (act.Relocate(at(1, 0)), "RE 1413"),
    (act.ChooseFireOrder("a"), "FO A"),
    (act.Fire(1, ((0, 2), (2, 1))), "FI B01 A01:2 A02:1"),
    (act.Accept(False), "AC no"),
    (act.Fight(0, 3), "FT A01 B02"),
    (act.Advance("stay"), "AD stay"),
    (act.Advance("in"), "AD in"),
    (act.Advance("in", None, 3), "AD in B02"),
    (act.Advance("turn", 4), "AD turn WSW"),
    (act.Answer("square"), "AN square"),
    (act.CallTime(), "CT"),
)


@pytest.mark.parametrize(("action", "text"), ACTIONS)
def test_an_action_in_notation(state: State, action: Any, text: str) -> None:
    assert write(state, action) == text
    assert read(state, text) == action
    assert read(state, f"  {text.lower()} ") == action


def test_dice_of_a_unit_are_a_number_of_one_or_two_digits(state: State) -> None:
    assert read(state, "FI B01 A01:10 A02:9") == act.Fire(1, ((0, 10), (2, 9)))
    for wrong in ("A01:100", "A01:", "A01:x", "A01:-1", ":2"):
        with pytest.raises(NotationError):
            read(state, f"FI B01 {wrong}")


def test_every_kind_of_action_has_a_code_of_its_own_and_an_example_here() -> None:
    kinds = set(get_args(act.AnyAction))
    assert set(CODES) == kinds == {type(action) for action, _ in ACTIONS}
    assert len(set(CODES.values())) == len(kinds)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "An empty text is not an action; an action begins with one of TC, NN,"),
        ("XX A01", "'XX' is not an action;"),
        ("RL", "At the end a unit is missing. RL is written RL A07."),
        ("RL A09", "There is no unit 'A09'; there are A01 to B02."),
        ("ML AL9 1313", "There is no leader 'AL9'; there are AL1 to BL1."),
        ("RL A01 A02", "Remove word 3, 'A02', and all after it. RL is written RL A07."),
        ("MV A01 9913", "There is no hex 9913: the board has 24 columns and 24 rows."),
        ("MV A01 wedge", "Remove word 3, 'wedge', and all after it. MV is written MV A07, then"),
        ("DP A01 1313 NE line", "Word 4, 'NE', should be a facing: one of N, ENE, ESE, S, WSW, WNW."),
        ("FI B01 A01", "Word 3, 'A01', should be a unit that fires, a colon and its dice, such as A07:2."),
        ("HS maybe", "Word 2, 'maybe', should be yes or no: one of yes, no."),
        ("RL " + "A" * 3000, "An action in notation has at most 2,000 characters, not 3,003."),
    ],
)
def test_what_is_no_notation_is_refused_in_a_sentence(state: State, text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(state, text)
    assert str(caught.value).startswith(sentence)


def _garbled(chances: Chances, text: str) -> Iterator[str]:
    """``text`` with a few letters otherwise, left out or doubled."""
    for _ in range(20):
        letters = list(text)
        for _ in range(1 + chances.below(3)):
            place = chances.below(len(letters))
            letters[place] = chances.choice((*'A0,:/-"\\ \n9zé', "", letters[place] * 2))
        yield "".join(letters)


def _fault(reading: Callable[..., Any], *given: Any) -> str:
    """The sentence with which a text is refused; empty where it is read."""
    try:
        reading(*given)
    except NotationError as error:
        return str(error)
    return ""


def test_garbled_notation_is_read_or_refused_and_never_breaks(state: State) -> None:
    chances = Chances(b"garbled")
    faults = [_fault(read, state, wrong) for _, text in ACTIONS for wrong in _garbled(chances, text)]
    assert sum(map(bool, faults)) > 300
    assert all(fault.endswith(".") for fault in faults if fault)


def test_a_garbled_position_is_read_or_refused_and_never_breaks(state: State) -> None:
    chances, text = Chances(b"garbled"), write_position(state)
    garbled = [wrong for _ in range(20) for wrong in _garbled(chances, text)]
    faults = [_fault(read_position, wrong, state.setup) for wrong in garbled]
    assert sum(map(bool, faults)) > 200


@pytest.mark.parametrize(("key", "seed"), [("meeting", 1), ("village", 2), ("quatre_bras", 5)])
def test_every_action_and_position_of_a_random_battle_comes_back_as_it_was(key: str, seed: int) -> None:
    met = 0

    def look(state: State, side: str, actions: list[Any]) -> None:
        nonlocal met
        met += 1
        for action in actions[met % 23 :: 23]:
            assert read(state, write(state, action)) == action
        if met % 9 == 0 or state.pending or not side:
            assert read_position(write_position(state), state.setup) == state

    for state, _ in battle(setup_of(key, **ALL_OPTIONAL), seed, look):
        if state.turn > LAST_TURN:
            break
    assert met > 60


def test_a_position_in_words(state: State) -> None:
    lines = write_position(state).split("\n")
    assert lines[:4] == [
        "Easy Napoleonics position 1",
        "turn 1 movement acting A initiative A mover A fires A streak 1 score 0 0",
        'leader AL1 1313 "Leader of a" left 5',
        'leader BL1 1509 "Leader of b" left 5',
    ]
    assert lines[4] == 'unit A01 infantry seasoned line 1313 N good "4th Line" worth 1'
    assert lines[7] == 'unit B02 infantry seasoned column 1310 S good "The \\"Blues\\"\\n" worth 1'
    assert read_position("\n".join(lines), state.setup) == state


def test_what_a_unit_has_done_stands_in_its_line_and_is_read_again(state: State) -> None:
    busy = replace(
        state.units[0], used=2, activated=True, moved="sidestep", charged=(1, 3), locked=True, dice_left=1, at=(3,),
        mute=True, rallied=True, tried_square=True, advances=1, moved_in_column=True, reformed=True,
        nation="france", armored=True, level="bad", formation="hasty_square",
    )  # fmt: skip
    there = replace(state, units=(busy, *state.units[1:]))
    words = "sidestepped used 2 dice-left 1 advances 1 charged B01,B02 at B02"
    assert write_position(there).split("\n")[4].endswith(words)
    assert read_position(write_position(there), state.setup) == there


def test_everything_that_a_state_remembers_stands_in_the_text(state: State) -> None:
    pairs = ((0, 1), (2, 3))
    full = replace(
        state,
        phase="melee", turn=7, acting="b", holder="b", streak=3, mover="b", fires_first="b", first_to_deploy="a",
        pending=(
            Pending(kind="accept", side="a", unit=0, other=1),
            Pending(kind="relocate", side="b", leader=1, cell=9),
        ),
        hands=(
            Hand(cards=("elite_infantry",), chooses=1, chosen=("veteran_infantry",), nation="none"),
            Hand(deck=DECK),
        ),
        nominated=(3, 0), contacts=pairs, standing=pairs[:1], first=pairs[1:], accepted=pairs[:1], declined=pairs,
        pairs=pairs[1:], listed=True, fought=pairs, score=(12, 5), held=((4, "b"), (9, "a")), time_called=True,
        outcome=Outcome(None, "draw", "EN-VP-03"), board=replace(state.board, terrain=((0, "woods"), (7, "hill"))),
        leaders=(replace(state.leaders[0], alive=False, cell=-1), replace(state.leaders[1], unit=3, left=0)),
    )  # fmt: skip
    plain = replace(state, units=full.units, setup=full.setup)
    assert all(getattr(full, name) != getattr(plain, name) for name in state.__struct_fields__ if name not in SAME)
    assert read_position(write_position(full), state.setup) == full


@pytest.mark.rule("EN-SETUP-06", "a written position has the terrain that dice added, not that of the set-up")
def test_only_added_terrain_stands_in_the_text() -> None:
    state = position([unit("a", (0, 0))], terrain={(0, 0): "hill"})
    assert "terrain" not in write_position(state)
    more = replace(state, board=replace(state.board, terrain=((0, "woods"), *state.board.terrain)))
    assert "terrain 0101 woods\n" in write_position(more)
    assert read_position(write_position(more), state.setup) == more


SAME = ("setup", "units")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("weather fine", "Line 3: 'weather' is not the start of a line; a line begins with one of turn,"),
        ("turn x movement", "Line 3: Word 2, 'x', should be a turn: a whole number."),
        ("turn 3 teatime", "Line 3: Word 3, 'teatime', should be a phase: one of cards,"),
        ("pairs A01-B01", "Line 3: Word 2, 'A01-B01', should be a pair of units, such as A07/B04."),
        ("pairs A01/B07", "Line 3: There is no unit 'B07'; there are A01 to A01."),
        ("pending lunch A", "Line 3: Word 2, 'lunch', should be a decision: one of hasty_square,"),
        ("terrain 0101 swamp", "Line 3: Word 3, 'swamp', should be terrain: one of open,"),
        ("held 0101", "Line 3: At the end a side is missing."),
        ("listed twice", "Line 3: Remove word 2, 'twice', and all after it."),
        ("hand A deck elite_infantry,choice nation spain", "Line 3: Word 6, 'spain', should be a nation: one of none,"),
        ("hand A chooses two", "Line 3: Word 4, 'two', should be choice cards: a whole number."),
        ("outcome C", "Line 3: Word 2, 'C', should be a side: one of a, b, -."),
        ("unit A02", "Line 3: At the end a kind is missing."),
        ("leader AL1", "Line 3: At the end a hex is missing."),
        ("unit", "Line 3: a unit begins with its side and number, such as A07."),
        ("unit C01 infantry", "Line 3: a unit begins with its side and number, such as A07."),
        ("unit A05 infantry", "Line 3: 'A05' should be A02; numbers start at 1 for each side."),
        (
            'unit A02 infantry veteran line - N good "B" plumed',
            "Line 3: Word 10, 'plumed', should be a mark of a unit: one of armored,",
        ),
        ("unit A02 infantry veteran line - N good Blue", "Line 3: Word 9, 'Blue', should be a name in quotes,"),
    ],
)
def test_a_wrong_line_of_a_position_is_refused_by_its_number(state: State, line: str, sentence: str) -> None:
    first = 'unit A01 infantry seasoned line 1313 N good "4th Line" worth 1'
    text = f"Easy Napoleonics position 1\n{first}\n{line}\n"
    with pytest.raises(NotationError) as caught:
        read_position(text, state.setup)
    assert str(caught.value).startswith(sentence)


def test_another_first_line_is_no_position(state: State) -> None:
    with pytest.raises(NotationError, match="A position begins with the line 'Easy Napoleonics position 1'"):
        read_position("turn 1 movement", state.setup)


def test_a_card_that_no_deck_has_is_named(state: State) -> None:
    text = f"{write_position(state)}\nhand A cards choice,veteran_infantry,dragon,wyvern"
    with pytest.raises(NotationError, match="cards of the deck; 'dragon' is not one"):
        read_position(text, state.setup)


@pytest.mark.parametrize("winner", ["a", "b", None])
def test_whoever_has_won_stands_in_the_text(state: State, winner: str | None) -> None:
    over = replace(state, phase="over", outcome=Outcome(winner, "points", "EN-VP-02"))
    assert f'outcome {(winner or "-").upper()} "points" "EN-VP-02"' in write_position(over).split("\n")
    assert read_position(write_position(over), state.setup) == over


@pytest.mark.parametrize("side", [0, 1])
def test_the_hand_of_either_side_stands_in_the_text(state: State, side: int) -> None:
    hands = [Hand(), Hand()]
    hands[side] = Hand(cards=("elite_infantry", "veteran_infantry"), chooses=2, nation="prussia", deck=("choice",))
    held = replace(state, hands=tuple(hands))
    assert f"hand {'AB'[side]} " in write_position(held)
    assert read_position(write_position(held), state.setup) == held


def test_whom_a_pending_decision_is_about_stands_in_the_text(state: State) -> None:
    owed = tuple(
        Pending(kind="relocate", side="b", **facts)
        for facts in ({"unit": 3}, {"leader": 1}, {"other": 2}, {"cell": 0}, {"unit": 1, "leader": 0, "other": 3})
    )
    assert read_position(write_position(replace(state, pending=owed)), state.setup).pending == owed
