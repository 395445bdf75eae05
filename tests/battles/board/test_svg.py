"""A board as SVG: what it shows, what it says, what it escapes, and how large it is."""

import gzip
import re

import pytest

from battles.drawing.last_moves import traces
from battles.engine.picture import Highlight, Name, Way, Zone
from battles.pages.board.scene import Marked
from battles.pages.board.svg import board, board_file, moved, picture, start_picture
from tests.battles.board.boards import block, large, plain_ground, plain_scene, scenario, square
from tests.battles.board.drawing import classed, keyed, tree

SVG = "{http://www.w3.org/2000/svg}"
GROUND = plain_ground(square("21", 1, 0, "wood", "Big Wood, wood"), square("31", 2, 0, "hill", "hill"))


def test_ground_and_scene_are_groups_of_their_own() -> None:
    groups = [group.get("id") for group in tree(board(GROUND, plain_scene(block())))]
    assert groups == ["ground", "scene"]
    assert tree(moved(GROUND, plain_scene(block()))).get("id") == "scene"
    assert str(moved(GROUND, plain_scene(block()))) in board(GROUND, plain_scene(block()))


def test_every_area_has_its_key_and_its_words() -> None:
    markup = board(GROUND, plain_scene())
    kinds = {group.get("class"): group for group in classed(markup, "areas")}
    assert set(kinds) == {"areas g-open", "areas g-wood", "areas g-hill"}
    assert kinds["areas g-open"].get("data-words") == "open ground"
    assert [path.get("data-key") for path in kinds["areas g-open"]] == ["11", "12", "22", "32"]
    assert keyed(markup, "21").get("d") == "M50 0h50v50h-50z"
    assert kinds["areas g-wood"].get("data-words") == "Big Wood, wood"


def test_areas_lie_over_their_patches_and_are_pointed_at_one_by_one() -> None:
    wood = plain_ground(square("11", 0, 0, "wood", "wood"), square("21", 1, 0, "wood", "wood"))
    drawn = [each.get("class") for each in tree(board(wood, plain_scene()))[0]]
    assert drawn[:2] == ["t-ground", "patch p-wood"]
    assert drawn.index("areas g-wood") > drawn.index("patch p-wood")
    assert len(classed(board(wood, plain_scene()), "p-wood")) == 1


def test_an_area_with_a_name_has_words_of_its_own() -> None:
    wood = plain_ground(
        square("11", 0, 0, "wood", "wood"),
        square("21", 1, 0, "wood", "wood"),
        square("31", 2, 0, "wood", "Big Wood, wood"),
    )
    markup = board(wood, plain_scene())
    assert keyed(markup, "31").get("data-words") == "Big Wood, wood"
    assert keyed(markup, "11").get("data-words") is None


def test_a_unit_can_be_reached_and_says_what_it_is() -> None:
    unit = keyed(board(GROUND, plain_scene(block(turn=600, nation="FR"))), "unit 0")
    assert (unit.get("tabindex"), unit.get("role"), unit.get("aria-label")) == ("0", "button", "4th Line, in line")
    assert (unit.get("data-area"), unit.get("transform")) == ("11", "translate(25 25)")
    assert unit.get("class") == "block side-a n-fr"
    assert [use.get("transform") for use in unit.iter("use")] == ["rotate(60)"]
    assert [text.text for text in unit.iter("text")] == ["4th"]


@pytest.mark.parametrize(
    ("side", "nation", "css"), [("a", "", "coat-a"), ("b", "", "coat-b"), ("b", "GB", "n-gb"), ("a", "??", "coat-a")]
)
def test_a_unit_of_no_nation_has_the_colours_of_its_side(side: str, nation: str, css: str) -> None:
    unit = keyed(board(GROUND, plain_scene(block(side=side, nation=nation))), "unit 0")
    assert (unit.get("class") or "").split()[1:] == [f"side-{side}", css]


def test_with_an_address_units_are_links() -> None:
    markup = board(GROUND, plain_scene(block()), Marked(address="/b/x?a=1&actor="))
    unit = keyed(markup, "unit 0")
    assert (unit.tag, unit.get("href"), unit.get("role")) == ("a", "/b/x?a=1&actor=unit%200", None)


def test_a_shaken_unit_has_pips_and_an_unknown_one_a_query() -> None:
    def uses(**facts: object) -> list[str]:
        unit = keyed(board(GROUND, plain_scene(block(**facts))), "unit 0")
        return [str(use.get("href")).partition("#")[2] for use in unit.iter("use")][1:]

    assert uses() == []
    assert uses(level="fair") == ["m-fair"]
    assert uses(level="bad") == ["m-bad"]
    assert uses(unsure=True) == []
    assert keyed(board(GROUND, plain_scene(block(unsure=True))), "unit 0").find(".//tspan").text == " ?"


def test_leaders_lie_over_units_and_those_in_front_over_those_behind() -> None:
    scene = plain_scene(
        block("leader 0", shape="leader", sign="leader_army"),
        block("unit 1", "12", (25, 75)),
        block("unit 2", "21", (75, 25)),
    )
    keys = [each.get("data-key") for each in tree(moved(GROUND, scene)) if each.get("data-key")]
    assert keys == ["unit 2", "unit 1", "leader 0"]


def test_what_is_selected_and_pointed_at_is_marked() -> None:
    scene = plain_scene(block(), block("unit 1", "22", (75, 75), side="b"))
    markup = board(GROUND, scene, Marked(selected="unit 0", areas=("21", "99"), targets=("unit 1", "unit 9")))
    marks = next(each for each in tree(markup).iter() if each.get("id") == "marks")
    assert [(mark.get("class"), mark.get("d")) for mark in marks] == [
        ("go", "M50 0h50v50h-50z"),
        ("aim", "M50 50h50v50h-50z"),
        ("on", "M0 0h50v50h-50z"),
    ]
    assert keyed(markup, "unit 0").get("aria-current") == "true"
    assert "on" in keyed(markup, "unit 0").get("class").split()
    assert "aim" in keyed(markup, "unit 1").get("class").split()


def test_the_last_moves_show_from_where_to_where() -> None:
    scene = plain_scene(block())
    markup = moved(GROUND, scene, Marked(recent=(("unit 0", "31", "11"),)))
    assert [each.get("d") for each in classed(markup, "track")] == ["M125 25L25 25"]
    assert [(each.get("cx"), each.get("cy")) for each in classed(markup, "now")] == [("25", "25")]
    turned = moved(GROUND, scene, Marked(recent=(("unit 0", "11", "11"),)))
    assert not classed(turned, "track")
    assert classed(turned, "now")
    gone = moved(GROUND, scene, Marked(recent=(("unit 7", "31", "11"), ("unit 0", "31", "12"))))
    assert not classed(gone, "now")


def test_what_was_done_lately_is_drawn_where_it_was_done() -> None:
    here, there = block(), block("unit 1", "31", (125, 25), side="b")
    gone = block("unit 2", "22", (75, 75), side="b")
    deeds = (
        Highlight("fire", ("unit 0", "unit 9"), "unit 1"),
        Highlight("melee", ("unit 1",), "unit 0"),
        Highlight("lost", ("unit 2",)),
        Highlight("fire", ("unit 0",), "unit 1"),
        Highlight("fire", ("unit 0",), "unit 9"),
    )
    found = traces(deeds, plain_scene(here, there, gone), plain_scene(here, there))
    assert [(one.kind, one.start, one.end) for one in found] == [
        ("fire", (25, 25), (125, 25)),
        ("melee", (125, 25), (25, 25)),
        ("lost", (75, 75), (75, 75)),
    ]
    markup = moved(GROUND, plain_scene(here, there), Marked(traces=found))
    assert [one.get("d") for one in classed(markup, "shot")] == ["M45 25L108 25"]
    places = [one.get("transform") for name in ("flash", "fought", "lost") for one in classed(markup, name)]
    assert places == ["translate(108 25)", "translate(75 25)", "translate(75 75)"]


def test_contacts_are_barred_between_the_two() -> None:
    scene = plain_scene(block(), block("unit 1", "21", (75, 25), side="b"))
    linked = moved(
        GROUND, type(scene)(sides=scene.sides, blocks=scene.blocks, links=(("unit 0", "unit 1"), ("unit 0", "unit 9")))
    )
    assert [each.get("d") for each in classed(linked, "clash")] == ["M50 37L50 13"]


def test_zones_have_an_outline_and_objectives_a_flag_for_each_area() -> None:
    goal = Zone("Hill", "objective", ("11", "21"), "Hold the hill.", held=(("21", "b"),))
    zone = Zone("Blue", "deployment", ("12",), "Blue deploys here.", side="a")
    markup = moved(GROUND, plain_scene(block(), zones=(goal, zone)))
    assert [each.find("title").text for each in classed(markup, "zone")] == ["Hold the hill.", "Blue deploys here."]
    assert [each.get("class") for each in classed(markup, "flag")] == ["flag side-none", "flag side-b coat-a"]
    assert [each.get("class") for each in classed(markup, "deployment")] == ["zone deployment side-a coat-a"]


def test_an_objective_on_a_named_place_has_no_second_name() -> None:
    ground = plain_ground(names=(Name("Gemioncourt", (75, 25)), Name("Pierrepont", (25, 75))))
    zones = (Zone("Gemioncourt", "objective", ("21",), "Take it."), Zone("Hold", "objective", ("11",), "Hold it."))
    markup = board(ground, plain_scene(zones=zones))
    assert [each.text for each in classed(markup, "goal")] == ["Gemioncourt"]
    assert [each.text for each in classed(markup, "n-goal")] == ["Hold"]


def test_the_picture_of_a_start_has_ground_and_units_but_no_names() -> None:
    ground = plain_ground(
        square("21", 1, 0, "wood"), ways=(Way("road", ((0, 25), (150, 25))),), names=(Name("Hougoumont", (75, 25)),)
    )
    scene = plain_scene(block(), block("unit 1", "12", (25, 75), side="b"))
    markup = start_picture(ground, scene, f"{NASTY}: the start")
    assert [each.get("class") for each in classed(markup, "side-a")] == ["side-a coat-a"]
    assert [each.get("class") for each in classed(markup, "side-b")] == ["side-b coat-b"]
    assert classed(markup, "p-wood")
    assert classed(markup, "t-road")
    assert not list(tree(markup).iter("text"))
    assert tree(markup).get("aria-label") == f"{NASTY}: the start"


def test_every_kind_of_ground_leaves_marks_of_its_own() -> None:
    kinds = {
        "wood": "t-tree", "hill": "t-hach", "town": "t-house", "water": "t-wave", "marsh": "t-tuft", "rough": "t-stone",
        "field": "t-furrow",
    }  # fmt: skip
    for kind, mark in kinds.items():
        assert classed(board(plain_ground(square("11", 0, 0, kind)), plain_scene()), mark), kind
        assert not classed(board(plain_ground(), plain_scene()), mark)


def test_ways_have_a_casing_under_all_cores() -> None:
    ways = (Way("road", ((0, 25), (75, 25), (150, 25))), Way("stream", ((75, 0), (75, 50), (75, 100))))
    pen = [each.get("class") for each in classed(board(plain_ground(ways=ways), plain_scene()), "pen")[0]]
    assert pen == ["t-stream", "t-road", "t-stream core", "t-road core"]


def test_names_and_coordinates_stand_on_the_ground() -> None:
    names = (Name("Hougoumont", (75, 25)), Name("01", (25, 5), "edge"))
    markup = board(plain_ground(names=names), plain_scene())
    assert [(each.text, each.get("class")) for each in tree(markup).iter("text")] == [
        ("Hougoumont", "name n-place halo"),
        ("01", "edge halo"),
    ]


NASTY = "<script>alert('x')</script>&\"'"


def test_everything_from_outside_is_escaped() -> None:
    ground = plain_ground(square("11", 0, 0, "wood", NASTY), names=(Name(NASTY, (75, 25)),))
    scene = plain_scene(
        block(NASTY, label=NASTY, words=NASTY, name=NASTY), zones=(Zone(NASTY, "objective", ("11",), NASTY),)
    )
    for markup in (board(ground, scene), board_file(ground, scene, NASTY)):
        assert "<script" not in markup
        assert keyed(markup.replace(f' xmlns="{SVG[1:-1]}"', ""), NASTY).get("aria-label") == NASTY


def test_a_file_stands_alone() -> None:
    ground, scene = scenario("village")
    markup = board_file(ground, scene, "The village")
    root = tree(markup)
    assert root.tag == f"{SVG}svg"
    assert root.get("aria-label").startswith("The village. Board of 16 by 12 hexes")
    drawn = {each.get("id") for each in root.iter()}
    uses = {each.get("href") for each in root.iter(f"{SVG}use")}
    assert len(uses) > 10
    assert {use.removeprefix("#") for use in uses} <= drawn
    assert "--t-ground:" in markup
    assert "tabindex" not in markup
    assert "@import" not in markup
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", markup)


def test_a_large_board_is_small() -> None:
    ground, scene = large()
    assert (len(ground.areas), len(scene.blocks)) == (400, 62 - 2)
    markup = board(ground, scene)
    assert len(markup.encode()) < 150_000
    assert len(gzip.compress(markup.encode())) < 25_000
    assert len(moved(ground, scene).encode()) < 40_000


def test_a_picture_says_what_is_not_on_the_board_too() -> None:
    scene = plain_scene(
        block(),
        off=(block("unit 1", "", name="Late"), block("unit 2", "", side="b", level="broken")),
        zones=(Zone("Hill", "objective", ("11",), "Hold the hill."),),
    )
    found = picture(GROUND, scene, Marked(address="/b/x?actor=", selected="unit 1"))
    blue, red = found.sides
    assert [(one.block.name, one.address, one.selected) for one in blue.coming] == [
        ("Late", "/b/x?actor=unit%201", True)
    ]
    assert [each.key for each in red.gone] == ["unit 2"]
    assert red.coming == ()
    assert [zone.words for zone in found.objectives] == ["Hold the hill."]
    assert found.places == (("Big Wood, wood", "21"), ("hill", "31"))
