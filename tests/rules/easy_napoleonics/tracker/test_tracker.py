"""The tracker of a game on a real table: initiative, rallies, fire, melees, levels and points."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.codec import decode, encode
from battles.engine.core import Refusal
from battles.engine.dice import ScriptedDice
from battles.engine.tracker import Note
from battles.rules.easy_napoleonics.state import Arrival, Objective
from battles.rules.easy_napoleonics.system import SYSTEM


class Table:
    """The books of one game between two sample armies."""

    def __init__(self) -> None:
        self.kept: Any = SYSTEM.tracker.start(SYSTEM.scenarios.sample({}))

    def first(self, side: str, kind: str) -> int:
        """The first unit of a kind."""
        return next(n for n, unit in enumerate(self.kept.units) if (unit.side, unit.kind) == (side, kind))

    def change(self, number: int, **changes: Any) -> None:
        units = list(self.kept.units)
        units[number] = replace(units[number], **changes)
        self.kept = replace(self.kept, units=tuple(units))

    def refused(self, key: str, **facts: Any) -> Refusal | None:
        return SYSTEM.tracker.refuse(self.kept, note(key, facts))

    def make(self, key: str, dice: Iterable[int] = (), **facts: Any) -> list[str]:
        """Make a note with these dice, all of which it uses; what the record says of it."""
        refusal = self.refused(key, **facts)
        assert refusal is None, refusal
        thrown = ScriptedDice(dice)
        step = SYSTEM.tracker.decide(self.kept, note(key, facts), thrown)
        assert thrown.left == ()
        said, kept = [], self.kept
        for event in step.events:
            assert decode(encode(event), SYSTEM.tracker.event_type) == event
            said.append(SYSTEM.tracker.sentence(kept, event))
            kept = SYSTEM.tracker.evolve(kept, event)
        assert kept == step.state
        assert decode(encode(kept), SYSTEM.tracker.state_type) == kept
        self.kept = kept
        return [words for words in said if words]

    def upto(self, phase: str) -> "Table":
        """The first turn up to a phase; side a has the initiative."""
        self.make("initiative", (9, 2))
        while self.kept.phase != phase:
            self.make("step")
        return self


def note(key: str, facts: dict[str, Any]) -> Note:
    return Note(key, {name: f"unit {value}" if isinstance(value, int) else value for name, value in facts.items()})


def test_the_system_keeps_books_and_raises_nothing() -> None:
    assert SYSTEM.tracker is not None
    table = Table()
    for key in ("", "nonsense", "fire", "melee", "rally", "form", "leader", "concede"):
        for facts in ({}, {"unit": "unit 999"}, {"firer": "\x00"}, {"attacker": "unit 0"}):
            assert SYSTEM.tracker.refuse(table.kept, Note(key, facts)) is not None


@pytest.mark.rule("EN-INIT-02", "Who has won the initiative before subtracts two for each turn in a row.")
def test_initiative() -> None:
    table = Table().upto("melee")
    table.make("step")
    assert (table.kept.turn, table.kept.phase) == (2, "initiative")
    said = table.make("initiative", (8, 7))
    assert said[0].startswith("Red has the initiative: 8 and 7; total Blue 6, Red 7")
    assert (table.kept.holder, table.kept.streak) == ("b", 1)
    for _ in range(5):
        table.make("step")
    table.make("initiative", (1, 10))
    assert (table.kept.holder, table.kept.streak) == ("b", 2)


@pytest.mark.rule("EN-RALLY-01", "A unit below Good may rally once a turn, before any movement.")
def test_rally() -> None:
    table = Table().upto("rally")
    number = table.first("a", "infantry")
    assert table.refused("rally", unit=number) is not None
    table.change(number, level="bad")
    table.make("rally", (10,), unit=number)
    assert table.kept.units[number].level == "fair"
    assert table.refused("rally", unit=number) is not None


@pytest.mark.rule("EN-ART-19", "Each failed check of a hit takes the target a level down.")
def test_fire() -> None:
    table = Table().upto("artillery")
    guns, target = table.first("a", "field_artillery"), table.first("b", "infantry")
    facts = {"firer": guns, "target": target, "firer_formation": "unlimbered", "firer_range": "1"}
    asked = SYSTEM.tracker.inquire(table.kept, note("fire", facts))
    assert sum((chance.share for chance in asked.forecasts[0].chances), Fraction()) == 1
    table.make("fire", (10, 10, 1, 1, 1), **facts)
    assert table.kept.units[target].level == "bad"
    assert table.kept.units[guns].mute
    refusal = table.refused("fire", **facts)
    assert refusal is not None
    assert table.refused("fire", firer=target, target=guns) is not None


@pytest.mark.rule("EN-SEQ-01", "Batteries and infantry fire in phases of their own, and fight after them.")
@pytest.mark.rule("EN-ART-18", "A battery fires all its dice, and a unit of infantry its own, in one volley.")
@pytest.mark.rule("EN-ART-01", "A limbered battery cannot fire.")
@pytest.mark.rule("EN-ACTION-05", "A unit fires once.")
@pytest.mark.parametrize(
    ("phase", "key", "facts", "rule"),
    [
        ("movement", "fire", {"firer": "foot", "target": "enemy"}, "EN-SEQ-01"),
        ("movement", "fire", {"firer": "guns", "target": "enemy", "firer_range": "1"}, "EN-SEQ-01"),
        ("artillery", "fire", {"firer": "foot", "target": "enemy"}, "EN-SEQ-01"),
        ("artillery", "melee", {"attacker": "foot", "defender": "enemy"}, "EN-SEQ-01"),
        ("musketry", "fire", {"firer": "foot", "target": "enemy"}, None),
        ("musketry", "fire", {"firer": "foot", "second": "foot", "target": "enemy"}, "EN-ART-18"),
        ("musketry", "fire", {"firer": "silent", "target": "enemy"}, "EN-SEQ-01"),
        ("musketry", "fire", {"firer": "lost", "target": "enemy"}, "EN-SEQ-01"),
        ("musketry", "fire", {"firer": "foot", "target": "lost enemy"}, "EN-SEQ-01"),
        ("artillery", "fire", {"firer": "guns", "target": "enemy", "firer_range": "1"}, None),
        (
            "artillery",
            "fire",
            {"firer": "guns", "target": "enemy", "firer_range": "1", "firer_formation": "limbered"},
            "EN-ART-01",
        ),
        ("melee", "melee", {"attacker": "foot", "defender": "enemy"}, None),
        ("melee", "melee", {"attacker": "foot", "defender": "lost enemy"}, "EN-SEQ-01"),
    ],
)
def test_who_fires_and_fights_when(phase: str, key: str, facts: dict[str, str], rule: str | None) -> None:
    table = Table().upto(phase)
    infantry = [(unit.side, number) for number, unit in enumerate(table.kept.units) if unit.kind == "infantry"]
    foot, enemies = ([number for side, number in infantry if side == own] for own in "ab")
    units: dict[str, Any] = dict(
        zip(("foot", "silent", "lost"), foot, strict=False), guns=table.first("a", "field_artillery")
    )
    units |= dict(zip(("enemy", "lost enemy"), enemies, strict=False))
    table.change(units["silent"], mute=True)
    table.change(units["lost"], level="broken")
    table.change(units["lost enemy"], level="broken")
    stated: dict[str, Any] = {"firer_formation": "unlimbered"} if facts.get("firer") == "guns" else {}
    stated |= {name: units.get(value, value) for name, value in facts.items()}
    refusal = table.refused(key, **stated)
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("EN-MELEE-36", "Who loses a melee drops by the result and checks.")
@pytest.mark.rule("EN-MELEE-03", "Artillery never attacks.")
def test_melee() -> None:
    table = Table().upto("melee")
    one, other = table.first("a", "infantry"), table.first("b", "infantry")
    asked = SYSTEM.tracker.inquire(table.kept, note("melee", {"attacker": one, "defender": other}))
    assert all(sum((each.share for each in odds.chances), Fraction()) == 1 for odds in asked.forecasts)
    assert len(asked.forecasts) == 2
    before = table.kept.units[other].level
    thrown = ScriptedDice((*(10,) * 2, *(1,) * 2, *(1,) * 6))
    step = SYSTEM.tracker.decide(table.kept, note("melee", {"attacker": one, "defender": other}), thrown)
    assert step.state.units[other].level != before
    assert step.state.units[one].level == "good"
    refusal = table.refused("melee", attacker=table.first("a", "field_artillery"), defender=other)
    assert refusal is not None
    assert refusal.rule == "EN-MELEE-03"


@pytest.mark.rule("EN-VP-01", "A broken unit scores its worth for the enemy, and a lost leader his.")
def test_points() -> None:
    table = Table()
    number = table.first("b", "infantry")
    for _ in range(3):
        table.make("strike", unit=number)
    worth = table.kept.units[number].worth
    assert table.kept.units[number].level == "broken"
    assert table.kept.score == (worth, 0)
    leader = next(n for n, man in enumerate(table.kept.leaders) if man.side == "a")
    table.make("leader", leader=f"leader {leader}", what="lost")
    assert table.kept.score == (worth, table.kept.setup.rules.tables.leader_victory_points)
    table.make("right", unit=number)
    table.make("leader", leader=f"leader {leader}", what="back")
    assert table.kept.score == (0, 0)


@pytest.mark.rule("EN-LEADER-06", "a leader is removed once, and a removed leader alone comes back")
def test_a_leader_is_lost_once_and_comes_back_once() -> None:
    table = Table()
    name = table.kept.leaders[0].name
    for what, other in (("lost", "back"), ("back", "lost"), ("lost", "back")):
        refusal = table.refused("leader", leader="leader 0", what=other)
        words = "alive" if other == "back" else "lost"
        assert refusal is not None
        assert (refusal.code, refusal.sentence) == ("no_change", f"{name} is already {words}.")
        table.make("leader", leader="leader 0", what=what)
    for facts in ({"leader": "leader 0", "what": "hurt"}, {"leader": "leader 99", "what": "lost"}):
        refusal = table.refused("leader", **facts)
        assert refusal is not None
        assert refusal.code == "no_such"


@pytest.mark.rule("EN-VP-02", "A side wins as soon as it has the points to win.")
def test_the_game_ends() -> None:
    table = Table()
    for number, unit in enumerate(table.kept.units):
        if unit.side == "b" and table.kept.outcome is None:
            for _ in range(3):
                table.make("strike", unit=number)
    assert table.kept.outcome is not None
    assert (table.kept.outcome.winner, table.kept.outcome.rule) == ("a", "EN-VP-02")
    assert table.refused("strike", unit=0) is not None


@pytest.mark.rule("EN-VP-01", "a leader who is removed is worth 5 points, which may win")
def test_a_lost_leader_may_end_the_game() -> None:
    table = Table()
    table.kept = SYSTEM.tracker.start(SYSTEM.settings.with_options(table.kept.setup, {"victory_points_to_win": 5}))
    man = next(n for n, each in enumerate(table.kept.leaders) if each.side == "b")
    table.make("leader", leader=f"leader {man}", what="lost")
    assert (table.kept.outcome.winner, table.kept.outcome.rule) == ("a", "EN-VP-02")


@pytest.mark.rule("EN-VP-04", "Neither side has won at the end of the last turn.")
def test_the_last_turn() -> None:
    table = Table().upto("melee")
    table.kept = replace(table.kept, turn=table.kept.setup.rules.options.max_turns)
    table.make("step")
    assert table.kept.outcome.reason == "mutual_defeat"


def test_every_tap_of_the_page_can_be_made() -> None:
    table = Table()
    for phase in ("initiative", "rally", "melee"):
        if phase != "initiative":
            table.kept = Table().upto(phase).kept
        table.change(0, level="bad")
        table.change(1, level="broken")
        page = SYSTEM.tracker.page(table.kept)
        taps = [*page.taps, *(tap for group in page.groups for row in group.rows for tap in row.taps)]
        taps += [row.hit for group in page.groups for row in group.rows if row.hit]
        assert [(tap.words, found) for tap in taps if (found := SYSTEM.tracker.refuse(table.kept, tap.note))] == []


HILL = Objective(name="The hill", cells=(24, 31), hold=2, from_turn=1)
VILLAGE = Objective(name="The village", cells=(40,), hold=1, side="b", from_turn=2, held_from_start=True)


def with_ground(*goals: Objective, points_win: bool = True) -> Table:
    """A game in which ground wins."""
    table = Table()
    table.kept = replace(table.kept, setup=replace(table.kept.setup, objectives=goals, points_win=points_win))
    return table


@pytest.mark.rule("EN-SETUP-12", "ground that is held wins at the end of a turn, at the table too")
@pytest.mark.rule("EN-RULING-111", "who stood last on each hex is said by those who see it")
def test_ground_wins_at_the_table() -> None:
    table = with_ground(HILL).upto("melee")
    assert "Who holds the objectives" in dict(map(reversed, SYSTEM.tracker.page(table.kept).asks))  # type: ignore[arg-type]
    said = table.make("hold", objective="objective 0", hex_24="a", hex_31="b")
    assert said == ["The hill: of 2 hexes Blue 1 and Red 1 (EN-SETUP-12, EN-RULING-111)."]
    assert [side.words for side in SYSTEM.tracker.page(table.kept).sides] == [
        "0 of 20 points, The hill 1 of 2",
        "0 of 20 points, The hill 1 of 2",
    ]
    table.make("step")
    assert table.kept.outcome is None
    table.make("initiative", (9, 2))
    while table.kept.phase != "melee":
        table.make("step")
    table.make("hold", objective="objective 0", hex_24="a", hex_31="a")
    said = table.make("step")
    assert said[-1] == "Blue won: objective (EN-SETUP-12)."


@pytest.mark.rule("EN-RULING-111", "each objective keeps its holders, and a hex may have none")
def test_a_note_about_one_objective_leaves_the_others() -> None:
    farm = Objective(name="The farm", cells=(50,), hold=1)
    table = with_ground(HILL, farm)
    table.make("hold", objective="objective 0", hex_24="a", hex_31="b")
    table.make("hold", objective="objective 1", hex_50="a")
    assert dict(table.kept.held) == {24: "a", 31: "b", 50: "a"}
    table.make("hold", objective="objective 0", hex_24="nobody", hex_31="a")
    assert dict(table.kept.held) == {31: "a", 50: "a"}


@pytest.mark.rule(
    "EN-SETUP-12", "ground held from the start is its side's until the enemy stands on it, from its turn on"
)
def test_ground_that_is_held_from_the_start() -> None:
    table = with_ground(VILLAGE, points_win=False).upto("melee")
    assert [side.words for side in SYSTEM.tracker.page(table.kept).sides] == ["", "The village 1 of 1"]
    asked = SYSTEM.tracker.inquire(table.kept, note("hold", {}))
    assert [(fact.key, fact.value) for fact in asked.facts] == [("objective", "objective 0"), ("hex_40", "b")]
    assert table.refused("hold", objective="objective 0", hex_40="nobody") is not None
    assert table.refused("hold", objective="objective 9") is not None
    table.make("step")
    table.make("initiative", (9, 2))
    while table.kept.phase != "melee":
        table.make("step")
    assert table.make("step")[-1] == "Red won: objective (EN-SETUP-12)."


# Rules of scenarios.


def scenario_game(key: str, **changes: Any) -> Any:
    """The tracked game of a shipped scenario; ``changes`` are of its first unit."""
    setup = SYSTEM.scenarios.load(key)
    first, *others = setup.forces[0].units
    force = replace(setup.forces[0], units=(replace(first, **changes), *others))
    return SYSTEM.tracker.start(replace(setup, forces=(force, setup.forces[1])))


@pytest.mark.rule(
    "EN-RULING-119", "a game whose scenario names the first mover begins with its movement, or with rallies"
)
def test_a_game_with_a_named_first_mover_needs_no_initiative_in_turn_1() -> None:
    game = scenario_game("village")
    assert (game.phase, game.holder, game.mover, game.streak) == ("movement", "a", "a", 1)
    assert scenario_game("village", level="bad").phase == "rally"


@pytest.mark.rule("EN-RULING-120", "a unit that has still to arrive takes no part, and its row says when it comes")
def test_a_unit_that_arrives_later_is_refused_until_its_turn() -> None:
    table = Table()
    table.kept = scenario_game("village", place=None, arrival=Arrival(2, (176,)))
    name = table.kept.units[0].name
    rows = {row.name: row for group in SYSTEM.tracker.page(table.kept).groups for row in group.rows}
    assert rows[name].marks == ("arrives in turn 2",)
    refused = table.refused("strike", unit=0)
    assert refused == Refusal("gone", "EN-RULING-120", f"{name} arrives in turn 2.")
    table.kept = replace(table.kept, turn=2)
    assert table.refused("strike", unit=0) is None


@pytest.mark.rule("EN-UNIT-06", "a broken unit is removed: nothing more is entered for it")
def test_a_broken_unit_is_refused() -> None:
    table = Table()
    table.change(0, level="broken")
    name = table.kept.units[0].name
    assert table.refused("strike", unit=0) == Refusal("gone", "EN-UNIT-06", f"{name} is broken and removed.")
    assert table.refused("form", unit=0, to="column") is not None
    assert table.refused("strike", unit=1) is None


@pytest.mark.rule("EN-RULING-120", "the row of a leader says when it comes, until the turn in which it does")
@pytest.mark.parametrize(("turn", "words"), [(1, "Leader, arrives in turn 2"), (2, "Leader"), (3, "Leader")])
def test_a_leader_that_arrives_later_says_so_until_its_turn(turn: int, words: str) -> None:
    table = Table()
    first, *others = table.kept.leaders
    late = replace(first, arrival=Arrival(2, (176,)))
    table.kept = replace(table.kept, leaders=(late, *others), turn=turn)
    rows = {row.key: row for group in SYSTEM.tracker.page(table.kept).groups for row in group.rows}
    assert rows["leader 0"].words == words


@pytest.mark.rule("EN-RULING-120", "the muster roll says when a unit arrives")
def test_the_muster_roll_says_when_a_unit_arrives() -> None:
    roll = SYSTEM.sheets.roll(scenario_game("village", place=None, arrival=Arrival(2, (176,))), "a")
    assert roll.units[0].notes[0] == "arrives in turn 2 (EN-RULING-120)"
