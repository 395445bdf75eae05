"""What a sheet stands under, with pictures and the last print, changes with what is on it and with nothing else."""

from typing import Any

import pytest
from msgspec.structs import replace

from armies.paper.section import Imprint, Section, alone
from armies.services.storage import create
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.kinds import Kind, Subject
from campaign.printing.sheets.packet import Wanted, checked, offered, parts_of
from tests.armies.builders import army
from tests.printing.conftest import EASY, MINI, asker

pytestmark = pytest.mark.django_db
BY = Imprint("0", "21 November 2026")
POSTERS = {"1", "2", "5", "poster"}
"""Values of a choice whose pages are too many to be drawn here."""


def sections(subject: Subject, reader: str, kind: Kind, chosen: dict[str, str]) -> dict[str, Section]:
    wanted = checked(Wanted({kind.key: chosen}))
    return {part.key: part.section for part in parts_of(subject, reader, wanted, BY)}


def values_of(kind: Kind) -> list[tuple[str, str]]:
    """Every choice with each value that is not usual, or two numbers."""
    return [
        (one.key, value)
        for one in kind.choices
        for value in (list(one.values)[1:] or [str(min(one.most, int(one.usual or 0) + 1))])
        if (kind.key, one.key) != ("map", "size") or value not in POSTERS
    ]


@pytest.mark.parametrize("key", [MINI, EASY, "army:mini_nap", "army:snappy_nappy", "rules:snaphance"])
def test_a_choice_that_changes_a_sheet_changes_its_digest(key: str, alice: Any) -> None:
    if key.startswith("army:"):
        key = key.replace(":", f":{create(army(), alice).slug}:")
    source = source_of(key, asker(operator=True))
    subject = source.subject(next(iter(source.readers)))
    alike = []
    for kind, lack in offered(subject):
        if lack:
            continue
        plain = sections(subject, next(iter(source.readers)), kind, {})
        for choice, value in values_of(kind):
            other = sections(subject, next(iter(source.readers)), kind, {choice: value})
            alike += [
                f"{kind.key}.{choice}={value}"
                for part in plain.keys() & other.keys()
                if plain[part].digest == other[part].digest and alone(plain[part], BY) != alone(other[part], BY)
            ]
    assert alike == []


def test_a_map_without_units_stays_as_it_is_when_they_move() -> None:
    subject = source_of(MINI, asker()).subject("umpire")
    assert subject.scene is not None
    moved = subject._replace(scene=replace(subject.scene, links=(("one", "two"),)))
    (kind,) = (kind for kind, _ in offered(subject) if kind.key == "map")

    def digest(of: Subject, units: str) -> list[str]:
        return [section.digest for section in sections(of, "umpire", kind, {"units": units}).values()]

    assert digest(subject, "no") == digest(moved, "no")
    assert digest(subject, "yes") != digest(moved, "yes")
