"""What a command's words say of a battle: its set-up, its dice, its players."""

import hashlib
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandParser

from battles.engine import registry
from battles.engine.core import SetupError
from battles.management.faults import Fault
from battles.management.files import content_of
from battles.services import fielding
from battles.services.setting_up import fielded

MOST_SEED: Final = 2**63 - 1


def add_setup_words(parser: CommandParser) -> None:
    """The words that say what is fought."""
    parser.add_argument("--system", default="easy_napoleonics", metavar="S", help="the rule system")
    titles = [
        f"{key} ({title})" for name in registry.playable() for key, title in registry.load(name).scenarios().items()
    ]
    parser.add_argument("--scenario", metavar="S", help=f"a scenario file, or one of {', '.join(titles)}")
    parser.add_argument("--army-a", metavar="SLUG", help="the army of side a, with --army-b")
    parser.add_argument("--army-b", metavar="SLUG", help="the army of side b, with --army-a")
    parser.add_argument("--cards", action="store_true", help="armies without drawn cards draw them")
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the system; as often as wanted"
    )


def setup_of(
    system: Any, scenario: str | None, army_a: str | None, army_b: str | None, option: Sequence[str], cards: bool
) -> tuple[Any, Sequence[str]]:
    """The set-up that the words name: a scenario, two armies, or two sample armies; and what is to be said of it.

    Raises:
        Fault: no such scenario, army or option, or a set-up that cannot be played; a sentence that says which.
    """
    values = options_of(option)
    try:
        if scenario and (army_a or army_b):
            raise Fault("A battle is a scenario or two armies, not both: leave out --scenario or the armies.")
        if scenario:
            setup = _scenario(system, scenario)
            return (system.with_options(setup, values) if values else setup), ()
        if army_a and army_b:
            a, b = (fielding.army_by_slug(slug) for slug in (army_a, army_b))
            return fielded(system.key, a, b, values, cards=cards)
        if army_a or army_b:
            raise Fault("Two armies make a battle: give both --army-a and --army-b.")
        return system.plain_setup(values), ()
    except ValueError as error:
        raise Fault(str(error)) from error


def _scenario(system: Any, name: str) -> Any:
    if name.endswith(".json") or Path(name).is_file():
        try:
            return system.read_scenario(content_of(name))
        except SetupError as error:
            raise Fault(f"{name}: {error}") from error
    return system.scenario(name)


def options_of(words: Sequence[str]) -> dict[str, str | bool]:
    """``key=value`` words as options; true and false as such.

    Raises:
        Fault: a word without ``=``, or a key twice.
    """
    found: dict[str, str | bool] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise Fault(f"--option is KEY=VALUE, as in --option max_turns=8, not {word[:60]!r}.")
        if key in found:
            raise Fault(f"--option {key[:40]} is given twice.")
        found[key] = {"true": True, "false": False}.get(value.lower(), value)
    return found


def secret_of(seed: int | None) -> bytes:
    """The secret behind the dice: of a seed, always the same; else new.

    Raises:
        Fault: the seed is below 0 or too large.
    """
    if seed is None:
        return secrets.token_bytes(32)
    if not 0 <= seed <= MOST_SEED:
        raise Fault(f"--seed is a whole number from 0 to {MOST_SEED}, not {seed}.")
    return hashlib.blake2b(str(seed).encode(), digest_size=32, person=b"muster-seed").digest()
