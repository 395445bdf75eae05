"""What the tests of the army pages share."""

from typing import Any

import pytest
from django.test import Client

from armies.models import Army
from armies.services.storage import create
from tests.armies.builders import army


@pytest.fixture
def mine(alice: Any) -> Army:
    """A small sound army of Alice's, unlisted."""
    return create(army(), alice)


@pytest.fixture
def as_alice(client: Client, alice: Any) -> Client:
    """A browser in which Alice is signed in."""
    client.force_login(alice)
    return client
