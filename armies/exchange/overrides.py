"""What an owner laid down of a unit, in one line: ``mini_nap.strength_points = 4 | as the scenario has it``."""

import json
from typing import Final

from armies.exchange.quoting import mask, quote_if, split, unquote
from armies.rules.facts import Override

SPECIAL: Final = ",;:[]|#=."
WRITTEN: Final = "it is written: mini_nap.strength_points = 4 | why"


def override_text(override: Override) -> str:
    """One override with its reason, complete."""
    value = json.dumps(override.value, ensure_ascii=False)
    system, what, reason = (quote_if(text, SPECIAL) for text in (override.system, override.what, override.reason))
    return f"{system}.{what} = {value} | {reason}"


def read_override(text: str) -> Override:
    """The override that ``text`` tells.

    Raises:
        ValueError: with a sentence.
    """
    masked = mask(text)
    equals = masked.find("=")
    bar = masked.find("|", equals)
    names = [unquote(part) for part in split(text[: max(equals, 0)], ".")]
    if equals < 0 or bar < 0 or len(names) != 2:
        raise ValueError(f"“{text[:60]}” is not understood as an override; {WRITTEN}.")
    try:
        value = scalar(text[equals + 1 : bar].strip())
    except (ValueError, RecursionError):
        raise ValueError(
            f"“{text[:60]}”: the value of an override is a number, true, false or a quoted text."
        ) from None
    return Override(system=names[0], what=names[1], value=value, reason=unquote(text[bar + 1 :]))


def scalar(text: str) -> bool | int | str:
    """A value of an option or an override, as JSON writes it; ValueError where it is none."""
    value = json.loads(text)
    if not isinstance(value, bool | int | str):
        raise ValueError(text)
    return value
