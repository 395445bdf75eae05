"""The briefing: one page for each reader with all that is needed, and nothing that only the enemy may know."""

import pytest

from armies.paper.section import bind
from battles.engine import registry
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.packet import Reader, Wanted, checked, packet, parts_of, usual
from tests.printing.conftest import EASY, MINI, asker, words
from tests.sheets.pdf_text import BY, PAPERS, misplaced, overlapping, pages, smaller

SCENARIOS = [
    f"scenario:{system}:{key}" for system in registry.playable() for key in registry.load(system).scenarios.shipped()
]
LEAST = 6.5
"""Points of the smallest type on a map; the text has at least seven."""


def briefing(key: str, reader: str, paper: str = "a4") -> bytes:
    subject = source_of(key, asker()).subject(reader)
    parts = parts_of(subject, reader, checked(Wanted({"briefing": {}}, paper)), BY)
    bound = bind([part.section for part in parts], BY, title="t", subject="s", paper=paper)
    assert bound.troubles == ()
    return bound.data


@pytest.mark.parametrize(("place", "key"), list(enumerate(SCENARIOS)))
def test_a_briefing_is_one_page_on_which_nothing_overlaps(place: int, key: str) -> None:
    paper = PAPERS[place % 2]
    data = briefing(key, "umpire", paper)
    assert len(pages(data)) == 1
    assert misplaced(data) == []
    assert smaller(data, LEAST) == []
    assert overlapping(data) == []


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("reader", ["a", "b"])
def test_a_player_has_a_page_too_and_always_the_same(reader: str, paper: str) -> None:
    data = briefing(MINI, reader, paper)
    assert len(pages(data)) == 1
    assert misplaced(data) == []
    assert briefing(MINI, reader, paper) == data


@pytest.mark.rule("MN-RULING-97", "Brigades may arrive in a later Turn, in a zone that the scenario names")
def test_a_player_reads_situation_task_victory_zone_and_own_arrivals() -> None:
    text = words(briefing(MINI, "a"))
    assert "Ney attacks up the Charleroi road" in text
    assert "Break the Anglo-allied army" in text
    assert "A side loses if more than 50 per cent of its starting units are lost" in text
    assert "The battle ends after 12 Turns" in text
    assert "Deploy from the southern edge, 0 to 180 cm from the west, 0 to 35 cm from the south" in text
    assert "Turn 3. 6th Infantry Division: southern edge, 70 to 130 cm from the west" in text
    assert "44 units: 10 light infantry" in text
    assert "Village. Quatre Bras" in text
    assert "Landmark. La Bergerie, Gemioncourt" in text
    assert "French left wing deploys here" in text


def test_a_player_reads_the_formations_in_which_units_begin() -> None:
    text = words(briefing("scenario:mini_nap:gemioncourt", "b"))
    assert "Light infantry in skirmish line: 27th Jager Battalion" in text
    assert "Line infantry in line: 7th Line Battalion" in text
    assert "Medium foot artillery: Foot Battery Stevenart" in text


@pytest.mark.rule("EN-RULING-119", "a scenario may name the side that moves first in turn 1")
def test_the_rules_of_the_scenario_and_its_objectives_are_on_the_page() -> None:
    text = words(briefing("scenario:easy_napoleonics:wavre", "b"))
    assert "Special rules" in text
    assert "The French right wing moves first in turn 1" in text
    assert "by holding 4 of the hexes 0805, 0905, 1005, 0806 and 0906" in text
    assert "EN-RULING-119" in text


@pytest.mark.parametrize(
    ("own", "foe", "secret"),
    [
        ("a", "b", "Picton"),
        ("a", "b", "Brunswick Corps"),
        ("b", "a", "Kellermann"),
        ("b", "a", "6th Infantry Division"),
    ],
)
def test_a_player_reads_nothing_of_the_enemy_but_the_umpire_reads_all(own: str, foe: str, secret: str) -> None:
    assert secret not in words(briefing(MINI, own))
    assert secret in words(briefing(MINI, foe))
    assert secret in words(briefing(MINI, "umpire"))


def test_the_briefing_is_the_first_sheet_of_a_packet() -> None:
    for key in (EASY, MINI):
        source = source_of(key, asker())
        subject = source.subject("a")
        made = packet(subject, Reader("a", source.readers["a"]), usual(subject), BY)
        assert made.parts[0].kind.key == "briefing"
        assert made.bound.starts[0] == 1
    many = checked(Wanted({key: {} for key in usual(subject).kinds} | {"map": {"units": "yes"}}))
    assert packet(subject, Reader("a", ""), many, BY).bound.starts[0] == 2, (
        "a cover tells of choices that are not usual"
    )


def test_an_army_has_no_briefing() -> None:
    subject = source_of("list:snaphance:" + next(iter(registry.army("snaphance").sample_lists())), asker()).subject("")
    assert "briefing" not in usual(subject).kinds
