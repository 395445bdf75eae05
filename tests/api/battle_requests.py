"""What the tests of battles over the API share: a battle of Alice's and Bob's, who asks about it, and acting in it."""

from typing import Any
from uuid import uuid4

from battles.models import Battle
from tests.api.conftest import Api
from tests.battles.services.steps import begun, deployed

TOKEN = "5f0b2a54-6f0e-4a43-9d5b-8a5b3c5d7e11"


class Guest(Api):
    """Somebody without an account who plays at a seat by its token."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self.token = token

    def ask(self, method: str, address: str, body: Any = None, **rest: Any) -> Any:
        return super().ask(method, address, body, **{"Seat_Token": self.token, **rest})


def fought(alice: Any, bob: Any, *sittings: Any, **facts: Any) -> Battle:
    """A small battle of Alice, side a, against Bob, side b."""
    return begun(alice, bob, *sittings, **{"setup": deployed(), **facts})


def view(api: Api, battle: Battle | str, **query: Any) -> dict[str, Any]:
    """How a battle is shown to ``api``."""
    slug = battle if isinstance(battle, str) else battle.slug
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    answer = api.get(f"battles/{slug}" + (f"?{asked}" if asked else ""))
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def options(api: Api, battle: Battle | str) -> list[dict[str, Any]]:
    """What ``api`` may do now."""
    slug = battle if isinstance(battle, str) else battle.slug
    found: list[dict[str, Any]] = api.get(f"battles/{slug}/options").json()["options"]
    return found


def deed(api: Api, battle: Battle | str, what: str, **body: Any) -> Any:
    """The answer to a deed; ``expect`` and ``token`` are sound where they are not given."""
    slug = battle if isinstance(battle, str) else battle.slug
    if what in ("act", "undo", "takeback", "draw"):
        body.setdefault("expect", view(api, slug)["n"])
    if what in ("act", "undo", "resign"):
        body.setdefault("token", str(uuid4()))
    return api.post(f"battles/{slug}/{what}", body or None)


def act(api: Api, battle: Battle | str, **body: Any) -> Any:
    """The answer to an action, the first of the options where none is given."""
    if not {"action", "notation"} & set(body):
        body["action"] = options(api, battle)[0]["actions"][0]["action"]
    return deed(api, battle, "act", **body)


def awaited(battle: Battle, alices: Api, bobs: Api) -> tuple[Api, Api]:
    """Who is to act, and the other."""
    row = Battle.objects.get(pk=battle.pk)
    return (alices, bobs) if row.awaited.startswith("a") else (bobs, alices)
