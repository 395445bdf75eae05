"""Encrypt what the database keeps with the installation's secret key."""

from base64 import urlsafe_b64encode
from hashlib import blake2b, sha512
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

MARK: Final = b"gAAAA"
"""The beginning of everything sealed (Fernet version 128). An answer in JSON begins otherwise."""


class Unsealable(ValueError):
    """The content was sealed with another `SECRET_KEY`, user or key, or is damaged."""


def seal(content: bytes, user: int, key: str) -> bytes:
    """The content encrypted with the installation's `SECRET_KEY`, the user and the Idempotency-Key."""
    return _fernet(user, key).encrypt(content) if content else content


def unseal(content: bytes, user: int, key: str) -> bytes:
    """What was sealed; content that is not sealed as it is, as versions before 0.9 stored it.

    Raises:
        Unsealable: it cannot be read any more.
    """
    if not content.startswith(MARK):
        return content
    try:
        return _fernet(user, key).decrypt(content)
    except InvalidToken as fault:
        raise Unsealable from fault


def _fernet(user: int, key: str) -> Fernet:
    secret = sha512(settings.SECRET_KEY.encode()).digest()
    digest = blake2b(f"{user} {key}".encode(), key=secret, digest_size=32, person=b"muster-sealing-1").digest()
    return Fernet(urlsafe_b64encode(digest))
