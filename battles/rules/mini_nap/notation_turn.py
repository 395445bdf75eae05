"""Short forms of deployment, of choosing and of command: how each kind of action is written and read."""

from collections.abc import Callable
from typing import Any, Final, get_args

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.actions_parts import MOST_POINTS
from battles.rules.mini_nap.notation_words import Words, angle_of, spot_of
from battles.rules.mini_nap.tables import Formation

FORMATIONS: Final = get_args(Formation)

Row = tuple[type, str, str, Callable[[Any], Any], Callable[[Words], Any]]
"""A kind of action, the word that it begins with, an example, its further words, and the action of those."""


def _spots(words: Words) -> tuple[tuple[int, int], ...]:
    found = [words.spot()]
    while words.next and len(found) < MOST_POINTS:
        found.append(words.spot())
    return tuple(found)


ROWS: Final[tuple[Row, ...]] = (
    (
        act.ChooseEdge,
        "edge",
        "edge lower",
        lambda a: [a.edge],
        lambda w: act.ChooseEdge(w.one_of(("lower", "upper"), "an edge")),
    ),
    (
        act.Deploy,
        "deploy",
        "deploy 12 60.5,42 90 line",
        lambda a: [str(a.unit), spot_of((a.x, a.y)), angle_of(a.facing), a.formation],
        lambda w: act.Deploy(w.number("a unit"), *w.spot(), w.angle(), w.one_of(FORMATIONS, "a formation")),
    ),
    (
        act.DeployStand,
        "post",
        "post 3 60.5,42",
        lambda a: [str(a.stand), spot_of((a.x, a.y))],
        lambda w: act.DeployStand(w.number("a command stand"), *w.spot()),
    ),
    (act.Withhold, "withhold", "withhold 12", lambda a: [str(a.unit)], lambda w: act.Withhold(w.number("a unit"))),
    (
        act.ChooseBrigade,
        "brigade",
        "brigade 2",
        lambda a: [str(a.brigade)],
        lambda w: act.ChooseBrigade(w.number("a Brigade")),
    ),
    (
        act.DivisionManoeuvre,
        "division",
        "division 1",
        lambda a: [str(a.division)],
        lambda w: act.DivisionManoeuvre(w.number("a Division")),
    ),
    (
        act.MoveStand,
        "ride",
        "ride 3 60.5,42 62,45",
        lambda a: [str(a.stand), *map(spot_of, a.points)],
        lambda w: act.MoveStand(w.number("a command stand"), _spots(w)),
    ),
    (
        act.Attach,
        "attach",
        "attach 3 12",
        lambda a: [str(a.stand), str(a.unit)],
        lambda w: act.Attach(w.number("a command stand"), w.number("a unit")),
    ),
    (
        act.Detach,
        "detach",
        "detach 3 60.5,42",
        lambda a: [str(a.stand), spot_of((a.x, a.y))],
        lambda w: act.Detach(w.number("a command stand"), *w.spot()),
    ),
    (act.Done, "done", "done", lambda _: [], lambda _: act.Done()),
    (
        act.Retreat,
        "retreat",
        "retreat 12, or retreat 12 without-stand",
        lambda a: [str(a.unit), *(["without-stand"] if a.leave_stand else [])],
        lambda w: act.Retreat(w.number("a unit"), bool(w.found("without-stand"))),
    ),
    (act.Reman, "man", "man 12", lambda a: [str(a.battery)], lambda w: act.Reman(w.number("a battery"))),
)
