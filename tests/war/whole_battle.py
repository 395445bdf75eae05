"""Quatre Bras there and back in full: ``python -m tests.war.whole_battle mini_nap``. Takes half a minute."""

import os
import sys
from time import perf_counter

import django

from campaign.war.rules.battle import result
from campaign.war.rules.books import post


def main(system: str) -> None:
    """Fight the battle and print its result, with the books before and after."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.project.settings")
    django.setup()
    from campaign.war.services.engagement_battles import fought_by_computers
    from tests.war.engagements import quatre_bras

    state, engagement = quatre_bras()
    began = perf_counter()
    back = fought_by_computers(state, engagement, system, b"quatre bras".ljust(32))
    seconds = perf_counter() - began
    result.check(state, engagement, back)
    books = post(state.books, result.transfers_of(state, engagement, back))
    for unit, account in books.items():
        facts = state.setup.units[unit]
        if (account.men, account.all_guns) != (facts.men, facts.guns):
            raise SystemExit(f"{unit} does not balance.")
    sides = {unit: facts.side for unit, facts in state.setup.units.items()}
    say = sys.stdout.write
    say(f"{system}: {back.winner or 'nobody'} won after {back.minutes} minutes ({seconds:.1f} s)\n")
    for side in dict.fromkeys(sides.values()):
        own = [loss for loss in back.losses if sides[loss.unit] == side]
        there = sum(state.books[loss.unit].present for loss in own)
        men, guns = sum(loss.men for loss in own), sum(loss.guns for loss in own)
        fled = sum(loss.fled for loss in own)
        outcome = back.states[state.setup.alliance(side)]
        say(f"  {side} ({outcome}): {men:,} of {there:,} men and {guns} guns lost, {fled} units fled\n")
    say("  The books balance.\n")


if __name__ == "__main__":
    main(*sys.argv[1:2] or ["easy_napoleonics"])
