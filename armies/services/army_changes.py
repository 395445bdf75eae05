"""Changes of an army from forms and the API; edits of several people are merged where they do not touch each other."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from msgspec import structs, to_builtins

from armies.building.difference import Difference, difference, patched
from armies.building.edits import Change as ChangeFacts
from armies.building.edits import Draws, Edit, Head, Replace, SetHead
from armies.building.element_tree import ARMY
from armies.building.values import checked
from armies.exchange import limits
from armies.models import Army, Change, Visibility
from armies.services.apply_edit import amend, record
from armies.services.assessment import Assessment
from armies.services.history import DICE, state_at, tree_after
from armies.services.locks import PLACE, Conflict, Refused, Stale, authors_since, clashes_of, writing
from armies.services.storage import facts_of, new_id, tree_of
from battles.engine import registry
from battles.engine.armies import facts, systems
from battles.engine.armies.group import NEW_BRIGADE
from battles.engine.armies.systems import override_specs, refuse_override, reserves
from battles.engine.dice import seeded_faces


def amend_merged(army: Army, edit: Edit, *, by: Any = None, expect: int | None = None) -> Change | None:
    """``amend``, but changes by others since version ``expect`` stay where the edit does not touch them.

    Raises:
        Refused: the edit is not allowed; nothing is written.
        Conflict: the edit and a change by others touch the same field, or one is below what the other has deleted.
        Stale: the history does not reach back to ``expect``.
        Gone: the army was deleted in the meantime.
    """
    with writing(army) as row:
        if expect is None or row.version == expect:
            return amend(row, edit, by=by, expect=expect)
        now = tree_of(row)
        if not row.changes.filter(number=expect).exists():
            raise Stale(row)
        then = tree_after(row, expect, now)
        mine = then.copy()
        words = edit.apply(mine, new_id)
        own, theirs = difference(then, mine), difference(then, now)
        authors = authors_since(row, expect, DICE)
        if clashes := tuple(clashes_of(own, theirs, then, now, authors)):
            raise Conflict(row, clashes)
        if _is_plain(own):
            after = patched(now, _without_equal(own, theirs))
        else:
            after = now.copy()
            words = edit.apply(after, new_id)
        return record(row, now, after, edit.kind, words, by=by)


def _is_plain(own: Difference) -> bool:
    """True if an edit changes only facts of elements that stay in their places."""
    return all(before is not None and after is not None and not PLACE & after.keys() for before, after in own.values())


def _without_equal(own: Difference, theirs: Difference) -> Difference:
    """``own`` without the fields that others have set to the same values."""
    rest: Difference = {}
    for element, (before, after) in own.items():
        if before is None or after is None:
            continue
        set_by_others = (theirs.get(element) or [None, None])[1] or {}
        names = [name for name in after if name not in set_by_others]
        rest[element] = [{name: before[name] for name in names}, {name: after[name] for name in names}]
    return rest


def attach(army: Army, element: str, parent: str, *, by: Any = None, expect: int | None = None) -> Change | None:
    """Join a reserve Brigade or battery to ``parent`` (MN-ORG-12, MN-ORG-13).

    Raises:
        Refused: the element cannot join ``parent``.
        Stale: the army has a newer version.
    """
    with writing(army, expect) as row:
        plain = facts_of(row)
        try:
            joined = reserves()[1].attached(plain, element, parent)
        except ValueError as error:
            raise Refused("parent", str(error)) from error
        tree = tree_of(row)
        words = f"Attached {tree.name(element)} to {tree.name(parent)}."
        return amend(row, Replace(_without_new(joined), words), by=by)


def _without_new(army: facts.Army) -> facts.Army:
    """``army`` without the placeholder id of a new Brigade, so that it gets an id."""

    def visit(element: facts.Element) -> facts.Element:
        changes: dict[str, Any] = {"id": "" if element.id == NEW_BRIGADE else element.id}
        if not isinstance(element, facts.Unit):
            changes["children"] = tuple(visit(child) for child in element.children)
        return structs.replace(element, **changes)

    return structs.replace(army, children=tuple(visit(child) for child in army.children))


def override(
    army: Army,
    unit: str,
    system: str,
    values: Mapping[str, bool | int | str],
    reason: str,
    *,
    by: Any = None,
    expect: int | None = None,
) -> Change | None:
    """Set the overrides of ``unit`` under ``system``: ``values`` by key, with one reason for all.

    They replace its earlier overrides under that system; without values it has none.

    Raises:
        Refused: no such unit, or an override that is not allowed; the field is its key or ``reason``.
        Stale: the army has a newer version.
    """
    specs = override_specs()
    if system not in specs:
        raise Refused("system", f"The system must be one of {', '.join(specs)}.")
    if values and not reason.strip():
        raise Refused("reason", "Write a reason: it is shown with the value, on screen and on paper.")
    faults = [(what, why) for what, value in values.items() if (why := refuse_override(system, what, value, reason))]
    if faults:
        raise Refused(*faults[0], *faults[1:])
    with writing(army, expect) as row:
        tree = tree_of(row)
        if unit not in tree.records or tree.level(unit) != "unit":
            raise Refused("element", "There is no such unit in this army.")
        others = [each for each in tree.records[unit]["overrides"] if each["system"] != system]
        new = [facts.Override(system=system, what=what, value=value, reason=reason) for what, value in values.items()]
        return amend(row, ChangeFacts(unit, {"overrides": [*others, *to_builtins(new)]}), by=by)


def draw(army: Army, *, faces: tuple[int, ...] = (), by: Any = None, expect: int | None = None) -> Change | None:
    """Draw the random cards of an army: with ``faces`` of real dice, or without them by the server's dice.

    Earlier draws stay; the last one counts.

    Raises:
        Refused: faces that the dice cannot show (EN-COST-08), or too many draws.
        Stale: the army has a newer version.
    """
    _, cards = systems.cards()
    with writing(army, expect) as row:
        plain = facts_of(row)
        if len(plain.draws) >= limits.MAX_ITEMS:
            raise Refused("faces", f"This army already has {limits.MAX_ITEMS} draws of cards; no more are allowed.")
        source = "manual" if faces else "seed"
        if not faces:
            secret = secrets.token_bytes(32)
            faces = tuple(seeded_faces(secret, 0, die, 1, sides)[0] for die, sides in enumerate(cards.dice_sides()))
        try:
            hand = cards.drawn(faces)
        except ValueError as error:
            raise Refused("faces", str(error)) from error
        signed = by.get_username() if by is not None and by.is_authenticated else ""
        at = timezone.now().isoformat(timespec="seconds")
        new_draw = facts.Draw(faces=faces, cards=hand, source=source, by=signed, at=at)  # type: ignore[arg-type]
        words = ", ".join(cards.card_words(card) for card in hand)
        return amend(row, Draws((*plain.draws, new_draw), f"Drew cards: {words}."), by=by)


def choose(army: Army, card: str, *, by: Any = None, expect: int | None = None) -> Change | None:
    """Choose ``card`` for the choice card of the last draw.

    Raises:
        Refused: no cards are drawn, there is no choice card, or ``card`` is not allowed for it (EN-COST-09).
        Stale: the army has a newer version.
    """
    key, cards = systems.cards()
    with writing(army, expect) as row:
        plain = facts_of(row)
        if not plain.draws:
            raise Refused("choice", "Draw cards first (EN-COST-08).")
        *earlier, last = plain.draws
        if why := cards.refuse_choice(last, card, Assessment(plain).options(key)):
            raise Refused("choice", why)
        chosen = structs.replace(last, choice=card)
        words = f"Chose {cards.card_words(card)} for the choice card."
        return amend(row, Draws((*earlier, chosen), words), by=by)


def change_head(army: Army, values: Mapping[str, Any], *, by: Any = None, expect: int | None = None) -> Change | None:
    """Change the army's own facts.

    Raises:
        Refused: a value is not allowed.
        Stale: the army has a newer version.
    """
    return amend(army, Head(dict(values)), by=by, expect=expect)


def change_options(
    army: Army, system: str, values: Mapping[str, bool | int | str], *, by: Any = None, expect: int | None = None
) -> Change | None:
    """Set options of one rule system; default values are not stored, other options stay.

    Raises:
        Refused: an unknown option or value; the field is the option's name.
        Stale: the army has a newer version.
    """
    group = registry.army(system)
    for name, value in values.items():
        try:
            group.options({name: value})
        except ValueError as error:
            raise Refused(name, str(error)) from error
    with writing(army, expect) as row:
        chosen = {**row.options.get(system, {}), **values}
        stored = {name: value for name, value in chosen.items() if group.option_specs[name].default != value}
        options = {
            **{key: value for key, value in row.options.items() if key != system},
            **({system: stored} if stored else {}),
        }
        return amend(row, SetHead({"options": options}, f"Set the options of {group.title}."), by=by)


def change_element(
    army: Army, element: str, values: Mapping[str, Any], *, by: Any = None, expect: int | None = None
) -> Change | None:
    """Change a unit's or formation's facts.

    Raises:
        Refused: no such element in this army, or a value that is not allowed.
        Stale: the army has a newer version.
    """
    return amend(army, ChangeFacts(element, dict(values)), by=by, expect=expect)


def set_visibility(army: Army, visibility: str) -> None:
    """Set who may see the army. This is not a change of its content, so it is not in its history."""
    if visibility not in Visibility.values:
        raise Refused("visibility", f"The visibility must be one of {', '.join(Visibility.values)}.")
    with writing(army) as row:
        if visibility == Visibility.CLUB and row.club_id is None:
            raise Refused("visibility", "The army belongs to no club. Put it into one first.")
        if row.hidden_words and visibility != Visibility.PRIVATE:
            raise Refused("visibility", row.hidden_words)
        row.visibility = visibility
        row.save(update_fields=["visibility", "updated"])
    army.visibility = visibility


def delete_army(army: Army) -> None:
    """Delete the army with everything in it, after any present writer has finished.

    Raises:
        Gone: someone else has deleted it.
    """
    with writing(army) as row:
        row.delete()


def own_part(army: Army, number: int | None, element: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The ``values`` that differ from those the form showed: the facts of ``element`` after change ``number``.

    All of them if that state is unknown or is the present one.
    """
    if number is None or number == army.version:
        return dict(values)
    try:
        then = state_at(army, number)
        record = then.head if element == ARMY else then.records.get(element)
        stored = checked(ARMY if element == ARMY else str((record or {})["level"]), values)
    except (Refused, KeyError):
        return dict(values)
    return {name: value for name, value in values.items() if record is None or stored[name] != record[name]}
