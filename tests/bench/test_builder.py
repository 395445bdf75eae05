"""Speed of the builder, as ratios within one run."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from armies.models import Army
from armies.services.storage import create
from tests.armies.builders import big
from tests.bench.measures import ratio

pytestmark = [pytest.mark.django_db, pytest.mark.bench]


def editor(row: Army, user: Any) -> Callable[[], bytes]:
    """What changes the men of a unit by the builder's script, and the answer to it."""
    client = Client()
    client.force_login(user)
    unit = str(row.elements.filter(level="unit").first().pk)  # type: ignore[union-attr]
    men = iter(range(100, 10_000))

    def edit() -> bytes:
        version = Army.objects.values_list("version", flat=True).get(pk=row.pk)
        fields = {"act": "change", "element": unit, "level": "unit", "men": next(men), "version": version}
        answer = client.post(f"/a/{row.slug}/build", fields, HTTP_ACCEPT="application/json")
        assert answer.status_code == 200
        return bytes(answer.content)

    return edit


@pytest.mark.urls("tests.bench.test_army_pages")
@pytest.mark.parametrize("units", [150, 2_000])
def test_an_edit_costs_at_most_thrice_a_bare_view_of_the_army(alice: Any, units: int) -> None:
    """The edit, its history, the counts under both systems and what changed on the page."""
    row, client = create(big(units), alice), Client()
    edit = editor(row, alice)
    assert ratio(edit, lambda: client.get(f"/bare/{row.slug}"), rounds=8 if units < 500 else 3) <= MOST


MOST = 3.5
"""It was 4 before an edit was answered with what it changed; two thirds are counts and history, and no page."""


def test_the_answer_to_an_edit_is_as_long_for_a_large_army_as_for_a_small_one(alice: Any) -> None:
    small, large = (len(editor(create(big(units), alice), alice)()) for units in (60, 2_000))
    assert large <= 1.1 * small < 12_000
