"""Command-line arguments: set-up, options, dice, players, battle files; and the error for a wrong one."""

import hashlib
import os
import secrets
import time
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError, CommandParser

from battles.ai.players import player
from battles.ai.search import SECONDS, Player
from battles.engine import registry
from battles.engine.battle_file import MOST_BYTES, read
from battles.engine.codec import Unreadable
from battles.engine.core import SetupError
from battles.engine.record import Battle


class Fault(CommandError):
    """A wrong argument or file; the text says what, where and why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, returncode=2)


def system_of(key: str) -> Any:
    """The rules system of that name.

    Raises:
        Fault: there is none, it cannot be played, or it lacks a required part.
    """
    try:
        system = registry.load(key)
    except registry.UnknownSystem as error:
        raise Fault(str(error)) from error
    for problem in registry.check_play(system):
        raise Fault(f"The rule system {key}: {problem}")
    return system


def battle_in(name: str) -> Battle:
    """The battle of a ``.battle`` file.

    Raises:
        Fault: the file does not exist, is too large, or is not a battle.
    """
    return _read(name, content_of(name))


def _read(name: str, content: bytes) -> Battle:
    try:
        return read(content)
    except Unreadable as error:
        raise Fault(f"{name}: {error}") from error


def content_of(name: str) -> bytes:
    """The bytes of a file of at most 20 MB.

    Raises:
        Fault: it cannot be read, or is larger.
    """
    try:
        with Path(name).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Fault(f"{name} cannot be read: {os.strerror(error.errno or 0)}.") from error
    if len(content) > MOST_BYTES:
        raise Fault(f"{name} is larger than 20 MB.")
    return content


def write_whole(name: str, content: bytes) -> None:
    """Write a file completely; if that fails, keep the old one.

    Raises:
        Fault: it cannot be written.
    """
    target = Path(name)
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_bytes(content)
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Fault(f"{name} cannot be written: {os.strerror(error.errno or 0)}.") from error


def must_be_writable(name: str) -> None:
    """Fail before a long battle if its file cannot be written afterwards.

    Raises:
        Fault: the folder does not exist, or the name is a folder.
    """
    target = Path(name)
    if target.is_dir():
        raise Fault(f"{name} is a folder, not a file.")
    if not target.absolute().parent.is_dir() or not os.access(target.absolute().parent, os.W_OK):
        raise Fault(f"{name} cannot be written: there is no such folder, or you may not write to it.")


def add_player_words(parser: ArgumentParser) -> None:
    """Add the arguments for a player's thinking time."""
    parser.add_argument("--seconds", type=float, metavar="S", help="seconds that marshal may use for a decision")
    parser.add_argument("--simulations", type=int, metavar="N", help="turns that marshal plays out, instead of seconds")


def player_of(rules: Any, name: str, seed: bytes, seconds: float | None, simulations: int | None) -> Player:
    """The computer player of that name; a marshal plays by the clock unless given a number of turns to play out.

    Raises:
        Fault: there is no such player, or its budget is invalid.
    """
    try:
        if simulations is not None and seconds is not None:
            raise Fault("Give --seconds or --simulations, not both.")
        if simulations is not None:
            return player(name, rules, seed, simulations=simulations)
        budget = SECONDS if seconds is None else seconds
        return player(name, rules, seed, clock=time.perf_counter, seconds=budget)
    except ValueError as error:
        raise Fault(str(error)) from error


MOST_SEED: Final = 2**63 - 1


def add_setup_words(parser: CommandParser) -> None:
    """Add the arguments for the set-up."""
    parser.add_argument("--system", default=registry.playable()[0], metavar="S", help="the rule system")
    titles = [
        f"{key} ({title})" for name in registry.playable() for key, title in registry.scenario_titles(name).items()
    ]
    parser.add_argument("--scenario", metavar="S", help=f"a scenario file, or one of {', '.join(titles)}")
    parser.add_argument("--army-a", metavar="SLUG", help="the army of side a, with --army-b")
    parser.add_argument("--army-b", metavar="SLUG", help="the army of side b, with --army-a")
    parser.add_argument("--cards", action="store_true", help="draw cards for armies that have not drawn any")
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the system; may be repeated"
    )


def setup_of(
    system: Any, scenario: str | None, army_a: str | None, army_b: str | None, option: Sequence[str], cards: bool
) -> tuple[Any, Sequence[str]]:
    """The set-up of the arguments: a scenario, two armies, or two sample armies; and notes on it.

    Raises:
        Fault: no such scenario, army or option, or a set-up that cannot be played; a sentence that says which.
    """
    values = options_of(option)
    try:
        if scenario and (army_a or army_b):
            raise Fault("Give a scenario or two armies, not both: leave out --scenario or the armies.")
        if scenario:
            setup = _scenario(system, scenario)
            return (system.settings.with_options(setup, values) if values else setup), ()
        if army_a and army_b:
            return _of_armies(system, army_a, army_b, values, cards)
        if army_a or army_b:
            raise Fault("A battle needs two armies: give both --army-a and --army-b.")
        return system.scenarios.sample(values), ()
    except ValueError as error:
        raise Fault(str(error)) from error


def _of_armies(
    system: Any, army_a: str, army_b: str, values: Mapping[str, Any], cards: bool
) -> tuple[Any, Sequence[str]]:
    """The set-up of two stored armies; imports late, since reading armies loads the rules of every system."""
    from battles.services.create.from_armies import army_by_slug, fielded

    a, b = (army_by_slug(slug) for slug in (army_a, army_b))
    return fielded(system.key, a, b, values, cards=cards)


def _scenario(system: Any, name: str) -> Any:
    if name.endswith(".json") or Path(name).is_file():
        try:
            return system.scenarios.read(content_of(name))
        except SetupError as error:
            raise Fault(f"{name}: {error}") from error
    return system.scenarios.load(name)


def options_of(words: Sequence[str]) -> dict[str, str | bool]:
    """``key=value`` arguments as options; true and false as booleans.

    Raises:
        Fault: an argument without ``=``, or a key twice.
    """
    values: dict[str, str | bool] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise Fault(f"--option must be KEY=VALUE, as in --option max_turns=8, not {word[:60]!r}.")
        if key in values:
            raise Fault(f"--option {key[:40]} is given twice.")
        values[key] = {"true": True, "false": False}.get(value.lower(), value)
    return values


def secret_of(seed: int | None) -> bytes:
    """The secret behind the dice: always the same for a seed; else a new one.

    Raises:
        Fault: the seed is below 0 or too large.
    """
    if seed is None:
        return secrets.token_bytes(32)
    if not 0 <= seed <= MOST_SEED:
        raise Fault(f"--seed must be a whole number from 0 to {MOST_SEED}, not {seed}.")
    return hashlib.blake2b(str(seed).encode(), digest_size=32, person=b"muster-seed").digest()
