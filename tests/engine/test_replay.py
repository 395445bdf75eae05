"""A stored battle played back by its events, and every way to tamper with one found."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine import registry
from battles.engine.battle_file import read, write
from battles.engine.codec import Unreadable
from battles.engine.core import Outcome
from battles.engine.dice import Dice, Roll
from battles.engine.record import Battle, Record, Refused
from battles.engine.replay import Problem, battle_log, notes, state, states, verify
from tests.engine.race_battles import SECRET, half, raced, with_entries, with_entry
from tests.engine.toy import BRISK, RACE, Answer, Pick, Picked, Race, Setup, State, Step, TurnEnded, load

BATTLE = raced().battle()
REVEALING = next(entry.n for entry in BATTLE.entries if entry.n and entry.rolls and entry.rolls[0].why == "RACE-RUN-01")
SECRETLESS = replace(BATTLE, header=replace(BATTLE.header, secret=None))


def sentences(battle: Battle, n: int | None) -> list[str]:
    """What is wrong with an entry."""
    return [problem.sentence for problem in verify(battle) if problem.n == n]


def other_face(roll: Roll) -> Roll:
    """The roll with its first face turned from a miss to a hit, or back."""
    return replace(roll, faces=(1 if roll.faces[0] > 3 else 6, *roll.faces[1:]))


def face_changed(battle: Battle) -> Battle:
    rolls = battle.entries[REVEALING].rolls
    return with_entry(battle, REVEALING, rolls=(other_face(rolls[0]), *rolls[1:]))


class Deaf(Race):
    """The race by rules that nobody may ask to decide."""

    def decide(self, state: State, side: str, action: Any, dice: Dice) -> Step[State]:
        raise AssertionError("decide was asked")

    begin = refuse = decide


def test_a_replay_gives_the_states_of_the_play() -> None:
    record = raced()
    assert list(states(record.battle())) == record.states
    assert state(record.battle()) == record.state


def test_a_replay_stops_at_the_entry_it_is_asked_for() -> None:
    record = raced()
    assert list(states(record.battle(), to=3)) == record.states[:4]
    assert state(record.battle(), to=3) == record.states[3]


def test_a_replay_of_no_entries_is_the_setup() -> None:
    assert state(with_entries(BATTLE, ())) == RACE.start(BATTLE.header.setup)


def test_a_replay_folds_events_and_asks_no_rule() -> None:
    assert state(replace(BATTLE, system=Deaf())) == state(BATTLE)


def test_a_replay_of_events_that_do_not_fold_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="The rules raised an error on it: ValueError"):
        state(with_entry(BATTLE, 1, events=(Picked(side="a", pace=None),)))


@pytest.mark.parametrize("seed", [b"1", b"2", b"3", b"4", b"5"])
def test_an_honest_battle_has_no_problem(seed: bytes) -> None:
    assert verify(raced(seed).battle()) == []


def test_a_battle_that_goes_on_has_no_problem() -> None:
    assert verify(half().battle()) == []


def test_a_battle_read_from_its_file_has_no_problem() -> None:
    assert verify(read(write(BATTLE), load)) == []


class TestTampering:
    """Each way to tamper with a finished battle, and what is said of it."""

    def test_a_changed_face_is_not_what_the_seed_gives(self) -> None:
        found = sentences(face_changed(BATTLE), REVEALING)
        assert found[0].startswith("Roll 0 (RACE-RUN-01: ")
        assert "; the seed gives " in found[0]
        assert "the rules give" in found[1]

    def test_a_changed_face_is_found_without_the_secret_where_it_matters(self) -> None:
        (found,) = sentences(face_changed(SECRETLESS), REVEALING)
        assert "the rules give" in found

    def test_a_changed_event_leads_elsewhere_and_is_not_what_the_rules_give(self) -> None:
        events = BATTLE.entries[REVEALING].events
        told = replace(events[1], steps={"a": 5, "b": 0})
        found = verify(with_entry(BATTLE, REVEALING, events=(events[0], told, *events[2:])))
        assert {problem.n for problem in found} == {REVEALING}
        assert found[0].sentence.startswith("Its event 1 is Revealed(")
        assert found[1].sentence == "Its events do not lead to the state that its hash names."

    def test_an_added_event_is_counted(self) -> None:
        entry = BATTLE.entries[1]
        found = sentences(with_entry(BATTLE, 1, events=(*entry.events, TurnEnded())), 1)
        assert found[0] == "It has 2 events; the rules give 1."

    def test_a_changed_action_gives_other_events(self) -> None:
        pace = BATTLE.entries[1].action.pace
        found = verify(with_entry(BATTLE, 1, action=Pick(pace=(pace + 1) % 4)))
        assert [problem.n for problem in found] == [1]
        assert "the rules give" in found[0].sentence

    def test_an_action_that_was_never_allowed_is_refused(self) -> None:
        found = sentences(with_entry(BATTLE, 1, action=Pick(pace=9)), 1)
        assert found == ["Its action is refused: A pace is 0 to 3; 9 is none. (RACE-PACE-01)"]

    def test_an_action_of_another_phase_is_refused(self) -> None:
        (found,) = sentences(with_entry(BATTLE, 1, action=Answer(stands=True)), 1)
        assert found.startswith("Its action is refused: It is not the time for Answer.")

    def test_an_action_of_the_other_side_is_not_his(self) -> None:
        side = BATTLE.entries[1].side
        assert sentences(with_entry(BATTLE, 1, side="b" if side == "a" else "a"), 1) != []

    def test_a_missing_action_is_said(self) -> None:
        assert sentences(with_entry(BATTLE, 1, action=None), 1) == ["It has no side or no action."]

    def test_the_first_entry_is_nobodys(self) -> None:
        (found,) = sentences(with_entry(BATTLE, 0, side="a", action=Pick(pace=1)), 0)
        assert found.startswith("Entry 0 comes before the first decision")

    def test_a_deleted_entry_leaves_a_gap(self) -> None:
        found = verify(with_entries(BATTLE, (entry for entry in BATTLE.entries if entry.n != 3)))
        assert found[0] == Problem(4, "This should be entry 3, but it is entry 4.")
        assert found[1].sentence == f"The entries from here to the end were not checked ({len(BATTLE.entries) - 4})."

    def test_a_deleted_entry_is_found_when_the_others_are_counted_anew(self) -> None:
        left = [entry for entry in BATTLE.entries if entry.n != 3]
        found = verify(with_entries(BATTLE, (replace(entry, n=n) for n, entry in enumerate(left))))
        assert found[0].n == 3

    def test_two_swapped_entries_are_out_of_order(self) -> None:
        one, two, three, four, *rest = BATTLE.entries
        found = verify(with_entries(BATTLE, (one, two, four, three, *rest)))
        assert found[0] == Problem(3, "This should be entry 2, but it is entry 3.")

    def test_two_swapped_actions_are_found(self) -> None:
        one, two, three, four, *rest = BATTLE.entries
        swapped = (one, two, replace(four, n=2), replace(three, n=3), *rest)
        assert verify(with_entries(BATTLE, swapped))[0].n == 2

    def test_a_published_battle_cut_off_has_no_end(self) -> None:
        found = verify(with_entries(BATTLE, BATTLE.entries[:-1]))
        assert found == [Problem(None, "The secret is published, but the battle has not ended.")]

    def test_an_entry_after_the_end_is_too_late(self) -> None:
        last = BATTLE.entries[-1]
        (found,) = verify(with_entries(BATTLE, (*BATTLE.entries, replace(last, n=last.n + 1, rolls=()))))
        assert found == Problem(last.n + 1, "The battle had ended before this entry.")

    def test_no_entries_are_no_battle(self) -> None:
        assert verify(with_entries(BATTLE, ())) == [Problem(None, "The battle has no entry 0.")]

    def test_another_secret_does_not_fit_the_commitment(self) -> None:
        (found,) = verify(replace(BATTLE, header=replace(BATTLE.header, secret="00" * 32)))
        assert found.n is None
        assert found.sentence.startswith("The published secret does not match the commitment")

    def test_another_salt_gives_other_dice(self) -> None:
        found = verify(replace(BATTLE, header=replace(BATTLE.header, salts=("00", "01"))))
        assert len(found) > 3
        assert all("the seed gives" in problem.sentence for problem in found)

    def test_a_changed_hash_is_found_at_its_entry_alone(self) -> None:
        assert verify(with_entry(BATTLE, 2, hash="0" * 32)) == [
            Problem(2, "Its events do not lead to the state that its hash names.")
        ]

    def test_a_changed_setup_is_found(self) -> None:
        assert verify(replace(BATTLE, header=replace(BATTLE.header, setup=Setup(goal=7)))) != []

    def test_an_unknown_scheme_is_said(self) -> None:
        (found,) = verify(replace(BATTLE, header=replace(BATTLE.header, scheme="coins-1")))
        assert found == Problem(None, "The dice scheme “coins-1” is unknown; the known one is blake2b-1.")

    def test_a_roll_too_few_is_asked_for(self) -> None:
        rolls = BATTLE.entries[REVEALING].rolls
        found = sentences(with_entry(SECRETLESS, REVEALING, rolls=rolls[:-1]), REVEALING)
        assert found[0].startswith("The rules ask for a roll that is missing: RACE-RUN-01: ")

    def test_a_roll_too_many_was_not_asked_for(self) -> None:
        (found,) = sentences(with_entry(SECRETLESS, 1, rolls=(Roll("RACE-RUN-01", 6, (4,)),)), 1)
        assert found == "No rule asks for its roll 0 (RACE-RUN-01: 1D6)."

    def test_a_roll_for_another_rule_differs(self) -> None:
        rolls = BATTLE.entries[REVEALING].rolls
        changed = (replace(rolls[0], why="RACE-STAND-01"), *rolls[1:])
        (found,) = sentences(with_entry(SECRETLESS, REVEALING, rolls=changed), REVEALING)
        assert found.startswith("Roll 0 was recorded as RACE-STAND-01")


def test_dice_typed_in_at_the_table_are_taken_as_they_are() -> None:
    record = Record.new(RACE, Setup(goal=1, jostling="off"), SECRET)
    record.play("a", Pick(pace=1))
    record.play("b", Pick(pace=1), [Roll("RACE-RUN-01", 6, (face,), "manual") for face in (6, 1)])
    battle = record.battle()
    assert battle.header.secret is not None
    assert verify(battle) == []
    assert notes(battle) == ["2 rolls were typed in or imported and cannot be checked."]
    assert verify(with_entry(battle, 2, rolls=tuple(other_face(roll) for roll in battle.entries[2].rolls))) != []


def test_an_honest_finished_battle_leaves_nothing_open() -> None:
    assert notes(BATTLE) == []


def test_without_the_secret_a_note_says_that_no_die_was_thrown_again() -> None:
    assert verify(SECRETLESS) == []
    assert notes(SECRETLESS) == ["The secret is not published yet, so the seeded rolls were not checked."]


def test_a_battle_by_older_rules_is_folded_and_not_decided_again() -> None:
    older = replace(BATTLE, system=BRISK)
    assert verify(older) == []
    (note,) = notes(older)
    assert note.startswith("It was played with version 1 of race; this Muster has 2. Its events were applied")


def test_a_battle_by_older_rules_must_still_fold_to_its_hashes() -> None:
    older = with_entry(replace(BATTLE, system=BRISK), 2, hash="0" * 32)
    assert [problem.n for problem in verify(older)] == [2, 3]


def breaking(name: str) -> Race:
    """The race by rules that break when they are asked ``name``."""

    def broken(*given: Any) -> Any:
        raise KeyError(name)

    return type("Breaking", (Race,), {name: broken})()


@pytest.mark.parametrize("name", ["start", "begin", "refuse", "decide", "evolve", "outcome"])
def test_rules_that_break_on_junk_are_a_problem(name: str) -> None:
    found = verify(replace(BATTLE, system=breaking(name)))
    assert any(f"The rules raised an error on it: KeyError: '{name}'" in problem.sentence for problem in found)


@pytest.mark.parametrize("n", range(len(BATTLE.entries)))
def test_no_part_of_an_entry_can_be_changed_unseen(n: int) -> None:
    """Every number, word and flag of an entry's line, one after another, is turned into another or left out."""
    lines = write(BATTLE).splitlines()
    entry = json.loads(lines[n + 1])
    unseen = []
    for turn in turns(entry):
        lines[n + 1] = json.dumps(turn).encode()
        try:
            changed = read(b"\n".join(lines), load)
        except Unreadable:
            continue
        if changed != BATTLE and verify(changed) == []:
            unseen.append(turn)
    assert unseen == []


def turns(value: Any) -> list[Any]:
    """The value with one leaf changed or one key left out."""
    if isinstance(value, dict):
        changed = [{**value, name: other} for name, part in value.items() for other in turns(part)]
        return changed + [{key: part for key, part in value.items() if key != name} for name in value]
    if isinstance(value, list):
        return [[*value[:i], other, *value[i + 1 :]] for i, part in enumerate(value) for other in turns(part)]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    return [{"a": "b", "b": "a"}.get(value, f"{value}x")]


def taken_back() -> Record[State]:
    """A race in which a turn is run, taken back, run again and given up."""
    record = half()
    record.undo_to("b", 1)
    record.play("b", Pick(pace=3))
    record.end("a", Outcome("b", "resigned", ""))
    return record


def test_a_battle_taken_back_stands_where_it_stood() -> None:
    record = taken_back()
    assert record.states[4] == record.states[1]
    assert record.entries[5].rolls != record.entries[2].rolls
    assert list(states(record.battle())) == record.states
    assert state(record.battle(), to=4) == record.states[1]
    assert verify(record.battle()) == []


def test_a_battle_taken_back_is_played_on_from_its_file() -> None:
    record = half()
    record.undo_to("b", 1)
    again = Record.resumed(replace(record.battle()), SECRET)
    assert again.state == record.states[1]
    assert again.play("b", Pick(pace=3)) == record.play("b", Pick(pace=3))


def test_nothing_follows_an_end_by_agreement() -> None:
    record = taken_back()
    assert record.outcome == Outcome("b", "resigned", "")
    for act in (
        lambda: record.play("a", Pick(pace=1)),
        lambda: record.undo_to("a", 1),
        lambda: record.end("a", Outcome(None, "draw_agreed", "")),
    ):
        with pytest.raises(Refused, match="The battle has ended"):
            act()
    assert len(record.entries) == 7


def test_a_battle_goes_back_to_an_entry_that_it_has() -> None:
    with pytest.raises(ValueError, match="You can undo to entries 0 to 3, not to 4"):
        half().undo_to("a", 4)


AGREED = taken_back().battle()


@pytest.mark.parametrize(
    ("n", "change", "words"),
    [
        (4, {"back": 2}, "Its hash does not match the state after it."),
        (4, {"back": 4}, "It returns to entry 4, which is not before it."),
        (4, {"action": Pick(pace=1)}, "so it may have a side and nothing else."),
        (4, {"rolls": BATTLE.entries[0].rolls}, "so it may have a side and nothing else."),
        (4, {"events": (TurnEnded(),)}, "so it may have a side and nothing else."),
        (4, {"side": None}, "so it may have a side and nothing else."),
        (4, {"ended": Outcome(None, "draw_agreed", "")}, "so it may have a side and nothing else."),
        (6, {"ended": Outcome("c", "resigned", "")}, "It names the winner “c”, but there is no such side."),
        (6, {"hash": "0" * 32}, "Its hash does not match the state after it."),
    ],
)
def test_what_is_wrong_with_an_agreement_is_found(n: int, change: dict[str, Any], words: str) -> None:
    assert any(words in sentence for sentence in sentences(with_entry(AGREED, n, **change), n))


def test_an_entry_after_an_agreement_is_found() -> None:
    entries = (*AGREED.entries, replace(AGREED.entries[3], n=7))
    assert sentences(with_entries(AGREED, entries), 7) == ["The battle had ended before this entry."]


def test_going_back_to_what_is_not_there_is_unreadable() -> None:
    wrong = with_entry(AGREED, 4, back=9)
    with pytest.raises(Unreadable, match="returns to entry 9, which is not before it"):
        state(wrong)
    with pytest.raises(ValueError, match="returns to entry 9, which is not before entry 4"):
        Record.resumed(wrong, SECRET)


def test_the_log_says_what_was_taken_back_and_agreed() -> None:
    system = registry.load("easy_napoleonics")
    record = Record.new(system, system.scenarios.sample({}), SECRET)
    told_of = list(battle_log(record.battle()))
    side = min(system.deciding(record.state))
    record.play(side, system.options(record.state, side)[0].actions[0])
    record.undo_to("a", 0)
    record.end("b", Outcome("a", "resigned", ""))
    lines = list(battle_log(record.battle()))
    assert lines[: len(told_of)] == told_of
    assert [(line.n, line.text) for line in lines[-2:]] == [
        (2, "Blue undoes everything after entry 0."),
        (3, "Red resigned. Blue won."),
    ]
    record = Record.new(system, system.scenarios.sample({}), SECRET)
    record.end("b", Outcome(None, "draw_agreed", ""))
    assert list(battle_log(record.battle()))[-1].text == "Draw agreed: nobody won."
