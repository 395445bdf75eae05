"""The muster roll: a side's command in words, from an army and from a battle, by the same numbers."""

import pytest
from msgspec.structs import replace

from battles.engine import registry
from battles.engine.armies.facts import HouseRules, Throw
from battles.engine.armies.systems import list_groups, roll_of, rules_of, titles
from battles.engine.armies.tree import units, walk
from battles.engine.sheets.muster_roll import Roll, RollUnit, roll_of_list
from battles.rules.mini_nap import tables
from tests.sheets.builders import BATTLES, sides

ARMIES = [(battle, side) for battle in BATTLES for side in (0, 1)]


def facts(unit: RollUnit) -> dict[str, str]:
    return {fact.label: fact.text for fact in unit.facts}


def unit_of(roll: Roll, name: str) -> RollUnit:
    return next(unit for unit in roll.units if unit.name == name)


def started(system: str, key: str = "quatre_bras"):
    rules = registry.load(system)
    return rules, rules.start(rules.scenarios.load(key))


@pytest.mark.parametrize("system", titles())
@pytest.mark.parametrize(("battle", "side"), ARMIES)
def test_every_unit_and_group_is_there_once_under_a_key_of_its_own(battle: str, side: int, system: str) -> None:
    army = sides(battle)[side]
    roll = roll_of(army, system)
    for keys in (
        [unit.key for unit in roll.units],
        [group.key for group in roll.groups],
        [one.key for one in (*roll.commanders, *(group.commander for group in roll.groups if group.commander))],
    ):
        assert all(keys)
        assert len(keys) == len(set(keys))
    if system != "snappy_nappy":
        assert [unit.name for unit in roll.units] == [unit.name for unit in units(army)]


@pytest.mark.rule("MN-LOSS-02", "the last box is grey where the unit goes with it; never for Guard and guns")
def test_mini_nap_units_have_their_numbers() -> None:
    roll = roll_of(sides("quatre-bras-1815")[0], "mini_nap")
    light = unit_of(roll, "I/2e Léger")
    assert (light.kind, light.quality, light.symbol) == ("light infantry", "Veteran 3+", "light_infantry")
    assert facts(light) == {
        "line": "6/6",
        "column": "6/9",
        "square": "2 or 4",
        "skirmish": "18/6",
        "dice to 4 cm": "line 2, column 1, square 1, skirmish 2",
    }
    assert light.track is not None
    assert (len(light.track.boxes), light.track.struck, light.track.last) == (6, 0, 5)
    assert (light.wide, light.deep, light.stands) == (250, 200, 2)
    guns = unit_of(roll, "7th Co., 2nd Foot Artillery (12-pdr)")
    assert guns.kind == "heavy foot artillery"
    assert facts(guns) == {"close to 20": "4", "medium to 40": "3", "long to 80": "2", "redeploy": "15", "prolong": "1"}
    assert guns.track is not None
    assert guns.track.last == -1


@pytest.mark.rule("MN-CMD-07", "a commander's radius is told in true length")
def test_mini_nap_commanders_have_rating_and_radius_once_they_are_rated() -> None:
    army = sides("quatre-bras-1815")[0]
    corps = army.children[0]
    rated = replace(corps, throws=(given("good"),))
    roll = roll_of(replace(army, children=(rated, *army.children[1:])), "mini_nap")
    reille = next(one for one in roll.commanders if one.name == "General Reille")
    assert (reille.rating, reille.radius, reille.level, reille.of) == ("Good", 1600, "corps", "II Corps")
    unrated = next(one for one in roll.commanders if one.level == "division")
    assert (unrated.rating, unrated.radius) == ("", 0)
    assert unrated.choices[-1] == "Dreadful 10 cm"
    assert reille.choices == ()
    assert {group.above[0] for group in roll.under(reille)} == {"II Corps"}
    assert len(roll.under(roll.commanders[0])) == len(roll.groups)
    assert [one.level for one in roll.commanders[:2]] == ["army", "corps"]


def given(rating: str):
    return Throw(rating=rating, source="fixed")


@pytest.mark.rule("MN-ORG-16", "division artillery has no command stand")
def test_brigades_have_their_stand_and_what_stands_over_them() -> None:
    roll = roll_of(sides("quatre-bras-1815")[0], "mini_nap")
    first = roll.groups[0]
    assert first.above == ("II Corps", "5th Infantry Division")
    assert first.commander is not None
    assert first.commander.name == "General Husson"
    guns = next(group for group in roll.groups if group.title == "Division artillery")
    assert guns.commander is None


def test_easy_napoleonics_units_have_their_numbers() -> None:
    roll = roll_of(sides("quatre-bras-1815")[0], "easy_napoleonics")
    unit = roll.units[0]
    assert (unit.quality, unit.points, unit.symbol) == ("Veteran 6+", 8, "light_infantry")
    assert facts(unit)["dice at 1"] == "line 2, column 1, square 1"
    assert unit.track is not None
    assert unit.track.boxes == ("Good", "Fair", "Bad", "Broken")
    assert [one.name for one in roll.commanders] == ["Marshal Ney"]


@pytest.mark.parametrize("system", list_groups())
def test_sample_lists_have_rolls(system: str) -> None:
    for listed in list_groups()[system].sample_lists().values():
        roll = roll_of_list(listed)
        assert len(roll.units) == listed.units
        assert all(unit.kind and unit.quality for unit in roll.units)
        assert sum(unit.points or 0 for unit in roll.units) <= listed.points.value


@pytest.mark.rule("SN-CMD-02", "a leader's radius is inches, told in tenths of a millimetre")
def test_snappy_nappy_leaders_have_their_radius() -> None:
    roll = roll_of(sides("quatre-bras-1815")[0], "snappy_nappy")
    assert {one.radius for one in roll.commanders} == {18 * 254}
    assert roll.groups[0].above == ("II Corps",)


@pytest.mark.parametrize("system", registry.playable())
@pytest.mark.parametrize("side", ["a", "b"])
def test_a_view_of_ones_own_side_has_the_roll_of_the_state(system: str, side: str) -> None:
    rules, state = started(system)
    roll = registry.sheets(system).roll(state, side)
    assert registry.sheets(system).roll(rules.secrets.view(state, side), side) == roll
    assert roll.units
    assert roll.nation


@pytest.mark.rule("MN-LOSS-01", "boxes are struck for points lost; a unit out of play says what became of it")
def test_strength_of_a_battle_is_as_it_stands() -> None:
    _, state = started("mini_nap")
    hurt = replace(state.units[0], points=state.units[0].points - 2, where="table")
    lost = replace(state.units[1], points=1, where="destroyed")
    gone = replace(state.stands[0], where="removed")
    after = replace(state, units=(hurt, lost, *state.units[2:]), stands=(gone, *state.stands[1:]))
    roll = registry.sheets("mini_nap").roll(after, "a")
    first, second = roll.units[:2]
    assert first.track is not None
    assert (first.track.struck, first.gone) == (2, False)
    assert (second.gone, second.notes[0]) == (True, "destroyed")
    assert roll.commanders[0].gone


@pytest.mark.rule("EN-MORALE-03", "levels above that which a unit is at are struck; a broken unit is gone")
def test_levels_of_a_battle_are_as_they_stand() -> None:
    _, state = started("easy_napoleonics")
    bad, broken = replace(state.units[0], level="bad"), replace(state.units[1], level="broken")
    roll = registry.sheets("easy_napoleonics").roll(replace(state, units=(bad, broken, *state.units[2:])), "a")
    tracks = [unit.track for unit in roll.units[:2] if unit.track]
    assert [track.struck for track in tracks] == [2, 4]
    assert roll.units[1].gone


def test_an_army_and_the_battle_that_it_fights_tell_the_same_of_a_unit() -> None:
    army = sides("quatre-bras-1815")[0]
    own = {unit.name: unit for unit in roll_of(army, "mini_nap").units}
    _, state = started("mini_nap")
    for unit in registry.sheets("mini_nap").roll(state, "a").units:
        if unit.name in own:
            assert unit.facts == own[unit.name].facts
            assert (unit.kind, unit.symbol) == (own[unit.name].kind, own[unit.name].symbol)


@pytest.mark.rule("MN-RULING-96", "a club's radii stand on its commanders' cards")
def test_house_rules_are_followed() -> None:
    army = sides("quatre-bras-1815")[0]
    ours = HouseRules(name="The club", overlays={"mini_nap": {"radius.dreadful": 7}})
    roll = roll_of(replace(army, house=ours), "mini_nap")
    assert roll.commanders[1].choices[-1] == "Dreadful 7 cm"
    assert tables.COMMANDERS["dreadful"].radius == 10


def test_an_unknown_system_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="'chess' is not a system with options"):
        roll_of(sides("quatre-bras-1815")[0], "chess")
    with pytest.raises(registry.UnknownSystem):
        registry.sheets("chess").roll(None, "a")


def test_corps_of_the_army_are_all_named() -> None:
    for battle, side in ARMIES:
        army = sides(battle)[side]
        roll = roll_of(army, "mini_nap")
        over = {name for group in roll.groups for name in group.above}
        assert {place.element.name for place in walk(army) if not place.above} <= over


@pytest.mark.parametrize("system", titles())
def test_a_unit_has_the_width_of_its_base_or_the_roll_says_why_not(system: str) -> None:
    rolls = [roll_of(army, system) for battle in BATTLES for army in sides(battle)]
    if system in registry.playable():
        rules, state = started(system)
        rolls += [registry.sheets(system).roll(state, side) for side in rules.sides]
    for roll in rolls:
        assert bool(roll.unbased) != all(unit.wide and unit.deep for unit in roll.units)


def test_a_stand_fills_a_hex_of_snaphance_and_has_no_width() -> None:
    for listed in list_groups()["snaphance"].sample_lists().values():
        assert "SH-STAND-06" in roll_of_list(listed).unbased


@pytest.mark.rule("MN-MARKER-02", "a unit of the roll has its yellow marker in words")
def test_the_markers_on_a_unit_are_told_while_it_is_in_play() -> None:
    _, state = started("mini_nap")
    marked = {"blue": "disorder", "yellow": True, "white": True, "crew_in": 1, "where": "table"}
    unit = replace(state.units[0], **marked)
    notes = ("blue marker: disordered", "yellow marker", "white marker", "orange marker: abandoned")
    for changed, told in ((unit, notes), (replace(unit, blue="reaction"), ("blue marker", *notes[1:]))):
        roll = registry.sheets("mini_nap").roll(replace(state, units=(changed, *state.units[1:])), "a")
        assert roll.units[0].notes[:4] == told
    gone = replace(state, units=(replace(unit, where="destroyed"), *state.units[1:]))
    assert registry.sheets("mini_nap").roll(gone, "a").units[0].notes[0] == "destroyed"
    assert not any("marker" in note for note in registry.sheets("mini_nap").roll(gone, "a").units[0].notes)


@pytest.mark.rule("EN-SQUARE-05", "the roll tells of a unit that may not fire in this turn")
def test_a_unit_that_lost_its_fire_is_told() -> None:
    _, state = started("easy_napoleonics")
    mute = replace(state, units=(replace(state.units[0], mute=True), *state.units[1:]))
    before, after = (registry.sheets("easy_napoleonics").roll(each, "a").units[0].notes for each in (state, mute))
    assert set(after) - set(before) == {"no fire this turn (EN-SQUARE-05)"}


def test_rules_have_the_options_of_an_army_and_the_numbers_of_its_club() -> None:
    overlays = {"mini_nap": {"radius.dreadful": 7}, "easy_napoleonics": {"leader_victory_points": 9}}
    army = replace(
        sides("quatre-bras-1815")[0],
        house=HouseRules(name="The club", overlays=overlays),
        options={"mini_nap": {"hth_allotment": "active_first"}},
    )
    mini, easy, snappy = (rules_of(army, system) for system in titles())
    assert (mini.tables.commanders["dreadful"].radius, mini.options.hth_allotment) == (7, "active_first")
    assert mini.tables.commanders["good"] == tables.COMMANDERS["good"]
    assert easy.tables.leader_victory_points == 9
    assert snappy == registry.settings("snappy_nappy").rules()
    with pytest.raises(ValueError, match="no_such"):
        rules_of(replace(army, options={"mini_nap": {"no_such": 1}}), "mini_nap")
