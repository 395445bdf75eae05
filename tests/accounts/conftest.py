"""What the account tests share: cheap hashes, the sign-in form."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.cast import PASSWORD


@pytest.fixture(autouse=True)
def _quick(settings: Any) -> None:
    """Argon2 is slow on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def sign_in(client: Any) -> Callable[..., Any]:
    """Post the sign-in form."""

    def post(login: str, password: str = PASSWORD, **extra: str) -> Any:
        return client.post("/accounts/login/", {"login": login, "password": password, **extra})

    return post
