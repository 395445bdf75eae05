"""A click: an action posted by the script of the page, and what it costs the database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from django.db import connection
from django.test import Client

from battles.engine.rng import Chances
from battles.models import Battle, Seat
from battles.services.play.action_menu import json_of
from battles.services.play.position import Position, current_position
from battles.services.play.submission import last_line
from tests.battles.services.steps import fresh


class Player:
    """Somebody at the board of a battle, who plays every side that is his; its legal actions at random."""

    def __init__(self, battle: Battle, seed: bytes = b"click") -> None:
        self.battle = battle
        self.chances = Chances(seed)
        self.browsers: dict[str, Client] = {}
        for seat in Seat.objects.filter(battle=battle).select_related("user"):
            self.browsers[seat.place] = Client()
            self.browsers[seat.place].force_login(seat.user)

    def form(self) -> tuple[str, dict[str, Any]]:
        """Who is awaited, and a form with an action of his."""
        row = fresh(self.battle)
        side = row.awaited[0]
        action = json_of(self.chosen(side, current_position(row)))
        return side, {"side": side, "action": action, "expect": last_line(row, side), "token": str(uuid4())}

    def chosen(self, side: str, position: Position) -> Any:
        """A legal action of a side."""
        option = self.chances.choice(position.system.options(position.state, side))
        return self.chances.choice(option.actions)

    def post(self, side: str, form: dict[str, Any]) -> Any:
        """The answer to a form sent by script."""
        address = f"/b/{self.battle.slug}/act"
        return self.browsers[side].post(address, form, headers={"accept": "application/json"})

    def click(self) -> Any:
        """Play a legal action; the parts of the page as they are then."""
        answer = self.post(*self.form())
        assert answer.status_code == 200, answer.content
        return answer

    def get(self, path: str = "", side: str = "a") -> Any:
        """A page of the battle."""
        answer = self.browsers[side].get(f"/b/{self.battle.slug}{path}")
        assert answer.status_code in (200, 204), answer.content
        return answer


class Cost:
    """Queries sent, and rows that they gave."""

    def __init__(self) -> None:
        self.queries = 0
        self.rows = 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.queries += 1
        if sql.startswith("SELECT"):
            with connection.cursor() as own:
                raw = own.cursor  # past the counter
                raw.execute(f"SELECT COUNT(*) FROM ({sql.partition(' FOR UPDATE')[0]}) AS found", params or ())
                self.rows += raw.fetchone()[0]
        return execute(sql, params, many, context)


@contextmanager
def counted() -> Iterator[Cost]:
    """What everything in the block costs."""
    found = Cost()
    with connection.execute_wrapper(found):
        yield found
