"""Setting a battle up: from every kind of source, with options and house rules that count, and what is at fault."""

import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from armies.exchange import read
from armies.models.visibility import Visibility
from armies.services.storage import create
from battles.models import Battle, Scenario, Status
from battles.rules.easy_napoleonics.army import sample_army
from battles.services.create.sources import ARMIES, DRAWN, SAMPLE, SHIPPED, first_scenarios
from battles.services.play.position import current_position, setup_of
from tests.battles.pages.browser_steps import address, browser_of
from tests.battles.pages.texts import HERE, form_of, made
from tests.battles.services.steps import SYSTEM, awaited, deployed

pytestmark = pytest.mark.django_db

KEY = SYSTEM.key
MEETING = f"{SHIPPED}:{KEY}:meeting"
PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs" / "easy_napoleonics"


def faults(client: Client, source: str, **changes: Any) -> str:
    """The text of the form that comes back."""
    answer = client.post(HERE, form_of(client, source) | changes)
    assert answer.status_code == 422
    assert not Battle.objects.exists()
    return answer.content.decode()


def test_a_link_is_made_with_the_battle_that_asks_for_one(alice: Any) -> None:
    client = browser_of(alice)
    battle = made(client, MEETING, seat_b="invite", umpire="invite")
    assert [(seat.place, seat.invitations.count()) for seat in battle.seats.order_by("place")] == [
        ("a", 0),
        ("b", 1),
        ("umpire", 1),
    ]
    page = client.get(address(battle, "/seats")).content.decode()
    assert page.count("/b/join/") == 2
    assert "Create another invitation" in page


def test_somebody_has_to_send_the_links(alice: Any) -> None:
    said = "To send a link"
    assert said in faults(Client(), MEETING, seat_a="invite", seat_b="invite")
    owned = made(browser_of(alice), MEETING, seat_a="invite", seat_b="invite")
    assert [seat.invitations.count() for seat in owned.seats.all()] == [1, 1]


def beside(page: str, field: str) -> str:
    """The faults that stand beside a field."""
    after = page.partition(f'name="{field}"')[2].partition('<div class="field')[0]
    return " ".join(re.findall(r'<p class="err">.*?</p>', after, flags=re.DOTALL))


@pytest.fixture
def armies(alice: Any, bob: Any) -> tuple[str, str, str]:
    """The addresses of an army of Alice's, of a public one and of a private one, both Bob's."""
    slugs = []
    for owner, name, visibility in ((alice, "Blue", "private"), (bob, "Red", "public"), (bob, "Grey", "private")):
        force = replace(sample_army("FR"), name=name)
        slugs.append(create(force, owner, visibility=Visibility(visibility)).slug)
    return slugs[0], slugs[1], slugs[2]


def test_the_choice_leads_to_every_source(browsers: dict[str, Client], alice: Any) -> None:
    drawn = Scenario.objects.create(owner=alice, system=KEY, title="The mill", content=plain())
    for who, browser in browsers.items():
        page = browser.get("/battles/new").content.decode()
        sources = re.findall(r'setup\?from=([^"]+)"', page)
        assert f"{DRAWN}%3A{KEY}%3A{drawn.slug}" in sources or who != "a"
        assert len(sources) >= len(SYSTEM.scenarios.shipped()) + 2
        for source in sources if who in ("a", "nobody") else sources[:1]:  # a side or a member is a user as any other
            assert browser.get(f"{HERE}?from={source}").status_code == 200, (who, source)


def plain() -> str:
    """A scenario as it is kept."""
    return (PLAYTHROUGHS / "deployed.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("source", [MEETING, f"{SHIPPED}:{KEY}:quatre_bras", f"{SAMPLE}:{KEY}"])
@pytest.mark.parametrize("who", ["a", "nobody"])
def test_a_battle_is_made_as_the_form_stands(browsers: dict[str, Client], source: str, who: str) -> None:
    battle = made(browsers[who], source)
    assert (battle.status, battle.visibility) == (Status.PLAYING, "unlisted")
    page = browsers[who].get(address(battle)).content.decode()
    assert 'data-viewer="a"' in page
    seats = {seat.place: seat for seat in battle.seats.all()}
    assert (seats["a"].guest, seats["b"].computer) == (who == "nobody", "greedy")


def test_a_battle_is_made_from_a_drawn_scenario_by_who_may_see_it(browsers: dict[str, Client], alice: Any) -> None:
    row = Scenario.objects.create(owner=alice, system=KEY, title="The mill", content=plain(), visibility="private")
    battle = made(browsers["a"], f"{DRAWN}:{KEY}:{row.slug}")
    assert (battle.title, setup_of(battle)) == ("The mill", deployed())
    assert browsers["b"].get(HERE, {"from": f"{DRAWN}:{KEY}:{row.slug}"}).status_code == 404
    Scenario.objects.update(content='{"nonsense": 1}')
    answer = browsers["a"].get(HERE, {"from": f"{DRAWN}:{KEY}:{row.slug}"})
    assert answer.status_code == 404
    assert "This scenario has a fault." in answer.content.decode()


def test_armies_of_the_army_manager_take_the_field(browsers: dict[str, Client], armies: tuple[str, str, str]) -> None:
    blue, red, grey = armies
    source = f"{ARMIES}:{KEY}"
    page = browsers["a"].get(HERE, {"from": source}).content.decode()
    assert [slug in page for slug in (blue, red, grey)] == [True, True, False]
    said = faults(browsers["a"], source, army_a=blue, army_b=grey)
    assert "not one of the available choices" in beside(said, "army_b")
    assert "This field is required" in beside(faults(browsers["a"], source, army_a=blue), "army_b")
    battle = made(browsers["a"], source, army_a=blue, army_b=red)
    stands = current_position(battle)
    assert [stands.system.text.side_name(stands.state, side) for side in "ab"] == ["Blue", "Red"]
    assert battle.title == "Blue against Red"


def test_armies_that_cannot_take_the_field_are_refused_with_the_reason(alice: Any) -> None:
    data = resources.files("armies").joinpath("data/oob/quatre-bras-1815.json").read_bytes()
    slug = create(read(data).armies[0], alice).slug
    small = {"option.board_columns": "8", "option.board_rows": "8", "option.deployment_depth": "1"}
    page = faults(browser_of(alice), f"{ARMIES}:{KEY}", army_a=slug, army_b=slug, **small)
    assert 'role="alert"' in page
    assert "AB-08" in page.partition('role="alert"')[2].partition("</div>")[0]


def test_options_that_are_changed_take_effect_and_are_shown(browsers: dict[str, Client]) -> None:
    changed = {"option.max_turns": "7", "option.hidden_morale": "on", "option.initiative_bonus": "2,0"}
    battle = made(browsers["a"], MEETING, **changed)
    options = setup_of(battle).rules.options
    assert (options.max_turns, options.hidden_morale, options.initiative_bonus) == (7, True, (2, 0))
    page = browsers["nobody"].get(address(battle)).content.decode()
    fold = page.partition('id="options"')[2].partition("</details>")[0]
    for name in ("max_turns", "hidden_morale", "initiative_bonus"):
        assert SYSTEM.meta.options[name].label in fold
    assert ("<td>7</td>" in fold, "<td>2,0</td>" in fold, "<td>Yes</td>" in fold) == (True, True, True)
    assert 'id="house"' not in page


def test_house_rules_change_a_number_of_the_tables_and_are_shown_as_the_clubs(browsers: dict[str, Client]) -> None:
    name = "grade_number.veteran"
    printed = SYSTEM.tables.grade_number["veteran"]
    battle = made(browsers["a"], MEETING, **{f"table.{name}": str(printed + 2), "table.grade_number.elite": ""})
    (one,) = SYSTEM.settings.differences(setup_of(battle))
    assert (one.path, one.value, one.printed) == (name, printed + 2, printed)
    page = browsers["nobody"].get(address(battle)).content.decode()
    fold = page.partition('id="house"')[2].partition("</details>")[0]
    assert "Grade number, veteran" in fold
    assert f'<td class="num">{printed + 2}</td><td class="num muted">{printed}</td>' in fold
    assert one.rule in fold


FAULTS = [
    ("title", ""),
    ("title", "x" * 121),
    ("seat_a", "nobody"),
    ("delay", "-1"),
    ("delay", "9" * 400),
    ("visibility", "secret"),
    ("umpire", "computer:captain"),
    ("option.max_turns", "many"),
    ("option.max_turns", "99999999999"),
    ("option.vp_model", "none of these"),
    ("option.initiative_bonus", "2;0"),
    ("option.time_limit_minutes", "soon"),
    ("table.grade_number.veteran", "4.5"),
    ("table.grade_number.veteran", "9" * 5000),
    ("table.grade_number.veteran", "\x00"),
]


def test_a_fault_stands_beside_its_field(browsers: dict[str, Client]) -> None:
    form = form_of(browsers["a"], MEETING)
    wrong = []
    for field, value in FAULTS:
        answer = browsers["a"].post(HERE, form | {field: value})
        if answer.status_code != 422 or not beside(answer.content.decode(), field):
            wrong.append((field, value[:20], answer.status_code))
    assert not wrong
    assert not Battle.objects.exists()


def test_house_rules_and_options_that_cannot_be_are_said_in_a_sentence(browsers: dict[str, Client]) -> None:
    page = faults(browsers["a"], f"{SAMPLE}:{KEY}", **{"option.board_columns": "1", "option.board_rows": "1"})
    assert 'role="alert"' in page or beside(page, "option.board_columns")


@pytest.mark.parametrize(
    "source", ["", "x", "scenario", f"scenario:{KEY}:nowhere", "scenario:chess:x", f"drawn:{KEY}:"]
)
def test_a_source_that_is_none_leads_back_to_the_choice(client: Any, db: None, source: str) -> None:
    for answer in (client.get(HERE, {"from": source}), client.post(HERE, {"from": source})):
        assert answer.status_code == 404
        assert 'role="alert"' in answer.content.decode()


def test_one_click_makes_a_battle_against_the_computer(browsers: dict[str, Client]) -> None:
    for who in ("nobody", "a"):
        assert browsers[who].get("/battles/quick").status_code == 405
        answer = browsers[who].post("/battles/quick")
        battle = Battle.objects.latest("id")
        assert answer.url == address(battle)
        assert 'data-viewer="a"' in browsers[who].get(answer.url).content.decode()
        assert awaited(battle)


@pytest.mark.parametrize("page", ["/", "/battles/", "/battles/new"])
def test_one_click_leads_a_newcomer_into_each_game(browsers: dict[str, Client], page: str) -> None:
    found = re.findall(r'name="from" value="([^"]+)"', browsers["nobody"].get(page).content.decode())
    assert {source.split(":")[1] for source in found} == {"easy_napoleonics", "mini_nap"}
    for source in found[:2]:
        battle_of = browsers["nobody"].post("/battles/quick", {"from": source}).url
        battle = Battle.objects.latest("id")
        assert (battle.system, battle_of) == (source.split(":")[1], address(battle))
        assert sorted(battle.seats.values_list("place", "computer")) == [("a", ""), ("b", "greedy")]


def test_the_list_of_a_newcomer_offers_three_scenarios_of_each_game(alice: Any) -> None:
    page = browser_of(alice).get("/battles/").content.decode()
    assert "No battles yet" in page
    assert page.count("Play now") == 6
    assert all(each.title.startswith("Quatre Bras") for each in first_scenarios())  # as the sentence above them says
    begun = browser_of(alice)
    begun.post("/battles/quick")
    assert "Play now" not in begun.get("/battles/").content.decode()
    assert "Play now" not in begun.get("/battles/?whose=over").content.decode()


@pytest.mark.parametrize("source", ["scenario:chess:x", "armies:mini_nap", "drawn:mini_nap:"])
def test_what_cannot_be_played_at_once_leads_back_to_the_choice(browsers: dict[str, Client], source: str) -> None:
    answer = browsers["nobody"].post("/battles/quick", {"from": source})
    assert answer.status_code == 404
    assert 'role="alert"' in answer.content.decode()
    assert not Battle.objects.exists()


def test_an_umpire_by_name_runs_a_battle_of_two_computers(browsers: dict[str, Client]) -> None:
    battle = made(browsers["a"], MEETING, seat_a="computer:captain", seat_b="computer:recruit")
    assert sorted(battle.seats.values_list("place", "computer")) == [("a", "greedy"), ("b", "random"), ("umpire", "")]
    assert 'data-viewer="umpire"' in browsers["a"].get(address(battle)).content.decode()
