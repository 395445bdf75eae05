"""From an engagement to a battle: armies as they are, merged where there are too many, the ground, arrivals."""

import pytest
from msgspec.structs import replace

from battles.engine import registry
from battles.engine.armies.tree import units
from battles.engine.campaign import Encounter, UnitLoss
from campaign.war.rules.battle.battle_units import family_name, losses_by_unit
from campaign.war.rules.battle.encounters import NobodyFights, Staged, bearing_of, ground_seed, minutes_to_play, staged
from campaign.war.rules.books import Account
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.state import BattleGround, CampaignState, Engaged
from campaign.war.services.creation import shipped_state
from tests.war.engagements import quatre_bras, small

FOOT = ("line_infantry", 1000, "trained")


def encounter(most_units: int = 60, limit: int = 200) -> Staged:
    return staged(*quatre_bras(most_units), b"seed", 30, limit)


@pytest.mark.rule("CM-ENG-05", "every man and gun of the engaged units stands in the armies of the battle")
@pytest.mark.parametrize("most_units", [10, 60, 200])
def test_armies_hold_every_man_and_gun(most_units: int) -> None:
    state, engagement = quatre_bras(most_units)
    for army, side in zip(encounter(most_units).armies, (engagement.attackers, engagement.defenders), strict=True):
        members = [key for keys in army.members.values() for key in keys]
        paths = [
            path for part in side for path in (*part.formations, *(p for a in part.arrivals for p in a.formations))
        ]
        engaged = [unit for path in paths for unit in state.setup.formations[path].units]
        assert sorted(members) == sorted(engaged)
        assert sum(unit.men or 0 for unit in units(army.army)) == sum(state.books[key].present for key in engaged)
        assert sum(unit.guns or 0 for unit in units(army.army)) == sum(state.books[key].guns for key in engaged)


@pytest.mark.rule("CM-ENG-05", "above most_units a side, brigades and then divisions fight as one unit for each arm")
@pytest.mark.rule("CM-RULING-41", "both sides are merged alike")
@pytest.mark.parametrize(("most_units", "merging"), [(80, "units"), (60, "brigades"), (10, "divisions")])
def test_merging(most_units: int, merging: str) -> None:
    armies = encounter(most_units).armies
    assert [army.merging for army in armies] == [merging, merging]
    if merging != "units":
        for army in armies:
            assert len(army.members) < sum(map(len, army.members.values()))


@pytest.mark.rule("CM-ENG-05", "a merged unit is called after its commander")
def test_names_of_merged_units() -> None:
    names = [unit.name for army in encounter().armies for unit in units(army.army)]
    assert "Husson's 1st Brigade" in names
    assert "Bachelu's Division artillery" in names
    assert len(set(names)) == len(names)
    assert family_name("General Kellermann, Count of Valmy") == "Kellermann"
    assert family_name("General Drouot (Marshal Mortier ill at Beaumont)") == "Drouot"
    assert family_name("") == ""


@pytest.mark.rule("CM-ENG-05", "a merged unit has the quality of most of its men; ties go to the lower")
@pytest.mark.parametrize(
    ("sizes", "want"),
    [((("elite", 600), ("trained", 500)), "elite"), ((("elite", 500), ("trained", 500)), "trained")],
)
def test_quality_of_a_merged_unit(sizes: tuple[tuple[str, int], ...], want: str) -> None:
    state, engagement = small([FOOT], [FOOT])
    brigade = "red/Corps/Division/Brigade 0"
    template = state.setup.units[f"{brigade}/Unit"]
    own = {
        f"{brigade}/{quality}": replace(template, id=f"{brigade}/{quality}", quality=quality, men=men)
        for quality, men in sizes
    }
    formation = replace(state.setup.formations[brigade], units=tuple(own))
    setup = replace(
        state.setup,
        units={**state.setup.units, **own},
        formations={**state.setup.formations, brigade: formation},
        settings=replace(state.setup.settings, most_units=1),
    )
    books = {**state.books, **{key: Account(unit.men) for key, unit in own.items()}}
    army = staged(replace(state, setup=setup, books=books), engagement, b"s", 30).armies[0].army
    (unit,) = units(army)
    assert (unit.quality, unit.men) == (want, sum(men for _, men in sizes))


@pytest.mark.rule("CM-ENG-05", "losses of a merged unit return by men, by largest remainder")
def test_losses_return_by_men() -> None:
    state, _ = quatre_bras()
    army = encounter().armies[0]
    key, members = next((key, members) for key, members in army.members.items() if len(members) > 3)
    back = list(losses_by_unit(state, army, [UnitLoss(unit=key, men=101, fled=True)]))
    assert [loss.unit for loss in back] == list(members)
    assert sum(loss.men for loss in back) == 101
    assert all(loss.fled for loss in back)
    men = [state.books[member].present for member in members]
    for loss, own in zip(back, men, strict=True):
        assert abs(loss.men * sum(men) - 101 * own) < sum(men)


@pytest.mark.rule("CM-BOOK-04", "a unit under 250 per mille of its start does not fight")
def test_weak_units_stay_out() -> None:
    state, engagement = small([FOOT, FOOT], [FOOT])
    weak = next(key for key in state.books if key.startswith("red"))
    for men, count in ((250, 2), (249, 1)):
        books = {**state.books, weak: Account(men, dead=1000 - men)}
        army = staged(replace(state, books=books), engagement, b"s", 30).armies[0]
        assert len(army.members) == count
    with pytest.raises(NobodyFights, match="CM-BOOK-04"):
        staged(replace(state, books=dict.fromkeys(state.books, Account(0, dead=1000))), engagement, b"s", 30)


@pytest.mark.rule("CM-MAP-04", "a garrison fights as a unit of untrained foot; its losses stay out of the books")
def test_a_garrison() -> None:
    state, engagement = small([FOOT], [FOOT])
    engagement = replace(engagement, storm=True, defenders=())
    both = staged(replace(state, garrisons={"field": 800}), engagement, b"s", 30)
    (unit,) = units(both.armies[1].army)
    assert (unit.quality, unit.men) == ("untrained", 800)
    assert list(losses_by_unit(state, both.armies[1], [UnitLoss(unit=unit.id, men=80)])) == []
    for key in ("easy_napoleonics", "mini_nap"):
        registry.campaign(key).setup(both.encounter)


@pytest.mark.rule("CM-TIRE-01", "from fatigue 7 units fight one grade lower")
@pytest.mark.parametrize(("fatigue", "quality"), [(6, "veteran"), (7, "trained")])
def test_worn_out_units_fight_a_grade_lower(fatigue: int, quality: str) -> None:
    state, engagement = small([("line_infantry", 1000, "veteran")], [FOOT], fatigue=(fatigue, 0))
    (unit,) = units(staged(state, engagement, b"s", 30).armies[0].army)
    assert unit.quality == quality


@pytest.mark.rule("CM-ENG-03", "roads leave in the direction of the next point")
def test_bearings_of_the_roads() -> None:
    roads = {road.to: road.bearing for road in encounter().encounter.site.roads}
    assert roads["Frasnes"] == 180
    assert roads["Genappe"] == 0
    assert 285 <= roads["Nivelles"] <= 300
    points = {point.id: point for point in quatre_bras()[0].setup.map.points}
    assert bearing_of(points["frasnes"], points["quatre-bras"]) == 0


@pytest.mark.rule("CM-ENG-03", "the attacker comes from where he came, and the defender has the other side")
def test_bearings_of_the_sides() -> None:
    sides = encounter().encounter.sides
    assert sides[0].bearing == 180
    assert sides[1].bearing != 180


@pytest.mark.rule("CM-WEATHER-02", "a battle is told the weather")
def test_the_battle_is_told_the_weather() -> None:
    state, engagement = quatre_bras()
    for weather, words in (("dry", "dry"), ("rain", "rains"), ("mud", "mud")):
        ground = replace(engagement.ground, weather=weather)
        told: Encounter = staged(state, replace(engagement, ground=ground), b"s", 30).encounter
        assert words in told.situation
        assert told.site.weather == weather


@pytest.mark.rule("CM-ENG-03", "a battle on a road has no settlement, and its road leads both ways")
def test_a_battle_on_a_road() -> None:
    state, engagement = quatre_bras()
    road = next(road for road in state.setup.map.roads if {road.start, road.end} == {"frasnes", "quatre-bras"})
    ground = replace(engagement.ground, roads=(road.id,))
    on_road = replace(engagement, place=Place(road=road.id, metres=1000), ground=ground)
    both = staged(state, on_road, b"s", 30, 200).encounter
    assert (both.site.name, both.site.size) == ("", "")
    assert sorted(each.bearing for each in both.site.roads) == [0, 180]
    assert both.title.startswith(f"Between {_name(state, road.start)} and {_name(state, road.end)}")
    for key in ("easy_napoleonics", "mini_nap"):
        registry.campaign(key).setup(both)


def _name(state: CampaignState, point: str) -> str:
    return next(each.name for each in state.setup.map.points if each.id == point)


@pytest.mark.rule("CM-ENG-01", "about how long it takes to play: the units of both sides by play_minutes")
def test_minutes_to_play() -> None:
    state, _ = quatre_bras()
    both = encounter()
    assert minutes_to_play(state, both) == 3 * sum(len(list(units(army.army))) for army in both.armies) == 126


@pytest.mark.rule("CM-RULING-48", "a place looks the same in every battle")
def test_seed_of_the_ground() -> None:
    state, engagement = quatre_bras()
    later = replace(engagement, id=7, turn=4, begins=engagement.begins + 60)
    assert ground_seed(state, later) == ground_seed(state, engagement)
    assert ground_seed(state, replace(engagement, place=Place("genappe"))) != ground_seed(state, engagement)


@pytest.mark.rule("CM-RULING-46", "if nobody is there from the beginning, the first to come up are")
def test_somebody_is_there() -> None:
    state, engagement = small([FOOT, FOOT], [FOOT], coming={0: 60, 1: 90})
    coming = staged(state, engagement, b"s", 30).encounter.sides[0].coming
    assert [each.minutes for each in coming] == [90]


@pytest.mark.rule("CM-ENG-05", "407 units a side fight as brigades or divisions under either engine")
@pytest.mark.parametrize("key", ["easy_napoleonics", "mini_nap"])
def test_wellington_and_bluecher(key: str) -> None:
    state = shipped_state("belgium-1815")
    engagement = quatre_bras()[1]
    forces = [*state.forces.values(), *(late.force for late in state.waiting)]
    state = replace(state, forces={force.id: force for force in forces})
    parts = {
        french: tuple(
            Engaged(force.id, force.side, force.formations) for force in forces if (force.side == "french") == french
        )
        for french in (True, False)
    }
    engagement = replace(engagement, attackers=parts[True], defenders=parts[False], ground=_here(state))
    group = registry.campaign(key)
    both = staged(state, engagement, b"seed", 30, group.most_units)
    count = sum(len(keys) for keys in both.armies[1].members.values())
    assert count >= 407
    assert all(len(army.members) <= group.most_units for army in both.armies)
    setup, _ = group.setup(both.encounter)
    assert setup.forces


def _here(state: CampaignState) -> BattleGround:
    roads = tuple(road.id for road in state.setup.map.roads if "quatre-bras" in (road.start, road.end))
    return BattleGround("quatre-bras", "rolling", roads)
