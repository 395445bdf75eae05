"""Password hashing by Argon2id, with little memory so that a small server can handle several logins at once."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes and one lane, the smallest that OWASP recommends; about 20 ms a login."""

    memory_cost = 19 * 1024
    time_cost = 2
    parallelism = 1
