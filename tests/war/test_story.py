"""Sentences of what happened: forces agree with their verbs, lost ones are named by their side, reasons by places."""

from typing import Any

import pytest
from msgspec import structs

from campaign.war.rules import events as e
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.command.orders import refuse
from campaign.war.rules.order_values import Leg, Order
from campaign.war.rules.state import CampaignState, Contact, Report
from campaign.war.story import report_words, sentence_of, stories
from tests.war.small_campaigns import campaign, force, line_map

TWO = "5th Division and 4th Brigade"
LOST = "red.9"


@pytest.fixture(scope="module")
def state() -> CampaignState:
    made = campaign(
        line_map(4, 8),
        force("red", 1, "a", foot=1000),
        force("red", 2, "a", foot=1000),
        force("blue", 1, "b", foot=900),
    )
    names = {"red.1": "I Corps", "red.2": TWO}
    forces = {key: structs.replace(row, name=names.get(key, row.name)) for key, row in made.forces.items()}
    return structs.replace(made, forces=forces)


@pytest.mark.parametrize(
    ("event", "want"),
    [
        (lambda state: e.Arrived(state.forces["red.2"]), f"{TWO} arrive at A."),
        (lambda state: e.Arrived(state.forces["red.1"], late=True), "I Corps waits to arrive at A."),
        (lambda _: e.Joined("red.2", "red.1"), f"{TWO} join I Corps."),
        (lambda _: e.Delayed("red.2", ("blue.1",), 30, 0), f"{TWO} delay the enemy 30 minutes and fall back."),
        (lambda _: e.GetAwayTried("red.2", away=False), f"{TWO} try to get away from the enemy and fail."),
        (lambda _: e.Retreated("red.1", 1, surrendered=True), "I Corps retreats and surrenders."),
        (lambda _: e.StruckOff(LOST), "A force of Red is no more."),
        (lambda _: e.Joined("red.1", LOST), "I Corps joins a force of Red."),
        (
            lambda _: e.OrderDropped("red.2", f"{TWO} knows no open way to b.", "CM-MAP-07"),
            f"{TWO} drop their order: they know no open way to B.",
        ),
        (
            lambda _: e.OrderDropped("red.1", "I Corps needs 500 foot at the crossing.", "CM-ORDER-02"),
            "I Corps drops its order: it needs 500 foot at the crossing.",
        ),
    ],
)
def test_a_force_agrees_with_its_verb(state: CampaignState, event: Any, want: str) -> None:
    assert sentence_of(state, e.Entry(1, 0, event(state))) == want


def test_several_forces_have_one_sentence(state: CampaignState) -> None:
    seen = Report(1, 60, "red", "red.1", "blue.1", "blue", Place(point="b"), "", ("foot",), 900, name="General Picton")
    contacts = [Contact(key, "blue.1", "red.1", Place(point="b"), 60) for key in ("red.1", LOST)]
    entries = [e.Entry(1, 60, e.Touched(row)) for row in contacts]
    entries += [e.Entry(1, 60, e.Sighted("red", (seen,))), e.Entry(1, 90, e.Retreated("red.2", 1))]
    assert [line.text for line in stories(state, entries, "red")[0].lines] == [
        "I Corps and a force of Red are in contact with blue 1 under General Picton at B.",
        f"{TWO} retreat.",
    ]


@pytest.mark.rule("CM-CONTACT-01", "a side reads once that contact ends: that its force got away, or that it is over")
def test_the_end_of_a_contact_is_told_once(state: CampaignState) -> None:
    entries = [
        e.Entry(1, 60, e.GetAwayTried("red.1", away=True)),
        e.Entry(1, 60, e.Parted("red.1", "blue.1")),
        e.Entry(1, 90, e.Parted("blue.1", "red.2")),
        e.Entry(1, 90, e.Touched(Contact("red.1", "blue.1", "blue.1", Place(point="b"), 80), new=False)),
        e.Entry(1, 90, e.Parted("red.1", "blue.1")),
        e.Entry(1, 95, e.Touched(Contact("red.1", "blue.1", "blue.1", Place(point="b"), 95))),
        e.Entry(1, 95, e.Parted("red.1", "blue.1")),
    ]
    assert [line.text for line in stories(state, entries, "red")[0].lines] == [
        "I Corps gets away from the enemy.",
        f"{TWO} and I Corps are no longer in contact with blue 1.",
        "I Corps is briefly in contact with blue 1 at B.",
    ]


@pytest.mark.rule("CM-BOOK-04", "a side reads which of its forces is lost, once")
def test_a_lost_force_keeps_its_name_for_its_side(state: CampaignState) -> None:
    entries = [e.Entry(1, 60, e.Retreated(LOST, 1, surrendered=True)), e.Entry(1, 60, e.StruckOff(LOST))]
    told = [stories(state, entries, "red", names)[0].lines for names in ({}, {LOST: "VI Corps"})]
    assert [[line.text for line in lines] for lines in told] == [
        ["A force of Red retreats and surrenders."],
        ["VI Corps retreats and surrenders."],
    ]


def test_reports_and_refusals_agree_too(state: CampaignState) -> None:
    seen = Report(1, 0, "blue", "blue.1", "red.2", "red", Place(point="b"), "", ("foot",), 900, name=TWO)
    assert report_words(state, [], seen).startswith(f"{TWO} are reported at B:")
    assert report_words(state, [TWO], seen).startswith(f"{TWO} see ")
    refused = refuse(state, "red", Order("red.2", (Leg("scout"),)))
    assert refused is not None
    assert refused.sentence == f"{TWO} have fewer than 300 light horse to scout."
