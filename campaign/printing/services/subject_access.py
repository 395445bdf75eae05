"""Access to subjects of prints: the user, the readers they may print for, the secret of hidden markers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.crypto import salted_hmac

from battles.engine.core import SideId
from battles.engine.picture import Block, Scene
from battles.engine.scenarios import Orders, orders_of
from battles.engine.words import in_sentence
from battles.services.play.lock import Gone
from campaign.printing.sheets.kinds import UMPIRE, Sided, Subject


class Asker(NamedTuple):
    """The user who asks for a print.

    ``seats``, ``games`` and ``links`` are the ids of the seats, tracked games and view links of armies that were opened
    in the user's browser. ``origin`` is the host's address without a slash, for QR codes; "" for none. ``operator`` is
    True for a person who runs commands on the server; they may see everything. ``commands`` are the guests' seats in
    campaigns that the browser holds.
    """

    user: Any = AnonymousUser()
    seats: tuple[int, ...] = ()
    games: tuple[int, ...] = ()
    links: tuple[int, ...] = ()
    origin: str = ""
    operator: bool = False
    commands: tuple[int, ...] = ()

    def stored(self) -> dict[str, Any]:
        """What a job stores of the asker besides the account, for `restored_asker`."""
        return {
            "seats": self.seats,
            "games": self.games,
            "links": self.links,
            "origin": self.origin,
            "commands": self.commands,
        }


def operator(origin: str = "") -> Asker:
    """The asker for commands on the server. ``origin`` replaces the address in the settings."""
    return Asker(origin=origin or settings.MUSTER_URL or "", operator=True)


def restored_asker(user: Any, values: dict[str, Any]) -> Asker:
    """The asker of a stored job, from their account (None for none) and the values of `Asker.stored`."""
    seats, games, links, commands = (tuple(values.get(name, ())) for name in ("seats", "games", "links", "commands"))
    return Asker(user or AnonymousUser(), seats, games, links, values.get("origin", ""), commands=commands)


def marker_secret(key: str, asker: Asker) -> str:
    """The secret by which hidden markers of a subject are numbered.

    A battle has one secret, so that a player and the umpire get the same numbers. Other subjects can be printed by
    players of both sides: there each account has its own secret, so that an opponent cannot find out the numbers.
    """
    whose = "battle" if key.startswith("battle:") else "operator" if asker.operator else asker.user.pk
    return salted_hmac("muster.hidden-markers", f"{whose}/{key}", algorithm="sha256").hexdigest() if whose else ""


ONLY: Final = ""
"""The only reader of an army or a system, and the spectator of a battle."""

MOST_NAMED: Final = 8
"""Most names in a sentence on what is hidden."""

MISSING: Final = "There is nothing with that name to print, or you may not see it."


@dataclass(frozen=True, kw_only=True)
class Source:
    """A subject of prints, limited to what the asker may see.

    ``readers`` are the readers for whom the asker may print: titles by key, in order. ``make`` gives the subject as a
    reader may know it. ``home`` is the key of its print set-ups and ``page`` the address of its page. ``systems`` are
    the keys of the same subject under other rules, with the titles of the systems, and ``states`` its keys at other
    times. ``shared`` is True if everybody may find it.
    """

    key: str
    title: str
    system: str
    readers: dict[str, str]
    make: Callable[[str], Subject]
    home: str
    page: str
    systems: dict[str, str]
    shared: bool = False
    states: dict[str, str] = field(default_factory=dict)
    _subjects: dict[str, Subject] = field(default_factory=dict, repr=False)

    def subject(self, reader: str) -> Subject:
        """The subject for a reader, made once.

        Raises:
            Gone: the asker may not print for that reader.
        """
        if reader not in self.readers:
            raise Gone("You cannot print for that side: it does not exist, or it is not yours.")
        if reader not in self._subjects:
            self._subjects[reader] = self.make(reader)
        return self._subjects[reader]

    @property
    def first(self) -> str:
        """The default reader: the umpire if possible, else the first."""
        return UMPIRE if UMPIRE in self.readers else next(iter(self.readers))


class Unfinished(ValueError):
    """A drawn scenario is not finished. The text is a sentence."""


def seen_subject(
    asker: Asker, key: str, title: str, system: Any, state: Any, seen: Any, reader: str, page: str, left: Any = None
) -> Subject:
    """The subject as a reader may know it: a side knows itself, the umpire both sides, a spectator none.

    ``left`` is the state that says what the sides have left, if it is not the view itself.
    """
    known_sides: tuple[SideId, ...] = system.sides if reader == UMPIRE else (reader,) if reader else ()
    sides = tuple(
        Sided(
            side,
            system.text.side_name(state, side),
            system.sheets.roll(seen if left is None else left, side),
            wanted=cache(partial(system.sheets.wanted, state.setup, side)),
        )
        for side in known_sides
    )
    ground, scene = system.ui.ground(seen), system.ui.scene(seen)
    orders = orders_of(system, state, hidden_facts(system, state) if reader == UMPIRE else ())
    return subject(asker, key, title, system.key, state.setup.rules, page, sides, ground, scene, orders)


def hidden_facts(system: Any, state: Any) -> list[str]:
    """What each side does not know of the blocks on the board and beside it, in sentences."""
    every = {block.key: block for block in _blocks(system.ui.scene(system.secrets.view(state, UMPIRE)))}
    facts = []
    for side in system.sides:
        known = {block.key: block for block in _blocks(system.ui.scene(system.secrets.view(state, side)))}
        unseen = [block.name for key, block in every.items() if key not in known]
        unsure = [block.name for key, block in every.items() if key in known and known[key].unsure]
        name = system.text.side_name(state, side)
        if unseen:
            facts.append(f"Hidden from {in_sentence(name)}: {_some(unseen)}.")
        if unsure:
            facts.append(f"Hidden from {in_sentence(name)}: the morale levels of {_some(unsure)}.")
    return facts


def _some(names: Sequence[str]) -> str:
    """A few names, or the number of many."""
    return ", ".join(names) if len(names) <= MOST_NAMED else f"{len(names)} units and commanders"


def _blocks(scene: Scene) -> tuple[Block, ...]:
    return (*scene.blocks, *scene.off)


def subject(
    asker: Asker,
    key: str,
    title: str,
    system: str,
    rules: Any,
    page: str,
    sides: tuple[Sided, ...] = (),
    ground: Any = None,
    scene: Any = None,
    orders: Orders | None = None,
) -> Subject:
    """A subject with the addresses for its QR codes; empty if the host is not known."""
    book = reverse("rules:book", args=[system])
    address, book = (f"{asker.origin}{path}" if asker.origin else "" for path in (page, book))
    return Subject(key, title, system, rules, sides, ground, scene, address, book, marker_secret(key, asker), orders)
