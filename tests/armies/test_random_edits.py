"""Two hundred random edits: the tree stays a tree, counts stay a recount, undo gives the same bytes back."""

import random
from contextlib import suppress
from copy import deepcopy
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from armies.building.edits import Add, Bulk, Change, Delete, Duplicate, Head, Move, Several, Step
from armies.building.element_tree import ARMY, Tree
from armies.models import Army, Element, RatingThrow
from armies.services import history
from armies.services.apply_edit import amend
from armies.services.assessment import Assessment
from armies.services.commander_ratings import rate
from armies.services.exports import export
from armies.services.locks import Conflict, Refused
from armies.services.storage import create, facts_of, tree_of
from tests.armies import plain_model
from tests.armies.builders import army, battery, corps

pytestmark = pytest.mark.django_db

OPERATIONS = 200
MOST = 45
"""Elements over which the next operation is a deletion, so that an army stays quick to check."""
LEVELS = ("corps", "division", "brigade", "unit")
WAYS = ("up", "down", "out", "in")
TYPES = ("line_infantry", "light_cavalry", "foot_artillery")
FACTS: dict[str, list[dict[str, Any]]] = {
    "corps": [{"name": "III Corps"}, {"command_nation": "PR"}],
    "division": [{"kind": "cavalry"}, {"commander": "General Foy", "note": "two\nlines"}],
    "brigade": [{"reserve": True}, {"reserve": False, "kind": "mixed"}, {"nation": "FR"}],
    "unit": [
        {"men": 650}, {"men": None}, {"type": "light_cavalry", "lancer": True}, {"guns": 6, "type": "foot_artillery"},
        {"quality": "guard"}, {"sources": ["Siborne"]}, {"name": "I/1er Léger", "basis": "sourced"},
    ],
}  # fmt: skip
RANDOM_EDITS = settings(
    max_examples=1,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate],
    print_blob=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def exports(row: Army) -> tuple[str, ...]:
    return tuple(export(row, form) for form in ("json", "csv", "text"))


def fresh(row: Army) -> Army:
    return Army.objects.get(pk=row.pk)


def model_of(tree: Tree) -> plain_model.Node:
    """The naive army of a real one; made once, at the start."""

    def below(parent: str) -> list[plain_model.Node]:
        return [
            plain_model.node(
                tree.level(at), {k: v for k, v in tree.records[at].items() if k != "level"}, below(at), at
            )
            for at in tree.under.get(parent, [])
        ]  # fmt: skip

    return {"id": "", "level": "army", "facts": dict(tree.head), "children": below(ARMY)}


class Run:
    """One army under random edits, beside its naive model."""

    def __init__(self, owner: Any, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311
        self.owner = owner
        self.row = create(army(corps(), corps(), battery("Loose battery")), owner)
        self.model = model_of(tree_of(self.row))
        self.states = {1: (deepcopy(self.model), exports(self.row))}
        self.done: list[plain_model.Node] = []
        self.undone: list[plain_model.Node] = []
        self.said: list[str] = []

    def any_of(self, *levels: str, army_too: bool = False) -> str:
        ids = [held["id"] for held in plain_model.nodes(self.model) if held["level"] in (levels or LEVELS)]
        return str(self.random.choice([*ids, *([""] if army_too or not ids else [])]))

    def place(self) -> int | None:
        return self.random.choice([None, 0, 1, 2, 7])

    def edit(self, model: plain_model.Node) -> tuple[Any, bool]:
        """A random edit, and True if the model allows it."""
        at, pick = self.any_of(), self.random.choice
        if not at or len(list(plain_model.nodes(model))) < 4:
            level = pick(LEVELS)
            return Add(level, ""), plain_model.add(model, level, "", None, {})
        if len(list(plain_model.nodes(model))) > MOST:
            return Delete(at), plain_model.delete(model, at)
        kind = pick(["add", "add", "change", "change", "move", "move", "step", "step", "duplicate", "delete", "bulk",
                     "scale", "head"])  # fmt: skip
        level = plain_model.find(model, at)["level"]
        if kind == "add":
            new, parent, place = pick(LEVELS), self.any_of(army_too=True), self.place()
            empty = [
                held["id"] for held in plain_model.nodes(model) if held["level"] == "brigade" and not held["children"]
            ]
            if empty and pick([True, False]):
                new, parent, place = "unit", pick(empty), None
            values = pick(FACTS[new])
            return Add(new, parent, place, values), plain_model.add(model, new, parent, place, values)
        if kind == "change":
            values = pick(FACTS[level])
            plain_model.find(model, at)["facts"].update(deepcopy(values))
            return Change(at, values), True
        if kind == "move":
            parent, place = self.any_of("corps", "division", "brigade", army_too=True), self.place()
            return Move(at, parent, place), plain_model.move(model, at, parent, place)
        if kind == "step":
            way = pick(WAYS)
            return Step(at, way), plain_model.step(model, at, way)
        if kind == "scale":
            of, types, per_cent = pick(["", at]), pick([(), TYPES[:1], TYPES]), pick([1, 33, 50, 99, 125, 999])
            chosen = (of,) if of else ()
            return Bulk(chosen, types, {}, per_cent), plain_model.scale(model, of, types, per_cent)
        return self.simple(kind, at, model)

    def simple(self, kind: str, at: str, model: plain_model.Node) -> tuple[Any, bool]:
        if kind == "duplicate":
            return Duplicate(at), plain_model.duplicate(model, at)
        if kind == "delete":
            return Delete(at), plain_model.delete(model, at)
        if kind == "head":
            values = {"place": self.random.choice(["Gemioncourt", "Ligny"])}
            model["facts"].update(values)
            return Head(values), True
        start = plain_model.find(model, at)
        units = [held for held in [start, *plain_model.nodes(start)] if held["level"] == "unit"]
        quality = self.random.choice(["elite", "untrained"])
        for unit in units:
            unit["facts"]["quality"] = quality
        return Bulk((at,), (), {"quality": quality}), bool(units)

    def one(self) -> None:
        """One operation on both."""
        act = self.random.choice(["edit"] * 10 + ["several", "there and back", "undo", "undo", "redo", "back"])
        before = deepcopy(self.model)
        if act == "undo":
            self.turn(history.undo, self.done, self.undone)
        elif act == "redo":
            self.turn(history.redo, self.undone, self.done)
        elif act == "back":
            self.back()
        else:
            texts = exports(fresh(self.row)) if act == "there and back" else None
            changed = self.made(before, self.several if act == "several" else self.edit)
            if texts is not None and changed:
                self.there_and_back(texts)
        self.check()

    def several(self, model: plain_model.Node) -> tuple[Any, bool]:
        first, fine = self.edit(model)
        values = {"scope": f"{self.random.random()}"}
        model["facts"].update(values)
        return Several((first, Head(values))), fine

    def made(self, before: plain_model.Node, edit: Any) -> bool:
        """True if the edit changed anything; it must be refused if the model does not allow it."""
        made, fine = edit(self.model)
        self.said.append(repr(made))
        version = fresh(self.row).version
        if not fine:
            self.model = before
            with pytest.raises(Refused):
                amend(self.row, made, by=self.owner)
            return False
        change = amend(self.row, made, by=self.owner)
        assert (change is None) == (self.model == before), made
        assert fresh(self.row).version == version + (change is not None)
        if change is not None:
            self.done.append(before)
            self.undone.clear()
        return change is not None

    def turn(self, act: Any, take: list[plain_model.Node], give: list[plain_model.Node]) -> None:
        self.said.append(act.__name__)
        if not take:
            with pytest.raises(Refused):
                act(self.row, by=self.owner)
            return
        act(self.row, by=self.owner)
        give.append(self.model)
        self.model = take.pop()

    def back(self) -> None:
        number = self.random.choice(list(self.states))
        self.said.append(f"back {number}")
        before = self.model
        model, texts = self.states[number]
        self.model = deepcopy(model)
        change = history.return_to(self.row, number, by=self.owner)
        assert exports(fresh(self.row)) == texts
        if change is not None:
            self.done.append(before)
            self.undone.clear()

    def there_and_back(self, before: tuple[str, ...]) -> None:
        """Undo gives back the bytes of before, redo those of after."""
        after = exports(fresh(self.row))
        self.adopt()
        self.turn(history.undo, self.done, self.undone)
        assert exports(fresh(self.row)) == before
        self.adopt()
        self.turn(history.redo, self.undone, self.done)
        assert exports(fresh(self.row)) == after

    def adopt(self) -> None:
        """The model against the real tree, element by element; what is new gets its id."""
        tree = tree_of(fresh(self.row))
        assert tree.head == self.model["facts"]

        def same(node: plain_model.Node, at: str) -> None:
            assert len(node["children"]) == len(tree.under.get(at, []))
            for child, real in zip(node["children"], tree.under.get(at, []), strict=True):
                assert child["id"] in (None, real)
                child["id"] = real
                assert {"level": child["level"], **child["facts"]} == tree.records[real]
                assert tree.parents[real] == at
                same(child, real)

        same(self.model, ARMY)

    def check(self) -> None:
        self.adopt()
        row = fresh(self.row)
        rows = list(Element.objects.filter(army=row).values_list("id", "parent_id", "position"))
        assert len(rows) == len(list(plain_model.nodes(self.model)))
        places: dict[Any, list[int]] = {}
        for _, parent, position in rows:
            places.setdefault(parent, []).append(position)
        assert all(sorted(found) == list(range(len(found))) for found in places.values())
        assert (row.units, row.foot, row.horse, row.guns) == plain_model.totals(self.model)
        if row.version % 5 == 0 and row.version not in self.states:
            self.states[row.version] = (deepcopy(self.model), exports(row))

    def finish(self) -> None:
        row = fresh(self.row)
        assert history.replayed(row).all_at() == tree_of(row).all_at()
        assert [entry.number for entry in row.changes.all()] == list(range(1, row.version + 1))
        assessment = Assessment(facts_of(row))
        assert (row.strength_points, row.cost) == (assessment.number("strength_points"), assessment.number("cost"))
        assert (row.errors, row.warnings) == (assessment.count("error"), assessment.count("warning"))


@RANDOM_EDITS
@given(seed=st.integers(0, 2**32 - 1))
def test_two_hundred_random_edits_keep_the_army_sound(alice: Any, seed: int) -> None:
    run = Run(alice, seed)
    try:
        for number in range(OPERATIONS):
            run.one()
            if number % 50 == 49:
                run.finish()
    except BaseException:
        print(f"seed {seed}, the last operations: ", *run.said[-8:], sep="\n")  # noqa: T201
        raise


@RANDOM_EDITS
@given(seed=st.integers(0, 2**32 - 1))
def test_dice_stay_with_their_commander_whatever_two_users_do(alice: Any, bob: Any, seed: int) -> None:
    """After rating, deletion, undo and restoring any state, a commander has all ratings they ever had."""
    draw = random.Random(seed)  # noqa: S311
    row = create(army(), alice)
    fallen: dict[str, list[str]] = {}

    def rated(who: Any, at: str) -> None:
        place, _ = rate(row, at, source="manual", faces=(draw.randint(1, 6), draw.randint(1, 6)), by=who)
        fallen.setdefault(place.element.id, []).append(who.username)

    def one(who: Any, at: str, commander: str, number: int) -> None:
        edits = [Add("division"), Delete(at), Duplicate(at), Step(at, "up"), Change(at, {"note": str(draw.random())})]
        acts = [*(partial(amend, row, edit, by=who) for edit in edits), *[partial(rated, who, commander)] * 2]
        acts += [partial(history.undo, row, by=who), partial(history.redo, row, by=who)]
        acts += [partial(history.return_to, row, number, by=who), partial(history.revert, row, number, by=who)]
        draw.choice(acts)()

    for _ in range(100):
        tree = tree_of(row)
        ids = list(tree.records) or [""]
        commanders = [at for at in tree.records if tree.level(at) in ("corps", "division")] or [""]
        with suppress(Refused, Conflict):
            one(
                draw.choice([alice, bob]),
                draw.choice(ids),
                draw.choice(commanders),
                draw.randint(1, fresh(row).version),
            )
        now = tree_of(row)
        throws = {at: record["throws"] for at, record in now.records.items() if record.get("throws")}
        assert {at: [throw["by"] for throw in thrown] for at, thrown in throws.items()} == {
            at: names for at, names in fallen.items() if at in now.records
        }
    for throw in RatingThrow.objects.filter(element__army=row).select_related("user"):
        assert throw.user is None or throw.user.username == throw.by
    assert history.replayed(row).all_at() == tree_of(row).all_at()
    assert fallen
