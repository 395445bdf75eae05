"""What the tests of the pages do over and over: sign in, send a form, read an action from a page."""

from typing import Any
from uuid import uuid4

from django.test import Client

from battles.models import Battle, Told
from battles.services.play.action_menu import json_of
from battles.services.play.submission import last_line
from tests.battles.services.steps import first_action, fresh

JSON = "application/json"


def browser_of(user: Any = None) -> Client:
    """A browser in which ``user`` is signed in; nobody where none is given."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def address(battle: Battle, rest: str = "") -> str:
    return f"/b/{battle.slug}{rest}"


def line_of(battle: Battle, viewer: str, n: int) -> str:
    """The lasting address of a line of a viewer's feed."""
    return address(battle, f"/e/{Told.objects.get(battle=battle, viewer=viewer, n=n).key}")


def action_of(battle: Battle, side: str, kind: str = "") -> str:
    """A legal action of a side as a form sends it."""
    return json_of(first_action(battle, side, kind))


def sent(battle: Battle, side: str, **facts: Any) -> dict[str, Any]:
    """What every form of the page sends, made at the last line of the side's feed."""
    return {"side": side, "expect": last_line(fresh(battle), side), "token": uuid4(), **facts}


def post(client: Client, battle: Battle, what: str, *, script: bool = True, **data: Any) -> Any:
    """The answer to a form, as the page's script sends it or as a browser without one does."""
    return client.post(address(battle, f"/{what}"), data, headers={"Accept": JSON if script else "text/html"})


def play_from(client: Client, battle: Battle, side: str, *, script: bool = True, **facts: Any) -> Any:
    """Play the first legal action of a side."""
    return post(client, battle, "act", script=script, **sent(battle, side, action=action_of(battle, side), **facts))
