"""Mini-Nap's rulers, all in centimetres: reach of orders, fire, moves and charges, distances to be kept."""

from collections.abc import Iterator

from battles.engine.kit import CENTIMETRE, Ruler, notches
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import (
    COMMAND_STAND_DIAMETER,
    FORMATIONS,
    TYPES,
    Tables,
    UnitClass,
    UnitType,
)

Found = Iterator[tuple[int, str, str]]


def rulers(rules: Rules) -> Iterator[Ruler]:
    """Every ruler of the system."""
    own = rules.tables
    yield _ruler(
        "command",
        "Command radius",
        _command(own),
        text="from the edge of the command stand to any part of the unit",
        stand=COMMAND_STAND_DIAMETER,
    )
    yield _ruler("fire", "Fire", _fire(own), bands=True, text="the far end of a band belongs to it; dice in each")
    for unit_class, title in (("infantry", "Infantry"), ("cavalry", "Cavalry"), ("artillery", "Artillery")):
        yield _ruler(unit_class, f"{title}: moves and charges", _moves(own, unit_class))  # type: ignore[arg-type]
    yield _ruler("distances", "Distances", _distances(own), text="from edge to edge, by the nearest points")


def _ruler(key: str, title: str, found: Found, *, bands: bool = False, text: str = "", stand: int = 0) -> Ruler:
    marks = notches(found, CENTIMETRE)
    return Ruler(key=key, title=title, unit="cm", notches=marks, bands=bands, text=text, stand=stand)


def _command(own: Tables) -> Found:
    for row in own.commanders.values():
        yield row.radius, row.word, row.rule
    yield own.cautious_radius, "cautious", "MN-CMD-13"


def _fire(own: Tables) -> Found:
    yield own.small_arms_range, "small arms", "MN-FIRE-13"
    for band, far in own.battery_range.items():
        dice = ", ".join(f"{weight} {getattr(row, band)}" for weight, row in own.battery_dice.items())
        yield far, f"guns, {band}: {dice}", "MN-FIRE-13"


def _moves(own: Tables, unit_class: UnitClass) -> Found:
    for unit_type in TYPES:
        if TYPES[unit_type].unit_class == unit_class:
            yield from _type(own, unit_type, TYPES[unit_type].word)
    if unit_class == "artillery":
        for far in own.prolong.moves:
            yield far, "prolong", own.prolong.rule


def _type(own: Tables, unit_type: UnitType, word: str) -> Found:
    """Foot by formation, since all foot moves alike; horse by type, with its skirmish line."""
    for formation, row in own.moves[unit_type].items():
        name = FORMATIONS[formation].word
        if TYPES[unit_type].unit_class == "cavalry":
            name = f"{word} skirmish line" if formation == "skirmish_line" else word
        elif TYPES[unit_type].unit_class == "artillery":
            name = word
        for far in row.moves:
            yield far, name, row.rule
        if row.charge:
            yield row.charge, f"{name} charges", row.rule


def _distances(own: Tables) -> Found:
    yield own.attach_distance, "Brigade stand attaches", "MN-CMD-31"
    yield own.stand_evade_clear, "an evading stand keeps off", "MN-CMD-42"
    yield own.support_distance, "supporting return fire", "MN-FIRE-53"
    yield own.square_nearby, "nearby square", "MN-REACT-41"
    for unit_class, far in own.opportunity_limit.items():
        yield far, f"{unit_class} opportunity charge", "MN-REACT-60"
    yield own.reman_clear, "clear to re-man guns", "MN-REACT-33"
    yield own.division_stand_off_near, "Division keeps off", "MN-DIVMAN-02"
    yield own.division_stand_off_far, "Division keeps off (far)", "MN-DIVMAN-02"
    yield own.division_far_over, "Division: far beyond", "MN-DIVMAN-02"
    yield own.command_stand_move.moves[0], "command stand moves", own.command_stand_move.rule
