"""Speed of the builder, as ratios within one run."""

from typing import Any

import pytest
from django.test import Client

from armies.models import Army
from armies.services.writing import create
from tests.armies.builders import big
from tests.bench.test_army_pages import ratio

pytestmark = [pytest.mark.django_db, pytest.mark.bench]


def test_an_edit_of_150_units_costs_no_more_than_showing_the_army(alice: Any) -> None:
    """The edit, its history, its counts and the whole tree anew: 0.6 of the army's page, which takes 60 ms here."""
    row = create(big(150), alice)
    client = Client()
    client.force_login(alice)
    unit = str(row.elements.filter(level="unit").first().pk)  # type: ignore[union-attr]
    men = iter(range(100, 10_000))

    def edit() -> None:
        version = Army.objects.values_list("version", flat=True).get(pk=row.pk)
        fields = {"act": "change", "element": unit, "level": "unit", "men": next(men), "version": version}
        answer = client.post(f"/a/{row.slug}/build", fields, HTTP_ACCEPT="application/json")
        assert answer.status_code == 200

    assert ratio(edit, lambda: client.get(f"/a/{row.slug}"), rounds=5) <= 1
