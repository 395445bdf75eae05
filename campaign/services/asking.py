"""Who asks for something to be printed, and by what he may see it: his account, and what his browser holds."""

from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser


class Asker(NamedTuple):
    """Who asks.

    ``seats``, ``games`` and ``links`` are the ids of the seats, games on a table and view links of armies whose own
    address was opened in his browser. ``origin`` is the host's address without a slash, for what is printed to be
    scanned; "" for none. ``operator`` is whoever runs commands on the machine: he may see everything.
    """

    user: Any = AnonymousUser()
    seats: tuple[int, ...] = ()
    games: tuple[int, ...] = ()
    links: tuple[int, ...] = ()
    origin: str = ""
    operator: bool = False

    def kept(self) -> dict[str, Any]:
        """What a job keeps of him besides his account, to be asked again as he was."""
        return {"seats": self.seats, "games": self.games, "links": self.links, "origin": self.origin}


def operator(origin: str = "") -> Asker:
    """Whoever runs commands on the machine; ``origin`` where the host is another than that of the settings."""
    return Asker(origin=origin or settings.MUSTER_URL or "", operator=True)


def asked_by(user: Any, kept: dict[str, Any]) -> Asker:
    """The one who asked, from his account (None for none) and what was kept of him."""
    seats, games, links = (tuple(kept.get(name, ())) for name in ("seats", "games", "links"))
    return Asker(user or AnonymousUser(), seats, games, links, kept.get("origin", ""))
