"""How far an open engagement is, in words for one visitor: what the sides have chosen, and whom it waits for."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from battles.engine.words import does, in_sentence, listed
from campaign.war.rules.state import CampaignState
from campaign.war.services import engagements
from campaign.war.services.access import CampaignAccess
from campaign.war.words import side_name

WAY_WORDS: Final = {
    "quick": "settle it quickly",
    "board": "fight it on the board",
    "table": "fight it at the table",
    "written": "write the result in",
    "computer": "let computers fight it",
}
"""The ways to settle an engagement, after "to" (CM-ENG-04)."""


class Progress(Struct, frozen=True):
    """How far an engagement is: sentences, the ways that the visitor and the others chose, and whose turn it is."""

    words: str
    mine: str = ""
    theirs: str = ""
    waits: bool = True
    """True if the visitor can do what it waits for."""


def progress(access: CampaignAccess, state: CampaignState, fight: engagements.Fight) -> Progress:
    """How far an open engagement is for a visitor who may know of it (CM-ENG-04, CM-ENG-07)."""
    row, mine = fight.row, engagements.parties(access, fight.engagement)
    if row.result is not None:
        return _of_result(access, state, fight, mine)
    if row.battle is not None:
        over = row.battle.is_over
        words = "The battle is over; take its result." if over else "It is being fought on the board."
        return Progress(words, waits=bool(mine))
    if row.settling:
        words = "It is being fought at the table; its result is missing."
        return Progress(words if row.settling == "table" else "Its result is missing.", waits=bool(mine))
    return _of_choices(access, state, fight, mine)


def _of_choices(
    access: CampaignAccess, state: CampaignState, fight: engagements.Fight, mine: Sequence[str]
) -> Progress:
    choices = {key: way for key, way in fight.row.choices.items() if way in WAY_WORDS and key in _both(fight)}
    people = engagements.with_people(access.campaign, access.seats)
    own = () if access.is_umpire else mine
    missing = [key for key in _both(fight) if key in people and key not in choices]
    told = [f"{_who(state, own, key, 'has', 'have')} chosen to {WAY_WORDS[way]}." for key, way in choices.items()]
    theirs = next((way for key, way in choices.items() if key not in own), "")
    umpire = _umpire(access)
    if choices and set(missing) & set(own):
        told.append("Choose the same if you agree.")
    elif choices and missing:
        told.append(f"{_who(state, own, missing[0], 'must', 'must')} choose the same{umpire}.")
    elif len(people & set(_both(fight))) > 1:
        told.append(f"Both sides must choose the same way{umpire}.")
    chosen = next((choices[key] for key in own if key in choices), "")
    return Progress(" ".join(told), chosen, theirs, waits=bool(mine) and not (chosen and missing))


def _of_result(access: CampaignAccess, state: CampaignState, fight: engagements.Fight, mine: Sequence[str]) -> Progress:
    if fight.row.disputed:
        return Progress(f"The result is disputed. {_after_dispute(access)}", waits=bool(mine))
    own = () if access.is_umpire else mine
    missing = [key for key in _both(fight) if key not in fight.row.confirmed]
    if not missing:
        return Progress("Its result is confirmed. It counts when the earlier battles are settled.", waits=False)
    names = listed(["you" if key in own else in_sentence(side_name(state.setup, key)) for key in missing])
    return Progress(f"A result is entered; {names} must confirm it.", waits=bool(set(missing) & set(mine)))


def _after_dispute(access: CampaignAccess) -> str:
    if access.is_umpire:
        return "You decide: confirm it, or enter another one."
    if engagements.has_umpire(access.seats):
        return "The umpire decides, or one of you enters another result."
    return "Enter another result on which you both agree."


def _both(fight: engagements.Fight) -> tuple[str, str]:
    return fight.engagement.attacker, fight.engagement.defender


def _umpire(access: CampaignAccess) -> str:
    if access.is_umpire:
        return ", or you decide"
    return ", or the umpire decides" if engagements.has_umpire(access.seats) else ""


def _who(state: CampaignState, own: Sequence[str], alliance: str, one: str, many: str) -> str:
    return f"You {many}" if alliance in own else does(side_name(state.setup, alliance), one, many)
