"""Words on printed maps of all shipped scenarios: none covers another, a house, a crossing or a unit; none is lost."""

from itertools import combinations, product

import pytest
from msgspec.structs import replace

from armies.paper.typography import Printable, width
from battles.drawing.course_names import Box, overlap, text_box
from battles.engine import registry
from battles.engine.picture import Ground, Name, Scene
from battles.sheets.map_labels import MM, Word, _things, _unit_box, map_labels, with_course_names

PAGES = ((190.0, 90.0), (275.0, 160.0), (398.0, 240.0))
"""Room for a map on a briefing, on a page and on A3, in millimetres."""
SCENARIOS = [(system, key) for system in registry.playable() for key in registry.load(system).scenarios.shipped()]
LETTER = 0.2
"""Most of the upright box around a tilted letter of a road's name that another word may touch."""
UPRIGHT = 30.0
"""Degrees up to which a letter of a road's name is about as wide and high as it stands upright."""
NUMBERS = 0.9
"""Least share of the hexes of an empty board that show their numbers."""


def picture(system: str, key: str) -> tuple[Ground, Scene]:
    rules = registry.load(system)
    seen = rules.secrets.view(rules.start(rules.scenarios.load(key)), "umpire")
    return rules.ui.ground(seen), rules.ui.scene(seen)


def area_of(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def box_of(word: Word, scale: float) -> Box:
    half = width(word.text, word.face, word.size) / scale / 2
    return text_box(word.x - half, word.y, 2 * half, word.size / scale / MM)


@pytest.mark.parametrize(("system", "key"), SCENARIOS)
def test_no_word_covers_a_word_a_house_a_crossing_or_a_unit(system: str, key: str) -> None:
    ground, scene = picture(system, key)
    for (wide, high), units in product(PAGES, (False, True)):
        scale = min(wide / ground.width, high / ground.height)
        labels = map_labels(ground, scene, units, scale, Printable())
        level = [(word.text, box_of(word, scale)) for word in labels.words if not word.tilt and len(word.text) > 1]
        letters = [(word.text, box_of(word, scale)) for word in labels.words if 0 < abs(word.tilt) < UPRIGHT]
        words = [box for _, box in level]
        assert [text for text, box in letters if overlap(box, words) > LETTER * area_of(box)] == []
        things = [*_things(ground), *(map(_unit_box, scene.blocks) if units else ())]
        assert min(word.size for word in labels.words) >= 6.5
        assert [(one, two) for (one, a), (two, b) in combinations(level, 2) if overlap(a, [b]) > 0.01] == []
        assert [text for text, box in level if overlap(box, things) > 0.01] == []


@pytest.mark.parametrize(("system", "key"), SCENARIOS)
def test_every_name_zone_and_road_is_named_and_most_hexes_have_their_number(system: str, key: str) -> None:
    ground, scene = picture(system, key)
    for wide, high in PAGES:
        scale = min(wide / ground.width, high / ground.height)
        labels = map_labels(ground, scene, False, scale, Printable())
        texts = {word.text for word in labels.words}
        assert labels.crowded == ()
        assert {zone.name for zone in scene.zones if zone.kind != "objective"} <= texts
        if not ground.open and ground.step * scale >= 9.0:
            assert len(texts & {area.key for area in ground.areas}) >= NUMBERS * len(ground.areas)


def test_the_name_of_a_fence_is_no_name_of_the_road_that_passes_it() -> None:
    """Ligny with the name of its orchards: the road, its lane and the stream keep their own names."""
    ground, scene = picture("mini_nap", "ligny")
    fence = next(way for way in ground.ways if way.key == "orchards")
    named = replace(ground, names=(*ground.names, Name("Orchards", fence.points[1], "ground")))
    written = [way.name for way in with_course_names(named).ways if way.name]
    assert written == ["Fleurus road", "Sombreffe lane", "The Ligne"]
    for wide, high in PAGES:
        scale = min(wide / ground.width, high / ground.height)
        words = map_labels(named, scene, True, scale, Printable()).words
        assert "Orchards" in [word.text for word in words]


def test_the_name_of_a_hedge_is_not_written_along_the_road_beside_it() -> None:
    ground = with_course_names(picture("mini_nap", "gemioncourt")[0])
    assert "Orchard" in {name.text for name in ground.names}
    assert "Orchard" not in {way.name for way in ground.ways if way.kind == "road"}
