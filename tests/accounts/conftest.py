"""What the account tests share: an empty count of attempts, cheap hashes, the sign-in form."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache

from tests.cast import PASSWORD


@pytest.fixture(autouse=True)
def _fresh(settings: Any) -> Iterator[None]:
    """Attempts are counted in the cache, which outlives a test; Argon2 is slow on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def sign_in(client: Any) -> Callable[..., Any]:
    """Post the sign-in form."""

    def post(login: str, password: str = PASSWORD, **extra: str) -> Any:
        return client.post("/accounts/login/", {"login": login, "password": password, **extra})

    return post
