"""Speed of the clicks on a battle's page: choose a unit, choose its target, act; and of the odds that come after."""

import re
import time
from collections import defaultdict
from collections.abc import Callable
from html import unescape
from statistics import median
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test.utils import CaptureQueriesContext
from django.urls import include, path

from battles.ai import players
from battles.engine import registry
from battles.models import Battle, Seat
from battles.services.create import battle_start
from battles.services.play.position import Position, current_position
from tests.battles.services.steps import begun, fresh
from tests.battles.under_load.click_cost import Player

pytestmark = [pytest.mark.django_db, pytest.mark.bench, pytest.mark.urls("tests.bench.test_panel_clicks")]

CLICKS = 60
"""Clicks of each kind: as many as it takes to manoeuvre and to fire in both systems."""

AT_MOST = {"choose": 3.0, "aim": 3.0, "act": 3.0, "odds": 4.0}
"""Bare views with as many queries that each may cost. The odds come after the click, with the last move of a group."""

BARE = engines["django"].from_string(
    """<!doctype html><html><head><title>Seats</title></head><body>{{ user }}{% for seats in found %}<ul>
{% for seat in seats %}<li><a href="/b/x/{{ seat.id }}">{{ seat.place }}</a> {{ seat.name }} {{ seat.user }}</li>
{% endfor %}</ul>{% endfor %}</body></html>"""
)


def bare(request: HttpRequest, slug: str, queries: int) -> HttpResponse:
    """So many queries for the seats of a battle and who sits there, as a plain list."""
    seats = Seat.objects.select_related("user").order_by("place")
    return HttpResponse(
        BARE.render({"found": [list(seats.filter(battle__slug=slug)) for _ in range(queries)]}, request)
    )


urlpatterns = [path("bare/<slug:slug>/<int:queries>", bare), path("", include("campaign.project.urls"))]

KNOWN = 2
"""Queries of the bare page for the session and its user."""


SECRET = bytes(32)
"""The secret of the battle's dice."""


class Steady(Player):
    """Plays what the greedy computer player chooses, so that every run asks about the same positions."""

    def chosen(self, side: str, position: Position) -> Any:
        greedy = players.player("greedy", position.system, b"")
        return greedy.choose(position.view(side), position.options(side)).action


class Costs:
    """CPU of clicks, each beside that of a bare view with as many queries."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.times: dict[str, list[float]] = defaultdict(list)
        self.bare_times: dict[str, list[float]] = defaultdict(list)
        self.queries: dict[str, int] = {}

    def of(self, kind: str, browser: Any, run: Callable[[], Any]) -> Any:
        if kind not in self.queries:
            with CaptureQueriesContext(connection) as queries:
                answer = run()
            self.queries[kind] = len(queries)
            browser.get(self._address(kind))
            return answer
        answer = timed(self.times[kind], run)
        timed(self.bare_times[kind], lambda: browser.get(self._address(kind)))
        return answer

    def _address(self, kind: str) -> str:
        return f"/bare/{self.battle.slug}/{max(0, self.queries[kind] - KNOWN)}"

    def ratios(self) -> dict[str, float]:
        """Bare views that each kind costs: the median of its pairs, for a processor is not as quick all the time."""
        pairs = {kind: zip(times, self.bare_times[kind], strict=True) for kind, times in self.times.items()}
        return {kind: median(click / bare for click, bare in both) for kind, both in pairs.items()}

    def words(self) -> str:
        """The figures of each kind."""
        return "\n".join(
            f"{kind}: {ratio:.1f} bare views of {self.queries[kind]} queries; p90 {p90(self.times[kind]):.0f} ms"
            for kind, ratio in self.ratios().items()
        )


def timed(times: list[float], run: Callable[[], Any]) -> Any:
    start = time.process_time()
    answer = run()
    times.append(time.process_time() - start)
    assert answer.status_code == 200, answer.content
    return answer


def p90(times: list[float]) -> float:
    return 1000 * sorted(times)[len(times) * 9 // 10]


def click_through(player: Steady, costs: Costs, number: int) -> None:
    """Choose a unit that can act, ask for its odds, choose one of its targets; then play the computer's action."""
    row = fresh(player.battle)
    side, position = row.awaited[0], current_position(row)
    browser = player.browsers[side]
    script = {"headers": {"accept": "application/json"}}
    own = {block.key for block in position.scene(side).blocks if block.side == side}
    options = [option for option in position.options(side) if option.actor in own]
    units = list(dict.fromkeys(each.actor for each in options if not each.seldom or all(one.seldom for one in options)))
    if units:
        ask, address = {"unit": units[number % len(units)]}, f"/b/{player.battle.slug}"
        panel = costs.of("choose", browser, lambda: browser.get(f"{address}/panel", ask, **script))
        costs.of("odds", browser, lambda: browser.get(f"{address}/odds", ask, **script))
        marks = re.search(r'data-areas="([^"]*)" data-targets="([^"]*)"', panel.json()["html"])
        places = [at for at in unescape("|".join(marks.groups())).split("|") if at] if marks else []
        if places:
            aim = {**ask, "at": places[number % len(places)]}
            costs.of("aim", browser, lambda: browser.get(f"{address}/panel", aim, **script))
    form = player.form()
    costs.of("act", player.browsers[form[0]], lambda: player.post(*form))


@pytest.mark.parametrize("key", registry.playable())
def test_a_click_costs_at_most_three_bare_views_with_as_many_queries(
    alice: Any, bob: Any, key: str, as_served: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Quatre Bras with fixed dice, both sides played by the computer, each click on the next unit that can act."""
    system = registry.load(key)
    with monkeypatch.context() as fixed:
        fixed.setattr(battle_start, "new_secret", lambda: SECRET)
        battle = begun(alice, bob, setup=system.scenarios.load(system.meta.first_scenario), system=system)
    player, costs = Steady(battle), Costs(battle)
    for number in range(CLICKS):
        click_through(player, costs, number)
    print(f"{key}\n{costs.words()}")  # noqa: T201
    assert {kind: ratio for kind, ratio in costs.ratios().items() if ratio > AT_MOST[kind]} == {}
