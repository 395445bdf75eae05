"""Random cards of Easy Napoleonics: the draw by recorded dice, and the choice card (EN-COST-05 to 09)."""

import secrets
from typing import Any

from django.utils import timezone
from msgspec import structs

from armies.building.army_edits import Draws
from armies.exchange import limits
from armies.models import Army, Change
from armies.rules import facts
from armies.rules.easy_napoleonics import cards
from armies.services.amending import amend
from armies.services.assessing import Assessment
from armies.services.locking import Refused, writing
from armies.services.reading import facts_of
from battles.engine.dice import throw


def draw(army: Army, *, faces: tuple[int, ...] = (), by: Any = None, expect: int | None = None) -> Change | None:
    """Draw the random cards of an army: by ``faces`` as real dice fell, or by the server's dice without them.

    Earlier draws stay; the last one counts.

    Raises:
        Refused: faces that the dice cannot show (EN-COST-08), or too many draws.
        Stale: the army has moved on.
    """
    with writing(army, expect) as row:
        plain = facts_of(row)
        if len(plain.draws) >= limits.MAX_ITEMS:
            raise Refused("faces", f"Cards may be drawn {limits.MAX_ITEMS} times for an army, and they were.")
        source = "manual" if faces else "seed"
        if not faces:
            secret = secrets.token_bytes(32)
            faces = tuple(throw(secret, 0, die, 1, sides)[0] for die, sides in enumerate(cards.dice_sides()))
        try:
            hand = cards.drawn(faces)
        except ValueError as error:
            raise Refused("faces", str(error)) from error
        signed = by.get_username() if by is not None and by.is_authenticated else ""
        at = timezone.now().isoformat(timespec="seconds")
        made = facts.Draw(faces=faces, cards=hand, source=source, by=signed, at=at)  # type: ignore[arg-type]
        words = ", ".join(cards.card_words(card) for card in hand)
        return amend(row, Draws((*plain.draws, made), f"Drew cards: {words}."), by=by)


def choose(army: Army, card: str, *, by: Any = None, expect: int | None = None) -> Change | None:
    """Take ``card`` for the choice card of the last draw.

    Raises:
        Refused: nothing was drawn, there is no choice card, or it cannot take that card (EN-COST-09).
        Stale: the army has moved on.
    """
    with writing(army, expect) as row:
        plain = facts_of(row)
        if not plain.draws:
            raise Refused("choice", "No cards are drawn yet (EN-COST-08).")
        *earlier, last = plain.draws
        if why := cards.refuse_choice(last, card, Assessment(plain).easy_options):
            raise Refused("choice", why)
        chosen = structs.replace(last, choice=card)
        words = f"Took {cards.card_words(card)} for the choice card."
        return amend(row, Draws((*earlier, chosen), words), by=by)
