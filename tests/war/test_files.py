"""Maps, campaigns and armies read from files, with faults by their paths."""

import json
import re
from importlib import resources
from typing import Any

import pytest

from armies.exchange import to_oob
from battles.engine.armies.facts import Army, Brigade, Corps, Unit
from battles.engine.codec import decode, encode
from campaign.war.rules.files.campaign_file import read_campaign, write_campaign
from campaign.war.rules.files.faults import FaultyFile
from campaign.war.rules.files.map_file import campaign_map, read_map, write_map
from campaign.war.rules.files.start import army_of, begin, order_of_battle
from campaign.war.rules.settings import read_settings
from campaign.war.rules.state import CampaignState
from campaign.war.services.creation import (
    CAMPAIGNS,
    armies_of,
    shipped_army,
    shipped_campaign,
    shipped_map,
    shipped_state,
)

DATA = resources.files("campaign.war").joinpath("data")
EVENING = json.loads(DATA.joinpath("campaigns/evening-1815.json").read_bytes())
BELGIUM = json.loads(DATA.joinpath("maps/belgium-1815.json").read_bytes())


def changed(file: dict[str, Any], path: str, value: Any) -> bytes:
    """A file with another value at a path such as ``forces.0.at``; None takes it out."""
    copy = json.loads(json.dumps(file))
    *way, last = path.split(".")
    at: Any = copy
    for key in way:
        at = at[int(key)] if key.isdigit() else at[key]
    key: Any = int(last) if last.isdigit() else last
    if value is None:
        del at[key]
    else:
        at[key] = value
    return json.dumps(copy).encode()


@pytest.mark.rule("CM-FORCE-01", "every shipped campaign opens, with the armies of the library")
@pytest.mark.parametrize(
    ("key", "forces", "men"),
    [
        ("evening-1815", 12, 77_842),
        ("first-campaign", 6, 104_410),
        ("belgium-1815", 50, 318_067),
        ("leipzig-1813", 21, 271_200),
    ],
)
def test_shipped_campaigns_open(key: str, forces: int, men: int) -> None:
    state = shipped_state(key)
    assert len(state.forces) + len(state.waiting) == forces
    assert sum(account.men for account in state.books.values()) == men
    assert decode(encode(state), CampaignState) == state


@pytest.mark.rule("CM-FORCE-01", "an army of the library that is written as oob/1 is the same in a campaign")
@pytest.mark.parametrize("key", ["1815-armee-du-nord", "1815-anglo-allied"])
def test_an_army_written_as_oob(key: str) -> None:
    army = shipped_army(key)
    again = army_of(to_oob(army).encode(), key)
    assert order_of_battle(key, again) == order_of_battle(key, army)


@pytest.mark.parametrize(
    ("content", "path", "sentence"),
    [
        (b"{", "armies.mine", "not valid JSON"),
        (b"\xff", "armies.mine", "not valid UTF-8"),
        (b'{"format":"oob/2"}', "armies.mine.format", "made by a newer Muster; this one reads oob/1"),
        (b'{"format":"map/1"}', "armies.mine.format", "This must be oob/1, not map/1"),
        (b" " * 5_000_001, "armies.mine", "more than 5 million bytes"),
        (b'{"format":"oob/1","id":"a","name":"A","sides":[{"name":"A"}]}', "armies.mine.sides[0]", "field `corps`"),
    ],
)
def test_faults_of_an_army(content: bytes, path: str, sentence: str) -> None:
    with pytest.raises(FaultyFile, match=re.escape(sentence)) as wrong:
        army_of(content, "mine")
    assert wrong.value.faults[0].path == path


def test_every_shipped_file_is_offered() -> None:
    names = {
        path.name.removesuffix(".json") for path in DATA.joinpath("campaigns").iterdir() if path.name.endswith("json")
    }
    assert names == set(CAMPAIGNS)


@pytest.mark.parametrize("key", CAMPAIGNS)
def test_files_are_written_as_they_are_read(key: str) -> None:
    file = shipped_campaign(key)
    assert read_campaign(write_campaign(file)) == file
    ground = shipped_map(file.map)
    assert read_map(write_map(ground)) == ground


@pytest.mark.rule("CM-MAP-01", "an area is a part of the map with the roads between its points")
def test_an_area() -> None:
    ground = campaign_map(shipped_map("belgium-1815"), ("brussels", "waterloo", "hal"))
    assert [point.id for point in ground.points] == ["brussels", "waterloo", "hal"]
    assert {road.id for road in ground.roads} == {"brussels--waterloo", "hal--brussels"}


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("format", "map/2", "$.format"),
        ("format", "campaign/1", "$.format"),
        ("nodes.3.id", "brussels", "$.nodes[3].id"),
        ("nodes.3.size", "hamlet", "$.nodes[3].size"),
        ("edges.0.to", "nowhere", "$.edges[0].to"),
        ("edges.0.km", 0, "$.edges[0].km"),
        ("edges.5.crosses", ["styx"], "$.edges[5].crosses"),
        ("rivers.0.crossings.0.at", "nowhere", "$.rivers[0].crossings[0].at"),
        ("nodes", [], "$.nodes"),
        ("more", 1, "$"),
    ],
)
def test_faults_of_a_map(path: str, value: Any, fault: str) -> None:
    with pytest.raises(FaultyFile) as wrong:
        read_map(changed(BELGIUM, path, value))
    assert wrong.value.faults[0].path == fault


def test_a_map_with_an_island() -> None:
    alone = {"id": "elba", "name": "Elba", "lat": 42.8, "lon": 10.3, "size": "town", "terrain": "hills"}
    with pytest.raises(FaultyFile, match="No road joins elba"):
        read_map(changed(BELGIUM, "nodes", [*BELGIUM["nodes"], alone]))


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("format", "campaign/9", "$.format"),
        ("start", "1815-06-15T12:30", "$.start"),
        ("start", "noon", "$.start"),
        ("end", "1815-06-16T21:00", "$.end"),
        ("turn_hours", 7, "$.turn_hours"),
        ("weather", {"1815-07-01": "rain"}, "$.weather.1815-07-01"),
        ("settings.step_minutes", 7, "$.settings"),
        ("settings.luck", True, "$.settings"),
        ("sides.0.key", "French!", "$.sides[0].key"),
        ("sides.0.allied_with", ["anglo-allied"], "$.sides[0].allied_with"),
        ("sides.0.depots", [], "$.sides[0].depots"),
        ("forces.0.side", "martian", "$.forces[0].side"),
        ("forces.1.name", "II Corps", "$.forces[1].name"),
        ("forces.0.standing", None, "$.forces[0].standing"),
        ("forces.4.at", "thuin", "$.forces"),
        ("reinforcements.0.arrives", "1816-01-01T00:00", "$.reinforcements[0].arrives"),
        ("commands.0.with", "Old Guard", "$.commands[0].with"),
        ("commands.0.forces.0", "Old Guard", "$.commands[0].forces[0]"),
        ("objectives.0.points", 0, "$.objectives[0].points"),
        ("objectives.0.when", "soon", "$.objectives[0].when"),
        ("victory", {"minor": 9, "major": 9}, "$.victory"),
    ],
)
def test_faults_of_a_campaign(path: str, value: Any, fault: str) -> None:
    with pytest.raises(FaultyFile) as wrong:
        read_campaign(changed(EVENING, path, value))
    assert wrong.value.faults[0].path == fault


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("forces.0.at", "paris", "$.forces[0].at"),
        ("forces.0.faces", "brussels", "$.forces[0].faces"),
        ("area.3", "atlantis", "$.area[3]"),
        ("objectives.0.node", "paris", "$.objectives[0].node"),
        ("forces.0.formations.0", "no-army/I Corps", "$.forces[0].formations[0]"),
        ("forces.0.formations.0", "1815-armee-du-nord/IX Corps", "$.forces[0].formations[0]"),
        ("forces.1.formations.0", "1815-armee-du-nord/II Corps/5th Infantry Division", "$.forces[1].formations[0]"),
        ("forces.4.formations.0", "1815-armee-du-nord/VI Corps", "$.forces[4].formations[0]"),
        ("partial", False, "$.forces"),
    ],
)
def test_faults_of_a_campaign_on_its_map(path: str, value: Any, fault: str) -> None:
    file = read_campaign(changed(EVENING, path, value))
    armies = armies_of(shipped_campaign("evening-1815"))
    with pytest.raises(FaultyFile) as wrong:
        begin(file, shipped_map("belgium-1815"), armies)
    assert wrong.value.faults[0].path == fault


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{", b"\xff\xfe", b'{"format":"map/1","format":"map/1"}', b" " * 5_000_001]
)
def test_files_that_are_none(content: bytes) -> None:
    with pytest.raises(FaultyFile):
        read_map(content)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"turn_hours": 7}, "turn_hours must be one of 6, 8, 12, 24"),
        ({"use_luck": 1}, "use_luck must be true or false"),
        ({"garrison": {"mons": 0}}, "garrison of mons must be 1 to 20,000 men"),
        ({"courier_speed": 8000}, "courier_speed must be two speeds"),
        ({"daylight": [[4, 20]]}, "daylight must have 12 rows"),
        ({"metres_per_man": "long"}, "metres_per_man must be a number of metres"),
        ({"speed": 9}, "A campaign has no setting speed"),
    ],
)
def test_settings_that_are_refused(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_settings(values)


def test_tables_may_be_changed() -> None:
    settings = read_settings(
        {"march_rate": {"foot": {"track": 1800}}, "metres_per_man": 0.65, "courier_speed": [9000, 6000]}
    )
    assert settings.tables.march_rate["foot"] == {"chaussee": 3000, "road": 2500, "track": 1800}
    assert (settings.metres_per_man, settings.courier_day, settings.courier_night) == (65, 9000, 6000)


@pytest.mark.rule("CM-RULING-11", "units directly under a corps or division march as a brigade of their own")
def test_loose_units() -> None:
    battery = Unit(name="Battery", type="foot_artillery", quality="trained", guns=8)
    foot = Unit(name="Battalion", type="line_infantry", quality="elite", men=600)
    brigade = Brigade(name="1st/2nd Brigade", kind="infantry", children=(foot, foot))
    army = Army(name="Army", nation="FR", children=(Corps(name="I Corps", children=(brigade, battery)),))
    book = order_of_battle("mine", army, "red")
    assert book.brigades("mine/I Corps") == ("mine/I Corps/*", "mine/I Corps/1st-2nd Brigade")
    assert set(book.units) == {
        "mine/I Corps/Battery",
        "mine/I Corps/1st-2nd Brigade/Battalion",
        "mine/I Corps/1st-2nd Brigade/Battalion (2)",
    }
    assert book.faults == ()
