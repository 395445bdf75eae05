"""What an army lost in the last battle that it was taken into, as far as the one who asks may know."""

from typing import Any

import pytest
from msgspec.structs import replace

from armies.models import Army, Visibility
from armies.services.storage import create, facts_of
from armies.sheets.army_roster import roster
from battles.engine.codec import encode
from battles.models import Battle, Fielded, Scenario, Status, Taken
from battles.services import drawn_scenarios
from battles.services.army_losses import last_losses
from battles.services.create import from_armies, sources
from battles.services.create.request import BattleRequest, create_battle, usual_places
from battles.services.play.position import current_position, system_of
from battles.services.tracker import games
from battles.services.tracker.games import tracker_state
from campaign.printing.services.subject_access import Asker, operator
from campaign.printing.services.subjects import source_of
from tests.armies import builders
from tests.sheets.pdf_text import pdf, text, without_spaces

pytestmark = pytest.mark.django_db
SYSTEMS = ("mini_nap", "easy_napoleonics")


def two(owner: Any) -> tuple[Any, Any]:
    ours = create(builders.army(name="Ours"), owner)
    theirs = create(builders.army(name="Theirs"), owner)
    return ours, theirs


def fought(owner: Any, system: str, armies: tuple[Any, Any], **more: Any) -> Battle:
    source = sources.of_armies(system_of(system))
    asked = BattleRequest(
        source=source,
        user=owner,
        places=usual_places(source),
        armies={side: army.slug for side, army in zip("ab", armies, strict=True)},
        title="At the crossroads",
        **more,
    )
    return create_battle(asked)[0]


def hurt(battle: Battle) -> Battle:
    """The same battle with the first unit of side a hurt and the second out of play."""
    battle = Battle.objects.get(pk=battle.pk)
    state = current_position(battle).state
    first, second, *others = state.units
    if battle.system == "mini_nap":
        units = (replace(first, points=first.points - 2), replace(second, points=1, where="destroyed"), *others)
    else:
        units = (replace(first, level="bad"), replace(second, level="broken"), *others)
    battle.state = encode(replace(state, units=units))
    battle.save(update_fields=["state"])
    return Battle.objects.get(pk=battle.pk)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_battle_remembers_its_armies_and_their_units(alice: Any, system: str) -> None:
    armies = two(alice)
    battle = fought(alice, system, armies)
    kept = list(Fielded.objects.filter(battle=battle))
    assert [(one.side, one.army) for one in kept] == [("a", armies[0]), ("b", armies[1])]
    assert len(kept[0].units) == 5
    assert len(set(kept[0].units)) == 5
    names = [unit.name for unit in current_position(battle).state.units if unit.side == "a"]
    assert len(names) == len(kept[0].units)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_roster_is_struck_as_after_the_last_battle(alice: Any, system: str) -> None:
    ours, _ = armies = two(alice)
    hurt(fought(alice, system, armies))
    losses = last_losses(ours, system, Asker(user=alice))
    assert losses is not None
    assert losses.since.startswith("At the crossroads, Turn")
    first, second = [losses.of(unit) for unit in Fielded.objects.get(army=ours).units[:2]]
    assert (first.struck, first.gone) == (2, "")
    assert second.gone == ("destroyed" if system == "mini_nap" else "broken")
    said = without_spaces(text(pdf(roster(facts_of(ours), system=system, losses=losses)))).casefold()
    assert without_spaces("as after At the crossroads, Turn").casefold() in said
    assert second.gone in said
    other = "easy_napoleonics" if system == "mini_nap" else "mini_nap"
    assert last_losses(ours, other, Asker(user=alice)) is None


@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_learns_of_a_battle_that_goes_on_what_is_not_his_side(alice: Any, bob: Any, system: str) -> None:
    ours, theirs = armies = two(alice)
    battle = hurt(fought(alice, system, armies, visibility=Visibility.PUBLIC))
    assert last_losses(ours, system, Asker(user=bob)) is None
    assert last_losses(theirs, system, Asker(user=alice)) is None
    assert last_losses(ours, system, operator()) is not None
    Battle.objects.filter(pk=battle.pk).update(status=Status.OVER)
    assert last_losses(ours, system, Asker(user=bob)) is not None
    Battle.objects.filter(pk=battle.pk).update(visibility=Visibility.UNLISTED)
    assert last_losses(ours, system, Asker(user=bob)) is None
    assert last_losses(ours, system, Asker()) is None


def test_the_latest_battle_counts_and_queries_stay_few(alice: Any, django_assert_max_num_queries: Any) -> None:
    ours, _ = armies = two(alice)
    for _ in range(4):
        hurt(fought(alice, "mini_nap", armies))
    fresh = fought(alice, "mini_nap", armies)
    with django_assert_max_num_queries(6):
        losses = last_losses(ours, "mini_nap", Asker(user=alice))
    assert losses is not None
    assert losses.units == {}
    assert Battle.objects.first() == fresh


def test_a_game_on_a_table_counts_too(alice: Any, bob: Any) -> None:
    ours, theirs = two(alice)
    source = sources.of_armies(system_of("mini_nap"))
    game = games.start(source, alice, armies={"a": ours.slug, "b": theirs.slug})
    assert Fielded.objects.filter(game=game).count() == 2
    losses = last_losses(ours, "mini_nap", Asker(user=alice))
    assert losses is not None
    assert losses.since == f"{game.title}, Turn {tracker_state(game).turn if game.turn else game.turn}"
    assert last_losses(ours, "mini_nap", Asker(user=bob)) is None


def test_the_same_asked_twice_is_kept_once_and_goes_with_its_battle(alice: Any) -> None:
    from uuid import uuid4

    armies, token = two(alice), uuid4()
    battle = fought(alice, "mini_nap", armies, token=token)
    assert fought(alice, "mini_nap", armies, token=token) == battle
    assert Fielded.objects.count() == 2
    battle.delete()
    assert Fielded.objects.count() == 0


def test_what_is_printed_of_an_army_knows_its_losses(alice: Any) -> None:
    ours, _ = armies = two(alice)
    hurt(fought(alice, "mini_nap", armies))
    subject = source_of(f"army:{ours.slug}:mini_nap", Asker(user=alice)).subject("")
    assert subject.sides[0].losses is not None
    assert len(subject.sides[0].losses.units) == 2


def of_scenario(owner: Any, system: str, army: Any, user: Any = None) -> tuple[Scenario, Battle]:
    """A drawn scenario whose side a took an army's force, and a battle of it."""
    row = drawn_scenarios.copy_shipped(owner, system, "quatre_bras")
    row = drawn_scenarios.take_army(row, owner, row.version, "a", army)
    return row, from_scenario(row, user or owner)


def from_scenario(row: Scenario, user: Any, **more: Any) -> Battle:
    source = sources.drawn(row)
    return create_battle(BattleRequest(source=source, user=user, places=usual_places(source), **more))[0]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_scenario_that_took_an_army_tells_what_it_lost(alice: Any, system: str) -> None:
    ours, theirs = two(alice)
    _, battle = of_scenario(alice, system, ours)
    hurt(battle)
    losses = last_losses(ours, system, Asker(user=alice))
    assert losses is not None
    kept = Fielded.objects.get(battle=battle)
    assert (kept.side, len(kept.units), "" in kept.units) == ("a", 5, False)
    first, second = [losses.of(unit) for unit in kept.units[:2]]
    assert (first.struck, second.gone != "") == (2, True)
    assert last_losses(theirs, system, Asker(user=alice)) is None


def test_units_that_a_drawing_adds_or_leaves_out_are_not_taken_for_those_of_the_army(alice: Any) -> None:
    ours, _ = two(alice)
    row, _ = of_scenario(alice, "mini_nap", ours)
    taken = Taken.objects.get(scenario=row)
    names = [name for _, name in taken.units]
    taken.units = [*taken.units[1:2], *taken.units[3:]]
    taken.save()
    kept = Fielded.objects.get(battle=hurt(from_scenario(row, alice)))
    keys = {name: key for key, name in taken.units}
    assert kept.units == [keys.get(name, "") for name in names]
    losses = last_losses(ours, "mini_nap", Asker(user=alice))
    assert losses is not None
    assert set(losses.units) == {kept.units[1]}


def test_units_of_one_name_are_told_apart_in_their_order() -> None:
    pairs = [("1", "Grenadiers"), ("2", "Guns"), ("3", "Grenadiers")]
    assert from_armies._named(["Grenadiers", "New", "Grenadiers", "Grenadiers", "Guns"], pairs) == [
        "1",
        "",
        "3",
        "",
        "2",
    ]


def test_a_scenario_that_takes_another_army_forgets_the_first(alice: Any) -> None:
    ours, theirs = two(alice)
    row, _ = of_scenario(alice, "mini_nap", ours)
    row = drawn_scenarios.take_army(row, alice, row.version, "a", theirs)
    assert Taken.objects.get(scenario=row).army == theirs
    assert Fielded.objects.get(battle=from_scenario(row, alice)).army == theirs
    with pytest.raises(drawn_scenarios.Outdated):
        drawn_scenarios.take_army(row, alice, row.version - 1, "a", ours)
    assert Taken.objects.get(scenario=row).army == theirs


def test_a_copy_knows_the_army_if_its_owner_may_see_it(alice: Any, bob: Any) -> None:
    ours, _ = two(alice)
    Army.objects.filter(pk=ours.pk).update(visibility=Visibility.PRIVATE)
    row, _ = of_scenario(alice, "mini_nap", ours)
    assert Fielded.objects.filter(battle=from_scenario(drawn_scenarios.copy(row, alice), alice)).count() == 1
    assert not drawn_scenarios.copy(row, bob).taken.exists()
    Scenario.objects.filter(pk=row.pk).update(visibility=Visibility.PUBLIC)
    assert not Fielded.objects.filter(battle=from_scenario(row, bob)).exists()


def test_a_game_on_a_table_from_such_a_scenario_counts_too(alice: Any) -> None:
    ours, _ = two(alice)
    row, battle = of_scenario(alice, "mini_nap", ours)
    battle.delete()
    game = games.start(sources.drawn(row), alice)
    losses = last_losses(ours, "mini_nap", Asker(user=alice))
    assert losses is not None
    assert losses.since.startswith(game.title)
