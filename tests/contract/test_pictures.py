"""Every rules system draws boards that keep the laws of pictures, and each law finds a system that breaks it."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from battles.engine.picture import Ground, Reach, Scene, spot_key
from tests.contract import picture_laws
from tests.contract.cases import CASES, walked
from tests.contract.picture_laws import LAWS
from tests.contract.suite import Case, Walk
from tests.engine.toy import Race, Setup, View


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_every_system_keeps_the_law(law: Callable[[Walk], None], case: Case) -> None:
    for walk in walked(case):
        law(walk)


class Shifting(Race):
    def ground(self, view: View) -> Ground:
        return replace(super().ground(view), step=40 + view.turn)


class Doubled(Race):
    def ground(self, view: View) -> Ground:
        found = super().ground(view)
        return replace(found, areas=found.areas[:1] * 2)


class Stray(Race):
    def scene(self, view: View) -> Scene:
        found = super().scene(view)
        return replace(found, blocks=tuple(replace(block, area="99") for block in found.blocks))


class Lopsided(Race):
    def scene(self, view: View) -> Scene:
        found = super().scene(view)
        return replace(found, blocks=tuple(replace(block, at=(-1, 5)) for block in found.blocks))


class Boundless(Race):
    def scene(self, view: View) -> Scene:
        found = super().scene(view)
        return replace(found, zones=(replace(found.zones[0], areas=("99",)),))


class Nameless(Race):
    def scene(self, view: View) -> Scene:
        found = super().scene(view)
        blocks = (replace(found.blocks[0], key="left"), replace(found.blocks[1], key="right"))
        return replace(found, blocks=blocks, sides=found.sides)

    def options(self, state: object, side: str) -> list[object]:
        return [replace(option, actor=f"runner {side}") for option in super().options(state, side)]


class OnTable(Race):
    """The race on an open table: who runs stands on a spot."""

    def ground(self, view: View) -> Ground:
        return replace(super().ground(view), open=True)

    def scene(self, view: View) -> Scene:
        found = super().scene(view)
        blocks = tuple(replace(block, area=spot_key(block.at), size=(20, 10)) for block in found.blocks)
        return replace(found, blocks=blocks)


class Beside(OnTable):
    def scene(self, view: View) -> Scene:
        found = super().scene(view)
        return replace(found, blocks=tuple(replace(block, area="at 0 0") for block in found.blocks))


class Flat(OnTable):
    def scene(self, view: View) -> Scene:
        found = super().scene(view)
        return replace(found, blocks=tuple(replace(block, size=(20, 0)) for block in found.blocks))


class Moved(OnTable):
    def ground(self, view: View) -> Ground:
        found = super().ground(view)
        areas = (replace(found.areas[0], outline=((0, 0), (50 + view.turn, 0), (50, 100), (0, 100))), *found.areas[1:])
        return replace(found, areas=areas)


class Reaching(Race):
    def reach(self, view: View, key: str) -> tuple[Reach, ...]:
        return tuple(replace(reach, outline=((0, 0), (0, 500), (5, 5))) for reach in super().reach(view, key))


class Known(Race):
    def reach(self, view: View, key: str) -> tuple[Reach, ...]:
        return super().reach(view, key) or super().reach(replace(view, steps=dict.fromkeys("ab", 0)), "a")


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_an_open_table_keeps_the_laws(law: Callable[[Walk], None]) -> None:
    hold(law, OnTable())


BROKEN = [
    (Shifting, picture_laws.the_ground_is_the_same_for_all),
    (Doubled, picture_laws.areas_lie_on_the_ground),
    (Stray, picture_laws.blocks_stand_on_the_ground),
    (Lopsided, picture_laws.blocks_stand_on_the_ground),
    (Boundless, picture_laws.zones_and_links_name_what_there_is),
    (Nameless, picture_laws.whoever_acts_is_drawn),
    (Beside, picture_laws.blocks_stand_on_the_ground),
    (Flat, picture_laws.blocks_stand_on_the_ground),
    (Moved, picture_laws.the_ground_is_the_same_for_all),
    (Reaching, picture_laws.reaches_lie_on_the_ground),
    (Known, picture_laws.reaches_lie_on_the_ground),
]


@pytest.mark.parametrize(("system", "law"), BROKEN, ids=lambda each: each.__name__)
def test_a_law_finds_the_system_that_breaks_it(system: type[Race], law: Callable[[Walk], None]) -> None:
    with pytest.raises(AssertionError):
        hold(law, system())


def hold(law: Callable[[Walk], None], system: Race) -> None:
    for seed in range(8):
        law(Walk(system, Setup(), seed, 200))
