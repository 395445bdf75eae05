"""The form of a result: what it refuses, and what became of the loser."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.ai.players import fight, player
from battles.engine import core, registry
from campaign.war.rules.battle import result
from campaign.war.rules.battle.encounters import staged
from campaign.war.rules.battle.result import NoResult
from campaign.war.rules.books import post
from campaign.war.rules.state import LeaderFate, Result, UnitLoss
from tests.war.engagements import Part, quatre_bras, small

FOOT: Part = ("line_infantry", 1000, "trained")
GUNS: Part = ("foot_artillery", 8, "trained")
UNIT = "red/Corps/Division/Brigade 0/Unit"
LATE = "red/Corps/Division/Brigade 1/Unit"
STATE, ENGAGEMENT = small([FOOT, FOOT], [FOOT, GUNS], coming={1: 120})
GOOD = Result(1, "red", "red", 300, states={"red": "holds", "blue": "beaten"})


@pytest.mark.rule("CM-ENG-07", "a good result has no faults")
def test_a_good_result() -> None:
    losses = (UnitLoss(UNIT, 1000), UnitLoss(LATE, 5), UnitLoss("blue/Corps/Division/Brigade 1/Unit", 0, 8))
    assert (
        result.faults(STATE, ENGAGEMENT, replace(GOOD, losses=losses, leaders=(LeaderFate("blue", "hurt", 3),))) == ()
    )
    result.check(STATE, ENGAGEMENT, GOOD)


@pytest.mark.rule("CM-ENG-07", "a result that cannot be is refused with a sentence")
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"losses": (UnitLoss(UNIT, 1001),)}, "Unit 0 has 1,000 men; it cannot lose 1,001"),
        ({"losses": (UnitLoss(UNIT, 0, 1),)}, "Unit 0 has 0 guns; it cannot lose 1"),
        ({"losses": (UnitLoss(UNIT, -1),)}, "cannot lose -1 men"),
        ({"losses": (UnitLoss(UNIT), UnitLoss(UNIT))}, "in the result twice"),
        ({"losses": (UnitLoss("nobody", 1),)}, "nobody was not in this battle"),
        ({"losses": (UnitLoss(LATE, 1),), "minutes": 119}, "Unit 1 was not in this battle"),
        ({"winner": "green"}, "The winner is red, blue or nobody, not green"),
        ({"field": "green"}, "holds the ground is red, blue or nobody"),
        ({"minutes": 601}, "0 to 600 minutes, to dark; 601 is wrong"),
        ({"minutes": -1}, "-1 is wrong"),
        ({"engagement": 2}, "not of engagement 1"),
        ({"states": {"green": "beaten"}}, "green is not in this battle"),
        ({"states": {"red": "routed"}}, "red won, so red holds the ground"),
        ({"states": {"blue": "holds"}}, "red won, so blue does not hold the ground"),
        ({"winner": "", "states": {"blue": "beaten"}}, "Without a winner both sides hold the ground"),
        ({"leaders": (LeaderFate("nobody", "dead"),)}, "nobody was not in this battle"),
        ({"leaders": (LeaderFate("red", "dead"), LeaderFate("red", "dead"))}, "General Red is in the result twice"),
        ({"leaders": (LeaderFate("red", "dead", 3),)}, "only the hurt have days"),
        ({"leaders": (LeaderFate("red", "hurt", 0),)}, "only the hurt have days"),
    ],
)
def test_faults(changes: dict[str, Any], sentence: str) -> None:
    wrong = replace(GOOD, **changes)
    assert any(sentence in fault for fault in result.faults(STATE, ENGAGEMENT, wrong))
    with pytest.raises(NoResult, match="CM-"):
        result.check(STATE, ENGAGEMENT, wrong)


@pytest.mark.rule("CM-ENG-07", "a refusal names no unit and no strength that the reader may not know")
def test_faults_tell_nothing_of_the_enemy() -> None:
    enemy = "blue/Corps/Division/Brigade 1/Unit"
    wrong = replace(GOOD, losses=(UnitLoss(enemy, 9_999), UnitLoss(UNIT, 1001), UnitLoss(enemy, 8_888)))
    said = result.faults(STATE, ENGAGEMENT, wrong, known=("red",))
    assert said == (
        "The enemy had fewer men there than you say it lost (CM-BOOK-01).",
        "Unit 0 has 1,000 men; it cannot lose 1,001 (CM-BOOK-01).",
        f"{enemy} is in the result twice (CM-ENG-07).",
    )


@pytest.mark.rule("CM-ENG-07", "a settled engagement takes no other result")
def test_a_settled_engagement() -> None:
    assert "settled already" in result.faults(STATE, replace(ENGAGEMENT, status="settled"), GOOD)[0]


@pytest.mark.rule("CM-AFTER-02", "without words the loser is beaten, or routed if he lost 300 per mille")
@pytest.mark.parametrize(("lost", "want"), [(299, "beaten"), (300, "routed")])
def test_state_of_the_loser(lost: int, want: str) -> None:
    losses = (UnitLoss("blue/Corps/Division/Brigade 0/Unit", lost),)
    written = replace(GOOD, states={}, losses=losses)
    assert result.states_of(STATE, ENGAGEMENT, written) == {"red": "holds", "blue": want}
    assert result.states_of(STATE, ENGAGEMENT, replace(written, states={"blue": "left"}))["blue"] == "left"
    nobody = replace(written, winner="", field="")
    assert result.states_of(STATE, ENGAGEMENT, nobody) == {"red": "holds", "blue": "holds"}


def played(key: str, setup: Any) -> tuple[Any, Any]:
    """The last state and the outcome of a battle; under Mini-Nap one with losses of every kind, for time."""
    system = registry.load(key)
    if key != "mini_nap":
        record = fight(system, setup, {side: player("greedy", system, b"s") for side in "ab"}, b"x" * 32)
        return record.state, record.outcome
    state, wheres = system.start(setup), ("table", "destroyed", "retreated", "lost", "table")
    units = tuple(
        replace(unit, where=wheres[number % len(wheres)], points=unit.points // 2 or 1)
        for number, unit in enumerate(state.units)
    )
    return replace(state, units=units, turn=9), core.Outcome("a", "army_break", "MN-RULING-60")


@pytest.mark.rule("CM-BOOK-03", "Quatre Bras goes there and back, and the books balance to the man and the gun")
@pytest.mark.parametrize("key", ["easy_napoleonics", "mini_nap"])
@pytest.mark.parametrize("most_units", [60, 10])
def test_quatre_bras_there_and_back(key: str, most_units: int) -> None:
    state, engagement = quatre_bras(most_units)
    group = registry.campaign(key)
    both = staged(state, engagement, b"seed", 30, group.most_units)
    last, ended = played(key, group.setup(both.encounter)[0])
    outcome = group.outcome(last, both.encounter, ended)
    back = result.result_of(state, engagement, both, outcome, "computer")
    assert result.faults(state, engagement, back) == ()
    assert sum(loss.men for loss in back.losses) == sum(each.men for own in outcome.losses for each in own) > 0
    assert sum(loss.guns for loss in back.losses) == sum(each.guns for own in outcome.losses for each in own)
    books = post(state.books, result.transfers_of(state, engagement, back))
    for unit, account in books.items():
        assert account.men == state.setup.units[unit].men
        assert account.all_guns == state.setup.units[unit].guns
    gone = {unit: state.books[unit].present - books[unit].present for unit in books}
    assert all(gone[loss.unit] >= loss.men for loss in back.losses)
    assert sum(gone.values()) >= sum(loss.men for loss in back.losses)
