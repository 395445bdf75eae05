"""Rules that are corrected while a battle goes on: what was done stands, and it goes on by the new ones."""

from typing import Any

import pytest
from msgspec.structs import asdict, replace

from battles.engine.battle_file import read, write
from battles.engine.codec import state_hash
from battles.engine.core import Outcome
from battles.engine.record import Battle, Entry, Record, RulesChanged
from battles.engine.replay import battle_log, notes, state, states, verify
from tests.engine.race_battles import SECRET, half, raced, with_entries, with_entry
from tests.engine.toy import BRISK, RACE, Answer, Brisk, Pick, Race, Setup, State


class Timed(State, frozen=True, kw_only=True):
    """A state of another shape."""

    minutes: int


class Shaped(Brisk):
    """A version whose states are of another shape."""

    version = 3
    state_type = Timed

    def start(self, setup: Setup) -> State:
        return Timed(**asdict(super().start(setup)), minutes=0)


def by(system: Race, battle: Battle) -> Battle:
    return replace(battle, system=system)


def corrected(system: Race = BRISK) -> Record[Any]:
    """The half of a race, played on by a later version: a turn is run by it."""
    record = Record.resumed(by(system, half().battle()), SECRET)
    record.play("b", Pick(pace=3))
    return record


def problems(battle: Battle) -> list[tuple[int | None, str]]:
    return [(problem.n, problem.sentence) for problem in verify(battle)]


def test_a_battle_that_is_resumed_by_corrected_rules_says_so_and_goes_on() -> None:
    record = Record.resumed(by(BRISK, half().battle()), SECRET)
    last = record.entries[-1]
    assert last == Entry(4, rules=RulesChanged(1, 2))
    assert (last.side, last.rolls, last.events, last.is_action) == (None, (), (), False)
    assert record.states[4] == record.states[3] == half().state
    ran = record.play("b", Pick(pace=3))
    faces = [roll.faces for roll in ran.rolls]
    assert record.state.steps["b"] - half().state.steps["b"] == sum(face >= 3 for face in faces[1])
    assert sum(face == 3 for pace in faces for face in pace), "a 3 has to fall, or both versions are alike here"
    assert (record.battle().version, record.battle().changed, record.header.rules_version) == (2, 4, 1)
    assert verify(record.battle()) == []


def test_it_is_said_once() -> None:
    again = Record.resumed(corrected().battle(), SECRET)
    assert [entry.n for entry in again.entries if entry.rules] == [4]
    third = Record.resumed(by(Shaped(), again.battle()), SECRET)
    assert [(entry.n, entry.rules) for entry in third.entries if entry.rules] == [
        (4, RulesChanged(1, 2)),
        (6, RulesChanged(2, 3)),
    ]
    assert verify(third.battle()) == []


def test_a_battle_that_is_over_keeps_its_rules() -> None:
    over = Record.resumed(by(BRISK, raced().battle()), SECRET)
    assert over.entries[-1].rules is None
    given_up = half()
    given_up.end("a", Outcome("b", "resigned", ""))
    assert Record.resumed(by(BRISK, given_up.battle()), SECRET).entries[-1].ended


def test_a_battle_of_newer_rules_is_not_played_on() -> None:
    with pytest.raises(ValueError, match="played with version 2 of race; this Muster has 1"):
        Record.resumed(by(RACE, corrected().battle()), SECRET)


def test_nothing_is_taken_back_beyond_it() -> None:
    record = corrected()
    with pytest.raises(ValueError, match="You can undo to entries 4 to 5, not to 3"):
        record.undo_to("a", 3)
    record.undo_to("a", 4)
    record.play("b", Pick(pace=1))
    assert verify(record.battle()) == []
    beyond = Entry(8, "a", back=2, hash=state_hash(record.states[2]))
    tampered = with_entries(record.battle(), (*record.battle().entries, beyond))
    assert problems(tampered) == [(8, "It returns to entry 2, before the rules were corrected in entry 4.")]


def test_actions_are_decided_again_since_it_and_not_before() -> None:
    battle = corrected().battle()
    assert notes(battle)[0] == (
        "It is played with version 2 of race from entry 4 on; "
        "earlier events were applied, earlier actions not decided again."
    )
    before = with_entry(battle, 3, action=Pick(pace=99))
    assert problems(before) == []
    since = with_entry(battle, 5, action=Pick(pace=99))
    assert problems(since) == [
        (5, "Its action is refused: A pace is 0 to 3; 99 is none. (RACE-PACE-01)"),
    ]
    by_the_old = with_entry(battle, 4, rules=RulesChanged(1, 1), hash=battle.entries[4].hash)
    assert problems(by_the_old)[0][0] == 4


def test_a_battle_by_a_version_that_is_not_here_is_folded_alone() -> None:
    battle = by(Shaped(), corrected().battle())
    assert "It was played with version 2 of race; this Muster has 3" in notes(battle)[0]
    assert verify(by(RACE, corrected().battle())) == []


@pytest.mark.parametrize(
    ("n", "change", "words"),
    [
        (4, {"rules": RulesChanged(2, 3)}, "from version 2 to 3, but the battle was played with version 1."),
        (4, {"rules": RulesChanged(1, 1)}, "from version 1 to 1, but the battle was played with version 1."),
        (4, {"side": "a"}, "An entry that corrects the rules may hold nothing else."),
        (4, {"action": Answer(stands=True)}, "An entry that corrects the rules may hold nothing else."),
        (4, {"back": 1}, "An entry that corrects the rules may hold nothing else."),
        (4, {"rolls": half().entries[0].rolls}, "An entry that corrects the rules may hold nothing else."),
        (4, {"events": half().entries[0].events}, "An entry that corrects the rules may hold nothing else."),
        (4, {"hash": "0" * 32}, "Its hash does not match the state after the entries before it."),
        (3, {"hash": "0" * 32}, "Its events do not lead to the state that its hash names."),
        (3, {"events": ()}, "Its events do not lead to the state that its hash names."),
    ],
)
def test_what_is_wrong_with_it_is_found(n: int, change: dict[str, Any], words: str) -> None:
    found = problems(with_entry(corrected().battle(), n, **change))
    assert any(place == n and words in sentence for place, sentence in found), found


def test_states_of_another_shape_are_folded_anew_and_held_from_there_on() -> None:
    record = corrected(Shaped())
    battle = record.battle()
    assert "minutes" in asdict(record.state)
    assert battle.entries[3].hash == half().hash != state_hash(record.states[3])
    assert battle.entries[4].hash == state_hash(record.states[4])
    assert verify(battle) == []
    moved = replace(battle.entries[2], events=battle.entries[1].events)
    assert problems(with_entries(battle, (*battle.entries[:2], moved, *battle.entries[3:])))[0][0] == 4


def test_it_stands_in_the_file_and_comes_back(tmp_path: Any) -> None:
    record = corrected()
    content = write(record)
    assert b'"rules":{"after":2,"before":1}' in content or b'"rules":{"before":1,"after":2}' in content
    battle = read(content, lambda key: BRISK)
    assert battle == record.battle()
    assert list(states(battle))[-1] == state(battle) == record.state
    assert verify(battle) == []


class Telling(Brisk):
    """The race with words enough for a log."""

    def heading(self, state: State, event: Any) -> None:
        return None

    def sentence(self, state: State, event: Any) -> str:
        return str(event.kind)


def test_the_log_says_so_to_everybody() -> None:
    battle = by(Telling(), corrected().battle())
    for viewer in ("a", "b", "public", "umpire"):
        said = [line.text for line in battle_log(battle, viewer=viewer) if line.n == 4]
        assert said == [
            "The rules were corrected, version 1 to 2. All earlier moves stay; the battle continues with the new rules."
        ]
