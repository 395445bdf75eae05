"""A club changes its house rules while an army comes back under them."""

import threading
from typing import Any

import pytest
from django.db import connection, transaction

from armies.models import Army, HouseRules
from armies.services.house_rules import adopt
from tests.api.conftest import Api, problem


@pytest.mark.django_db(transaction=True)
def test_nobody_who_holds_an_army_waits_for_house_rules(alices: Api, alice: Any, mine: Army) -> None:
    if not connection.features.has_select_for_update:
        pytest.skip("one transaction at a time writes to this database")
    rules = HouseRules.objects.create(name="Club")
    adopt(mine, rules, by=alice)
    assert alices.post(f"armies/{mine.slug}/undo", match=2).status_code == 200
    held, over = threading.Event(), threading.Event()

    def change() -> None:
        with transaction.atomic():
            HouseRules.objects.select_for_update(no_key=True).get(pk=rules.pk)
            held.set()
            over.wait(20)
        connection.close()

    club = threading.Thread(target=change)
    club.start()
    held.wait(20)
    said = problem(alices.post(f"armies/{mine.slug}/redo", match=3), 409, "conflict")
    over.set()
    club.join()
    assert said["detail"] == "The house rules are being changed right now. Try again."
    assert alices.post(f"armies/{mine.slug}/redo", match=3).status_code == 200
