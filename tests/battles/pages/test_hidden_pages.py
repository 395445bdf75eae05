"""What is hidden stands in nothing that a page sends: facts of one side are looked for in all that others get."""

from typing import Any

import pytest
from django.test import Client

from battles.models import Battle, Entry, Told
from battles.services.create.battle_start import Sitting
from battles.services.play.position import current_position
from tests.battles.pages.browser_steps import JSON, address, browser_of, post, sent
from tests.battles.pages.texts import plain
from tests.battles.services.hidden_battles import RALLIES, drawn, with_cards
from tests.battles.services.steps import act, awaited, begun, deployed, fresh, hidden, play

pytestmark = pytest.mark.django_db

PAGES = ("", "/panel", "/now", "/log", "/e/{n}", "/dice", "/seats", "/share", ".txt", ".svg", "/since/-1")
FOR_SCRIPTS = ("", "/panel", "/now", "/log", "/e/{n}")
"""Pages that a script asks for as JSON."""
OTHERS = ("a", "member", "nobody")
"""Who may not know what side b hides."""


def everything(client: Client, battle: Battle, n: int) -> dict[str, str]:
    """All that a browser is sent of a battle, by address; what differs from one asking to the next is left out."""
    found = {}
    for page in PAGES:
        where = address(battle, page.format(n=n))
        for kind in ("text/html", JSON) if page in FOR_SCRIPTS else ("text/html",):
            answer = client.get(where, headers={"Accept": kind}, follow=True)
            assert answer.status_code in (200, 204), where
            found[f"{page} {kind}"] = plain(answer.content.decode(), battle)
    for unit in units(battle):
        where = address(battle, "/panel")
        found[f"panel {unit}"] = plain(client.get(where, {"unit": unit}).content.decode(), battle)
    return found


def units(battle: Battle) -> list[str]:
    """The keys of every unit on the board or beside it."""
    stands = current_position(fresh(battle))
    scene = stands.system.ui.scene(stands.system.secrets.view(stands.state, "umpire"))
    return [block.key for block in (*scene.blocks, *scene.off)]


def last_of(battle: Battle, viewer: str) -> int:
    return int(fresh(battle).lines[viewer][0]) - 1


@pytest.mark.rule("EN-MORALE-13", "a side is told the levels of its own units only")
def test_a_rally_under_hidden_morale_changes_nothing_that_the_others_are_sent(
    alice: Any, bob: Any, browsers: dict[str, Client]
) -> None:
    battle = begun(alice, bob, setup=hidden())
    play(battle, 16, RALLIES)
    lines = {who: last_of(battle, "a" if who == "a" else "public") for who in OTHERS}
    before = {who: everything(browsers[who], battle, lines[who]) for who in OTHERS}
    own = everything(browsers["b"], battle, last_of(battle, "b"))
    stands = current_position(fresh(battle))
    rally = next(option for option in stands.system.options(stands.state, "b") if option.kind == "rally")
    act(battle, "b", rally.actions[0])
    assert {who: everything(browsers[who], battle, lines[who]) for who in OTHERS} == before
    assert everything(browsers["b"], battle, last_of(battle, "b")) != own


@pytest.mark.rule("EN-MORALE-13", "no level of the other side is shown on any page")
def test_the_levels_of_the_other_sides_units_are_nowhere(alice: Any, bob: Any, browsers: dict[str, Client]) -> None:
    battle = begun(alice, bob, setup=hidden())
    play(battle, 60, RALLIES)
    stands = current_position(fresh(battle))
    true = stands.system.ui.scene(stands.system.secrets.view(stands.state, "umpire"))
    shaken = [block for block in true.blocks if block.side == "b" and block.level in ("fair", "bad")]
    assert shaken
    for who in OTHERS:
        sent_to_him = everything(browsers[who], battle, 0)
        for block in shaken:
            for where, text in sent_to_him.items():
                assert block.words not in text, (who, where)
    mine = everything(browsers["b"], battle, 0)[" text/html"]
    assert all(block.words in mine for block in shaken)


def test_a_card_chosen_at_the_same_time_changes_nothing_that_the_others_are_sent(alice: Any, bob: Any) -> None:
    first = with_cards(alice, bob, b"cards")
    second = drawn(alice, bob, bytes(first.secret), {})
    stands = current_position(fresh(first))
    (option,) = stands.system.options(stands.state, "a")
    one, other = option.actions[0], option.actions[-1]
    act(first, "a", one)
    act(second, "a", other)
    for client, viewer in ((browser_of(bob), "b"), (browser_of(), "public")):
        found, too = (everything(client, battle, last_of(battle, viewer)) for battle in (first, second))
        for page in found:
            if page.startswith(("/dice", "/share")):
                continue
            assert found[page] == too[page], page
    marks = Told.objects.filter(battle=first, viewer="a").order_by("-n")[0].lines
    assert marks != Told.objects.filter(battle=second, viewer="a").order_by("-n")[0].lines


def test_the_secret_of_the_dice_is_in_nothing_before_the_end(
    alice: Any, bob: Any, organiser: Any, browsers: dict[str, Client]
) -> None:
    battle = begun(alice, bob, Sitting(place="umpire", user=organiser), setup=deployed())
    secret = bytes(play(battle, 20).secret).hex()
    everybody = browsers | {"umpire": browser_of(organiser)}
    for who, client in everybody.items():
        for where, text in everything(client, battle, 0).items():
            assert secret not in text, (who, where)
    assert secret not in everybody["umpire"].get(address(battle, ".battle")).content.decode()
    side = awaited(battle)
    assert secret not in post(browsers[side], battle, "leave", **sent(battle, side)).content.decode()
    post(browsers["a"], battle, "resign", **sent(battle, "a"))
    assert secret in browsers["nobody"].get(address(battle, "/dice")).content.decode()


def test_no_number_says_that_something_hidden_was_done(alice: Any, bob: Any, browsers: dict[str, Client]) -> None:
    battle = begun(alice, bob, setup=hidden())
    play(battle, 40, RALLIES)
    row, heads = fresh(battle), Entry.objects.count()
    assert row.lines["a"][0] < heads
    for who in OTHERS:
        n = last_of(battle, "a" if who == "a" else "public")
        told = browsers[who].get(address(battle, "/now")).json()
        assert told["n"] == n
        page = browsers[who].get(address(battle)).content.decode()
        assert f'data-n="{n}"' in page
        assert f"/e/{row.head}" not in page
