"""Random campaigns: what must hold after every entry, whatever players order."""

from itertools import islice

import pytest
from msgspec import structs

from battles.engine.codec import decode, encode, state_hash
from battles.engine.rng import Chances
from campaign.war.rules.audit import misplaced, unbalanced, verify_campaign
from campaign.war.rules.dice import SeededCampaignDice
from campaign.war.rules.events import Entry
from campaign.war.rules.resolution import resolve_turn
from campaign.war.rules.state import CampaignState, TurnOrders
from campaign.war.rules.view import entry_view, view
from campaign.war.services.creation import shipped_state
from tests.war.random_campaigns import check, overtaken, played, random_orders, random_state


@pytest.mark.rule("CM-BOOK-03", "the books balance after every entry")
@pytest.mark.rule("CM-MARCH-05", "no two columns of one side lie on one stretch of road in one direction")
@pytest.mark.parametrize(("key", "turns"), [("evening-1815", 4), ("first-campaign", 7), ("leipzig-1813", 4)])
@pytest.mark.parametrize("seed", [b"1", b"2"])
def test_what_holds_after_every_entry(key: str, turns: int, seed: bytes) -> None:
    count = 0
    for _, entry, after in played(shipped_state(key), seed, turns):
        count += 1
        if entry.transfers:
            assert list(unbalanced(after)) == []
        if entry.changes and count % 7 == 0:
            assert list(misplaced(after)) == []
            assert overtaken(after) == []
    assert count > 100


@pytest.mark.rule("CM-BOOK-01", "on any map every man and gun is in one account, and every force in one place")
@pytest.mark.rule("CM-MARCH-05", "on any map no two columns of an alliance lie on one stretch in one direction")
@pytest.mark.parametrize("seed", range(6))
def test_thirty_turns_on_a_random_map(seed: int) -> None:
    """Maps with crossings, fortresses and dead ends, two or three alliances, any of the advanced settings."""
    assert check(random_state(str(seed).encode()), seed, 30) > 100


@pytest.mark.rule("CM-ORDER-01", "on any map the order of submission does not matter")
@pytest.mark.parametrize("seed", [b"1", b"2", b"3"])
def test_the_order_of_submission_does_not_matter(seed: bytes) -> None:
    state, dice = random_state(seed), SeededCampaignDice(b"a seed of dice")
    for turn in range(4):
        orders = random_orders(state, seed)
        shuffled = TurnOrders(orders=tuple(Chances(seed + bytes([turn])).shuffled(orders.orders)))
        resolved = resolve_turn(state, orders, dice)
        assert resolve_turn(state, shuffled, dice).entries == resolved.entries
        state = resolved.state
        if state.phase != "orders":
            return


def test_entries_and_states_are_read_back() -> None:
    ledger = [entry for _, entry, _ in played(shipped_state("leipzig-1813"), b"3", 3)]
    assert decode(encode(ledger), list[Entry]) == ledger
    *_, (_, _, last) = played(shipped_state("evening-1815"), b"3", 4)
    assert decode(encode(last), CampaignState) == last


@pytest.mark.rule("CM-BOOK-03", "the ledger alone leads to the same state, with the campaign's dice")
def test_a_ledger_is_verified() -> None:
    start = shipped_state("evening-1815")
    rows = list(played(start, b"4", 4))
    problems = verify_campaign(start, [row[1] for row in rows], rows[-1][2], SeededCampaignDice(b"4".ljust(8, b"-")))
    assert problems == []


def test_the_same_seed_gives_the_same_campaign() -> None:
    hashes = {state_hash([row[2] for row in played(shipped_state("first-campaign"), b"5", 3)][-1]) for _ in range(2)}
    assert len(hashes) == 1


@pytest.mark.rule("CM-SIGHT-06", "a view is the same for all states that the side cannot tell apart")
@pytest.mark.parametrize(("side", "other"), [("french", "anglo-allied"), ("anglo-allied", "french")])
def test_views_hide_what_a_side_does_not_know(side: str, other: str) -> None:
    """Hidden forces of the enemy gain marker names, fatigue and orders: nothing of it may be seen."""
    for before, entry, after in islice(played(shipped_state("evening-1815"), b"6", 4), 0, None, 9):
        if before.phase == "over" or after.phase == "over":
            continue
        known = after.known.get(side, {})
        changed = {
            key: structs.replace(force, name="MARKER", fatigue=9, idle="MARKER", hunger=3, standing=())
            for key, force in after.forces.items()
            if force.side == other and key not in known
        }
        poisoned = structs.replace(after, forces={**after.forces, **changed}, weather=after.weather)
        assert view(poisoned, side) == view(after, side)
        shown = entry_view(after, entry, side)
        if shown is not None:
            assert all(change.force.startswith(side) for change in shown.changes)
            assert all(after.setup.units[row.unit].side == side for row in shown.transfers)


@pytest.mark.rule("CM-ORDER-01", "a hidden force's rolls shift nobody's dice")
def test_hidden_forces_shift_no_dice() -> None:
    """What one side rolls stays the same when a far enemy does something else."""
    start = shipped_state("evening-1815")
    orders = random_orders(start, b"7")
    dice = SeededCampaignDice(b"seed")
    french = TurnOrders(orders=tuple(order for order in orders.orders if order.force.startswith("french")))
    first = resolve_turn(start, french, dice).entries
    second = resolve_turn(start, orders, dice).entries
    rolls = {(roll.rule, roll.who, roll.step): roll.faces for entry in first for roll in entry.rolls}
    again = {(roll.rule, roll.who, roll.step): roll.faces for entry in second for roll in entry.rolls}
    assert {key: again[key] for key in rolls.keys() & again.keys()} == {
        key: rolls[key] for key in rolls.keys() & again.keys()
    }
    assert rolls
