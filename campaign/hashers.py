"""Passwords are hashed by Argon2id, with the memory a small club server can spare for several logins at once."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """19 MiB, two passes, one lane: OWASP's smallest recommended Argon2id; about 20 ms a login."""

    memory_cost = 19 * 1024
    time_cost = 2
    parallelism = 1
