"""Models of the API: tokens, and stored answers to requests that may be sent twice."""

from django.conf import settings
from django.db import models


class ApiToken(models.Model):
    """A user's key to the API. The key itself is shown once and not stored: ``digest`` is its SHA-256 in hex.

    ``start`` holds the first characters of the key, so that its owner can tell it from others.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    start = models.CharField(max_length=12)
    may_write = models.BooleanField(default=True)
    created = models.DateTimeField(auto_now_add=True)
    last_used = models.DateTimeField(null=True, blank=True)
    expires = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created", "-id"]

    def __str__(self) -> str:
        return self.name


class IdempotencyKey(models.Model):
    """The answer to a request that came with an Idempotency-Key; the same request again gets the same answer.

    ``request`` is the SHA-256 in hex of method, address and body: a different request under the same key is refused.
    ``body`` is sealed (`campaign.api.sealed_answers`), because it may have a link or token that is shown only once.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    key = models.CharField(max_length=80)
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    body = models.BinaryField(default=bytes)
    created = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once")]

    def __str__(self) -> str:
        return self.key
