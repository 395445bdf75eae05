"""Computer commanders: orders with reasons from what their side may know (CM-AI)."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from msgspec import structs

from campaign.war.rules.command.orders import refuse
from campaign.war.rules.computer import CHARACTERS, briefing, decisions, play
from campaign.war.rules.dice import SeededCampaignDice
from campaign.war.rules.state import Objective
from campaign.war.rules.tables import LEVELS_OF_COMMANDERS
from campaign.war.services.creation import shipped_state
from tests.war.small_campaigns import campaign, force, line_map


@pytest.mark.rule("CM-AI-01", "each force gets an order that is allowed, and a reason in a sentence")
@pytest.mark.parametrize("character", CHARACTERS)
def test_decisions(character: str) -> None:
    state = shipped_state("leipzig-1813")
    for side in ("french", "allied"):
        rows = decisions(briefing(state, side), character)  # type: ignore[arg-type]
        assert {row.order.force for row in rows} == {force.id for force in state.forces.values() if force.side == side}
        assert [row.reason for row in rows if refuse(state, side, row.order)] == []
        assert all(row.reason.endswith(".") and len(row.reason) > 20 for row in rows)


@pytest.mark.rule("CM-AI-01", "levels: steady 12, bold 8, careful 15")
def test_levels() -> None:
    assert dict(LEVELS_OF_COMMANDERS) == {"steady": 12, "bold": 8, "careful": 15}


@pytest.mark.rule("CM-AI-01", "it knows what its side may know")
def test_it_knows_no_more_than_its_side() -> None:
    state = shipped_state("leipzig-1813")
    hidden = {
        key: structs.replace(force, name="MARKER", fatigue=9, standing=()) if force.side == "allied" else force
        for key, force in state.forces.items()
    }
    poisoned = structs.replace(state, forces=hidden)
    assert briefing(poisoned, "french") == briefing(state, "french")


@pytest.mark.rule("CM-AI-03", "a campaign is played by nobody to its end, the same way for the same seed")
def test_played_to_the_end() -> None:
    ends = []
    for _ in range(2):
        turns = list(
            play(shipped_state("evening-1815"), {"french": "bold", "anglo-allied": "steady"}, SeededCampaignDice(b"7"))
        )
        ends.append((len(turns), turns[-1].state.verdict))
    assert ends[0] == ends[1]
    assert ends[0][1] is not None


def test_the_command_plays_a_template() -> None:
    out = StringIO()
    call_command("campaign", "play", template="evening-1815", side=["french=bold"], seed=3, json=True, stdout=out)
    played = json.loads(out.getvalue())
    assert played["template"] == "evening-1815"
    assert [row["turn"] for row in played["turns"]] == [1, 2, 3, 4]
    text = StringIO()
    call_command("campaign", "play", template="evening-1815", seed=3, stdout=text)
    assert "Turn 4" in text.getvalue()
    assert "points" in text.getvalue()


@pytest.mark.parametrize("side", ["french=mad", "prussian=bold", "french"])
def test_the_command_refuses_what_it_does_not_know(side: str) -> None:
    with pytest.raises(CommandError):
        call_command("campaign", "play", template="evening-1815", side=[side], stdout=StringIO())


@pytest.mark.rule("CM-AI-01", "it does not leave a place worth ten points because nobody is reported near it")
@pytest.mark.parametrize("character", CHARACTERS)
def test_it_stays_at_the_crossroads(character: str) -> None:
    state = shipped_state("evening-1815")
    for turn in play(state, {"french": "steady", "anglo-allied": character}, SeededCampaignDice(b"1"), 3):  # type: ignore[dict-item]
        order = next(row.order for row in turn.decisions if row.order.force == "anglo-allied.1")
        assert (order.legs[0].order, order.legs[0].to) in (("hold", ""), ("march", "quatre-bras"))


@pytest.mark.rule("CM-AI-01", "the bold attack with 8 tenths of the enemy, the steady need 12, the careful 15")
@pytest.mark.parametrize(
    ("men", "who"), [(7_000, ""), (9_000, "bold"), (13_000, "bold steady"), (16_000, "bold steady careful")]
)
def test_who_attacks_with_how_many(men: int, who: str) -> None:
    own = force("red", 1, "a", foot=men)
    enemy = force("blue", 1, "b", foot=10_000)
    goal = Objective("b", 20)
    state = campaign(line_map(10), own, enemy, objectives=(goal,), information="open", owners={"b": "blue"})
    given = briefing(state, "red")
    attacks = [each for each in CHARACTERS if decisions(given, each)[0].order.legs[0].posture == "attack"]
    assert sorted(attacks) == sorted(who.split())
