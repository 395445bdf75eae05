"""Our own lists of many kinds, mutated lists, and our own text for forums that is pasted back."""

import random
from pathlib import Path

import pytest

from armies.exchange import Unreadable, read, to_forum
from armies.exchange.limits import MAX_LIST
from battles.engine.armies.facts import Army, Formation
from battles.engine.armies.tree import walk
from tests.exchange.found_lists import TEXTS, all_units
from tests.exchange.law import broken, mutations, unlawful
from tests.exchange.own_lists import OWN_LISTS, faults, own_list


@pytest.mark.parametrize("path", OWN_LISTS, ids=lambda path: path.stem)
def test_a_list_gives_its_units_and_commanders_and_every_token_has_one_disposition(path: Path) -> None:
    wanted = own_list(path)
    reading = read(wanted.text.encode(), wanted.filename)
    assert faults(wanted, reading) == []
    assert not wanted.filename.endswith(".txt") or unlawful(wanted.text, reading) == ""


SAMPLE = 80


def test_a_mutated_list_changes_as_its_mutation_says() -> None:
    """The law on a sample; ``python -m tests.exchange.law 10000`` tries more."""
    lists = [(path.name, path.read_text(encoding="utf-8")) for path in TEXTS]
    readings = [(name, text, read(text.encode(), name)) for name, text in lists]
    bad = []
    for number in range(SAMPLE):
        name, text, before = readings[number % len(readings)]
        mutation = next(mutations(text, before, random.Random(number)))  # noqa: S311
        if fault := broken(mutation, before, name):
            bad.append((name, mutation.name, mutation.line, fault))
    assert bad == []


def shown(army: Army) -> tuple[object, ...]:
    """What the text for forums shows of an army."""
    places = list(walk(army))
    formations = [
        (type(one.element).__name__, one.element.name, one.element.commander, one.depth)
        for one in places
        if isinstance(one.element, Formation)
    ]
    units = [(above, u.name, u.type, u.men, u.guns, u.gun_weight, u.quality) for above, u in all_units(army)]
    return army.name, army.commander, army.nation, army.date, formations, units


@pytest.mark.parametrize("points", [False, True])
def test_our_own_text_for_forums_can_be_pasted_back(points: bool) -> None:
    for path in TEXTS:
        for army in read(path.read_bytes(), path.name).armies:
            text = to_forum(army, (lambda _place: 7) if points else None)
            reading = read(text.encode())
            (back,) = reading.armies
            assert shown(back) == shown(army), path.stem
            assert not reading.blocking
            assert unlawful(text, reading) == ""


def test_a_changed_total_of_our_own_text_is_said() -> None:
    army = read(b"French I Corps\n  1st Brigade - Foy\n    24e Ligne 550 veteran\n    25e Ligne 500 veteran\n").armies[
        0
    ]
    text = to_forum(army).replace("1,050 foot", "1,150 foot", 1)
    sentences = [problem.sentence for problem in read(text.encode()).problems]
    assert any("total is 1,150 men" in sentence and "add up to 1,050" in sentence for sentence in sentences)


def test_a_text_beyond_the_limit_is_refused_with_its_length() -> None:
    text = "1/24e Ligne (38/1,214) and more\n" * (MAX_LIST // 32 + 1)
    with pytest.raises(Unreadable, match=r"lines|characters"):
        read(text.encode())
