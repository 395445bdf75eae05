"""Speed of edits, as ratios within one run."""

from typing import Any

import pytest
from django.db import transaction

from armies.building.edits import Add, Bulk, Change, Delete, Duplicate, Move
from armies.models import Army
from armies.services import history
from armies.services.apply_edit import amend
from armies.services.storage import count, create, facts_of
from tests.armies.builders import big
from tests.bench.measures import ratio

pytestmark = [pytest.mark.django_db, pytest.mark.bench]

UNITS = 150


def saved_again(row: Army) -> None:
    """The anchor: the army's 150 units and its formations read and written back by plain Django."""
    with transaction.atomic():
        rows = list(row.elements.all())
        type(rows[0]).objects.bulk_update(rows, ["name", "men", "position"])


def test_a_single_edit_costs_at_most_half_of_saving_the_rows_again(alice: Any) -> None:
    """With its entry, its counts under both systems, and every check."""
    row = create(big(UNITS), alice)
    unit = str(row.elements.get(name="0/Regiment 0").pk)
    men = iter(range(100, 20_000))
    assert ratio(lambda: amend(row, Change(unit, {"men": next(men)}), by=alice), lambda: saved_again(row), 5) <= 0.5


def test_an_edit_costs_at_most_twice_what_counting_anew_does(alice: Any) -> None:
    """Counting anew is reading the army and working out its strength, cost and faults."""
    row = create(big(UNITS), alice)
    unit = str(row.elements.get(name="0/Regiment 0").pk)
    men = iter(range(100, 20_000))
    edited = ratio(lambda: amend(row, Change(unit, {"men": next(men)}), by=alice), lambda: count(row, facts_of(row)), 5)
    assert edited <= 2.2


@pytest.mark.parametrize("kind", ["add and delete", "move", "duplicate and delete", "bulk", "change, undo and redo"])
def test_every_kind_of_edit_costs_at_most_three_changes_of_one_unit(alice: Any, kind: str) -> None:
    row = create(big(UNITS), alice)
    unit, brigade = (str(row.elements.get(name=name).pk) for name in ("0/Regiment 0", "Brigade 5"))
    men, turns = iter(range(100, 20_000)), iter(range(20_000))

    def made_and_deleted(edit: Add | Duplicate) -> None:
        entry = amend(row, edit, by=alice)
        assert entry is not None
        made = next(at for at, (before, _) in entry.difference.items() if before is None)
        amend(row, Delete(made), by=alice)

    def turned() -> None:
        amend(row, Change(unit, {"men": next(men)}), by=alice)
        history.undo(row, by=alice)
        history.redo(row, by=alice)

    acts: dict[str, Any] = {
        "add and delete": lambda: made_and_deleted(Add("unit", brigade, 0)),
        "move": lambda: amend(row, Move(unit, brigade, next(turns) % 2), by=alice),
        "duplicate and delete": lambda: made_and_deleted(Duplicate(brigade)),
        "bulk": lambda: amend(row, Bulk(values={"note": str(next(turns))}), by=alice),
        "change, undo and redo": turned,
    }
    edits = 2 if " and " in kind else 1
    amend(row, Change(unit, {"men": 99}), by=alice)
    assert ratio(acts[kind], lambda: amend(row, Change(unit, {"men": next(men)}), by=alice), 4) <= 3 * edits
