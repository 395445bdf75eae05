"""The tables of the cheat sheet on the turn, movement, actions and contact."""

from collections.abc import Iterator
from typing import Final

from battles.engine.cheat_sheet import Need, Row, Said, Table, fought, ground, house, own, sentences, signed, tabled
from battles.rules.easy_napoleonics import needs, tables
from battles.rules.easy_napoleonics.cheat_sheet_cells import number, on
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.tables import DIE, PRINTED, Formation, Kind

_HORSE_GUNS: Final = own("kind:horse_artillery")
_ANY_GUNS: Final = own(needs.GUNS)
_CHARGED: Final = fought((needs.HORSE,), (needs.FOOT,))


def turn(rules: Rules) -> Table:
    """EN-SEQ-01 in eight steps."""
    options = rules.options
    less, printed = rules.tables.streak_penalty, PRINTED.streak_penalty
    bonus = [f"side {side} {signed(n)}" for side, n in zip("AB", options.initiative_bonus, strict=True) if n]
    initiative = f"D{DIE}, last winner {house(signed(-less), less, printed)} per win in a row"
    fire = "initiative says who fires first" if options.initiative_chooses_fire_order else "initiative fires first"
    solid = "hasty squares become solid" if options.hasty_square_duration == "end_of_turn" else ""
    steps = (
        Row(("Initiative.", ", ".join([initiative, *bonus]))),
        Row(("Rally.", "Fair and Bad check, pass = +1 level")),
        Row(("First side moves.", "")),
        Row(("Second side moves.", "")),
        Row(("Artillery.", fire), fought((needs.GUNS,))),
        Row(("Small arms.", ""), fought((needs.FOOT,))),
        Row(("Melees.", "")),
        Row(("End.", solid)),
    )
    rows = (Row((str(place), *row.cells), row.need) for place, row in enumerate(steps, start=1))
    known = ("EN-SEQ-01", "EN-INIT-01", "EN-INIT-02", "EN-INIT-08", "EN-RALLY-01", "EN-SEQ-06")
    return tabled("Turn", ("", "Phase", "What"), rows, known, look="steps")


def movement(rules: Rules) -> Table:
    """EN-MOVE-01 and the actions of each kind."""
    rows = [Row((*cells, _actions(rules, kind)), need, kind) for kind, cells, need in _moves(rules)]
    rows.append(Row(("leader", number(rules, "leader_move"), ""), own(needs.LEADER), "leader"))
    notes = (
        Said("" if not rules.options.pond_impassable else "Ponds are impassable.", ground("ground:pond")),
        Said("Ponds are open ground." if not rules.options.pond_impassable else "", ground("ground:pond")),
        Said("A stream ends a move." if rules.options.stream_effect == "halt" else "", ground("ground:stream")),
        Said("Two batteries may share a hex." if rules.options.grand_battery else "", _ANY_GUNS),
    )
    known = ("EN-MOVE-01", "EN-ACTION-01", "EN-RULING-76")
    return tabled("Movement", ("", "hexes", "actions"), rows, known, notes=notes)


def _moves(rules: Rules) -> Iterator[tuple[Kind, tuple[str, str], Need]]:
    for kind in tables.KINDS:
        printed = {move.formation: move.hexes for move in PRINTED.moves[kind]}
        word = tables.KIND_WORDS[kind]
        for move in rules.tables.moves[kind]:
            hexes = house(move.hexes, move.hexes, printed.get(move.formation))
            yield kind, (f"{word} {move.formation}", hexes), own(f"kind:{kind}", _form(move.formation))
        if kind == "infantry":
            masse = rules.tables.masse.hexes
            yield kind, (f"{word} masse", house(masse, masse, PRINTED.masse.hexes)), own(_form("masse"))


def _form(formation: Formation) -> str:
    return f"form:{formation}"


def _actions(rules: Rules, kind: Kind) -> str:
    count = rules.tables.actions[kind]
    return house(count, count, PRINTED.actions[kind])


def actions(rules: Rules) -> Table:
    """EN-ACTION-02, 04, EN-FORM-07."""
    options = rules.options
    rows = (
        Row(("Actions", "form, face, move, sidestep, fire. Form and face before moving.")),
        Row(("Guns", "may unlimber after moving."), _ANY_GUNS),
        Row(("Field guns", "that did so do not fire."), own("kind:field_artillery")),
        Row(
            ("Horse guns", "may not limber, move and unlimber." if not options.horse_limber_move_unlimber else ""),
            _HORSE_GUNS,
        ),
        Row(
            ("Infantry", "that changed and moved may still fire." if options.musketry_after_change_and_move else ""),
            own(needs.FOOT),
        ),
        Row(("A change of formation", "may bring a new facing." if options.formation_change_free_facing else "")),
    )
    known = ("EN-ACTION-02", "EN-ACTION-04", "EN-FORM-07")
    return tabled("Actions", ("", ""), (row for row in rows if row.cells[1]), known, look="list")


_LOCKED: Final = {"own_move": "when own movement begins", "turn_start": "when the turn begins"}
_LOCKED_BY: Final = {"any_adjacent": "Adjacent to an enemy", "front_contact": "In contact with an enemy"}
_PASSIVE: Final = {
    "owner_choice": "the unit that may attack does so if its owner wishes",
    "always": "the unit that may attack must",
    "never": "no melee this turn",
}
_CONTINUING: Final = {"initiative": "side with initiative", "original": "the first attacker of the pair"}


def contact(rules: Rules) -> Table:
    """Halts, locks, charges, hasty squares."""
    options = rules.options
    passes = f"{on(options.breakthrough)}, {number(rules, 'breakthroughs')} a turn"
    rows = (
        Row(("Halt.", "Stop next to any enemy.")),
        Row(("Locked.", f"{_LOCKED_BY[options.lock_scope]} {_LOCKED[options.lock_timing]}: no move, no change.")),
        Row(("Charge.", "Unchanged unit that moves into contact; must fight. Changed form or facing: no charge.")),
        Row(("Hasty square.", _hasty(rules)), _CHARGED),
        Row(("Contact without charge.", f"New this turn: {_PASSIVE[options.passive_contact_melee]}.")),
        Row(("Contact carried over.", f"Must fight, attacker = {_CONTINUING[options.continuing_melee_attacker]}.")),
        Row(("Breakthrough", passes), needs.switched(options.breakthrough)),
        Row(
            ("Melee bonus", f"{on(options.melee_morale_bonus)}; enemy broken in melee: +1 level"),
            needs.switched(options.melee_morale_bonus),
        ),
    )
    known = ("EN-MOVE-06", "EN-ZOC-03", "EN-MELEE-04", "EN-SQUARE-04", "EN-SQUARE-05", "EN-MELEE-05", "EN-MELEE-06")
    return tabled("Contact", ("Case", "Rule"), rows, (*known, "EN-OPT-01", "EN-OPT-07"), look="list")


def _hasty(rules: Rules) -> str:
    options = rules.options
    lost = "any try: no fire" if options.hasty_square_fire == "lost_always" else "fail: no fire"
    again = "" if options.hasty_square_when_locked else "; not if an enemy was adjacent before"
    return sentences(
        f"Infantry charged by cavalry may try it (one check; {lost}{again}).",
        "Also against cavalry that came up without a charge." if options.standing_attack_hasty_square else "",
        "" if options.hasty_square_duration == "end_of_turn" else "It stays hasty until the unit changes.",
    )
