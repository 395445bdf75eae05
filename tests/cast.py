"""The people of the tests: Alice and Bob play, Charlie is a stranger to both, the organiser runs the club."""

from functools import cache
from typing import Any

import pytest

PASSWORD = "a-quiet-redoubt-1812"


@cache
def _hashed(hasher: str) -> str:
    """``PASSWORD`` as the database has it: hashing takes as long as many a test, so all of a process share one.

    Tests of accounts have hashers of their own, who do not know what others have made: each its own.
    """
    from django.contrib.auth.hashers import make_password

    return make_password(PASSWORD)


def _user(username: str) -> Any:
    from django.conf import settings
    from django.contrib.auth import get_user_model

    password = _hashed(settings.PASSWORD_HASHERS[0])
    return get_user_model().objects.create(username=username, email=f"{username}@example.org", password=password)


@pytest.fixture
def alice(db: None) -> Any:
    """A player."""
    return _user("alice")


@pytest.fixture
def bob(db: None) -> Any:
    """Another player."""
    return _user("bob")


@pytest.fixture
def charlie(db: None) -> Any:
    """A signed-in stranger."""
    return _user("charlie")


@pytest.fixture
def organiser(db: None) -> Any:
    """Who runs the club; a plain account until a test gives it a membership."""
    return _user("organiser")
