"""A battle being played: its entries, its dice and its hashes."""

import time

import pytest
from msgspec.structs import replace

from battles.engine.codec import state_hash
from battles.engine.core import Event, SetupError
from battles.engine.dice import DiceDiffer, DiceNeeded, Roll, SeededDice, commitment, key, seeded_faces
from battles.engine.record import Record, Refused, events_for
from battles.engine.rng import Chances
from tests.engine.race_battles import SALTS, SECRET, begun, half, raced
from tests.engine.toy import RACE, Answer, JostleOpened, Pick, Picked, Race, Revealed, Setup, State, Tossed

KEY = key(SECRET, SALTS)


def test_a_new_battle_has_played_what_comes_before_the_first_decision() -> None:
    (entry,) = begun().entries
    assert (entry.n, entry.side, entry.action) == (0, None, None)
    assert isinstance(entry.events[0], Tossed)
    assert entry.rolls == (Roll("RACE-START-01", 6, seeded_faces(KEY, 0, 0, 1, 6)),)


def test_the_header_says_what_is_played_by_whom_and_by_which_dice() -> None:
    header = begun().header
    assert (header.system, header.rules_version, header.title) == ("race", 1, "The foot race")
    assert header.players == {"a": "Alice", "b": "Bob"}
    assert header.setup == Setup()
    assert (header.scheme, header.commitment, header.salts) == ("blake2b-1", commitment(SECRET), (b"alice".hex(), ""))


def test_a_setup_that_cannot_be_played_begins_no_battle() -> None:
    with pytest.raises(SetupError, match="goal: A race goes to 1 step or more"):
        begun(Setup(goal=0))


def test_an_entry_keeps_the_action_its_rolls_and_its_events() -> None:
    record = begun()
    record.play("b", Pick(pace=2))
    entry = record.play("a", Pick(pace=3))
    assert (entry.n, entry.side, entry.action) == (2, "a", Pick(pace=3))
    assert [roll.faces for roll in entry.rolls] == [seeded_faces(KEY, 2, 0, 3, 6), seeded_faces(KEY, 2, 1, 2, 6)]
    assert isinstance(entry.events[1], Revealed)
    assert record.entries[2] is entry


def test_a_refused_action_leaves_no_trace() -> None:
    record = half()
    before = record.state
    with pytest.raises(Refused, match=r"Side a has nothing to decide now. \(RACE-TURN-01\)") as refused:
        record.play("a", Pick(pace=1))
    assert refused.value.refusal.code == "not_deciding"
    assert record.state is before
    assert len(record.entries) == 4


def test_the_same_secret_and_actions_give_the_same_battle() -> None:
    assert raced().battle() == raced().battle()
    other = begun(secret=b"another")
    assert begun().battle().header.commitment != other.battle().header.commitment


def test_the_salts_change_the_dice_and_not_the_commitment() -> None:
    def faces(*salts: bytes) -> list[Roll]:
        record = Record.new(RACE, Setup(), SECRET, salts)
        return [roll for side in "ab" for roll in record.play(side, Pick(pace=3)).rolls]

    assert faces(b"x", b"y") == faces(b"x", b"y") != faces(b"y", b"x")


def test_a_hash_is_of_the_state_after_its_entry() -> None:
    record = half()
    assert record.hashes == [state_hash(state) for state in record.states]
    assert record.entries[-1].hash is None
    assert record.hash == state_hash(record.state) == record.battle().entries[-1].hash
    record.play("b", Pick(pace=0))
    assert len(set(record.hashes)) == 5


def test_dice_from_the_table_are_used_in_order() -> None:
    record = begun()
    record.play("a", Pick(pace=1))
    rolls = (Roll("RACE-RUN-01", 6, (4,), "manual"), Roll("RACE-RUN-01", 6, (3, 6), "manual"))
    entry = record.play("b", Pick(pace=2), rolls)
    assert entry.rolls == rolls
    assert record.state.steps == {"a": 1, "b": 1}


def test_too_few_dice_from_the_table_ask_for_the_next_and_record_nothing() -> None:
    record = begun()
    record.play("a", Pick(pace=1))
    with pytest.raises(DiceNeeded) as needed:
        record.play("b", Pick(pace=2), [Roll("RACE-RUN-01", 6, (4,), "manual")])
    assert (needed.value.why, needed.value.count, needed.value.sides) == ("RACE-RUN-01", 2, 6)
    assert len(record.entries) == 2


def test_the_seed_can_give_the_dice_after_those_of_the_table() -> None:
    record = begun()
    record.play("a", Pick(pace=1))
    entry = record.play("b", Pick(pace=2), [Roll("RACE-RUN-01", 6, (4,), "manual")], seed_rest=True)
    assert entry.rolls[1] == Roll("RACE-RUN-01", 6, seeded_faces(KEY, 2, 1, 2, 6))


def test_a_battle_can_begin_with_dice_from_the_table() -> None:
    record = Record.new(RACE, Setup(), SECRET, rolls=[Roll("RACE-START-01", 6, (2,), "manual")])
    assert record.state.first == "b"


def test_dice_that_no_rule_asked_for_are_refused() -> None:
    record = begun()
    with pytest.raises(ValueError, match="You entered 1 roll; the rules asked for 0"):
        record.play("a", Pick(pace=1), [Roll("RACE-RUN-01", 6, (4,), "manual")])
    assert len(record.entries) == 1


def test_dice_of_another_throw_are_refused() -> None:
    record = begun()
    record.play("a", Pick(pace=1))
    with pytest.raises(DiceDiffer):
        record.play("b", Pick(pace=1), [Roll("RACE-RUN-01", 6, (4, 4), "manual")])
    assert len(record.entries) == 2


def test_dice_from_the_table_cannot_say_they_are_seeded() -> None:
    with pytest.raises(ValueError, match="cannot come from the seed"):
        Record.new(RACE, Setup(), SECRET, rolls=[Roll("RACE-START-01", 6, (2,))])


def test_the_secret_is_published_when_the_battle_has_ended_and_not_before() -> None:
    assert half().battle().header.secret is None
    assert raced().battle().header.secret == SECRET.hex()
    assert half().battle().header.commitment == commitment(SECRET)


def test_an_interrupt_waits_as_a_part_of_the_state() -> None:
    record = begun()
    for side in "ab":
        entry = record.play(side, Pick(pace=0))
    opened = entry.events[-1]
    assert isinstance(opened, JostleOpened)
    assert RACE.deciding(record.state) == {opened.side}
    record.play(opened.side, Answer(stands=False))
    assert record.state.steps[opened.side] == -1


def test_a_battle_is_played_on_as_if_it_had_not_been_put_away() -> None:
    whole, put_away = half(), Record.resumed(half().battle(), SECRET)
    for record in (whole, put_away):
        record.play("b", Pick(pace=1))
    assert put_away.battle() == whole.battle()


def test_a_battle_is_not_played_on_with_another_secret() -> None:
    with pytest.raises(ValueError, match="not the secret that the battle started with"):
        Record.resumed(half().battle(), b"another")


def test_a_battle_without_entries_is_not_played_on() -> None:
    with pytest.raises(ValueError, match="entry 0"):
        Record.resumed(replace(half().battle(), entries=()), SECRET)


def test_a_viewer_is_told_no_more_than_he_may_know() -> None:
    record = begun()
    entry = record.play("a", Pick(pace=3))
    assert events_for(RACE, record.state, entry, "a") == events_for(RACE, record.state, entry, "umpire") == entry.events
    assert (
        events_for(RACE, record.state, entry, "b")
        == events_for(RACE, record.state, entry, "public")
        == (Picked(side="a", pace=None),)
    )


def test_an_event_without_a_shadow_is_not_told_at_all() -> None:
    class Silent(Race):
        def shadow(self, state: State, event: Event, viewer: str) -> Event | None:
            return super().shadow(state, event, viewer) if event.audience is None else None

    record = begun()
    first, second = record.play("a", Pick(pace=1)), record.play("b", Pick(pace=2))
    assert events_for(Silent(), record.state, first, "b") == ()
    assert events_for(Silent(), record.state, second, "b") == second.events[1:]


def bare(seed: bytes) -> int:
    """Decisions of a race by the rules alone, nothing recorded."""
    chances = Chances(seed)
    state = RACE.begin(RACE.start(Setup(goal=99, turns=50)), SeededDice(KEY, 0)).state
    n = 1
    while RACE.outcome(state) is None:
        side = sorted(RACE.deciding(state))[0]
        action = chances.choice(RACE.options(state, side)[0].actions)
        assert RACE.refuse(state, side, action) is None
        state = RACE.decide(state, side, action, SeededDice(KEY, n)).state
        n += 1
    return n


def recorded(seed: bytes) -> int:
    """The same race, recorded."""
    chances, record = Chances(seed), begun(Setup(goal=99, turns=50))
    while RACE.outcome(record.state) is None:
        side = sorted(RACE.deciding(record.state))[0]
        record.play(side, chances.choice(RACE.options(record.state, side)[0].actions))
    return len(record.entries)


@pytest.mark.bench
def test_recording_costs_little_beside_the_rules() -> None:
    least = {bare: float("inf"), recorded: float("inf")}
    assert bare(b"x") == recorded(b"x") > 100
    for _ in range(15):
        for run in least:
            start = time.process_time()
            for _ in range(4):
                run(b"x")
            least[run] = min(least[run], time.process_time() - start)
    assert least[recorded] <= 1.5 * least[bare]
