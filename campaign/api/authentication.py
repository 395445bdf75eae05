"""Authentication of API requests by token or session, and their rate limit."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from armies.api.operation import SAFE
from armies.api.problems import Problem
from campaign.accounts import profile
from campaign.models import ApiToken
from campaign.project.rates import Exceeded, exceeded

SCHEMES = ("bearer", "token")


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer <token>`` or ``Token <token>``; other schemes are ignored."""

    def authenticate(self, request: Request) -> tuple[Any, ApiToken] | None:
        scheme, _, key = request.headers.get("Authorization", "").strip().partition(" ")
        if scheme.lower() not in SCHEMES:
            return None
        token = profile.user_of_token(key.strip())
        if token is None:
            raise AuthenticationFailed("This token is unknown, expired or revoked. Your profile lists your tokens.")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Muster"'


class BrowserAuthentication(SessionAuthentication):
    """Authentication by browser session. Requests that write also send the CSRF token in ``X-CSRFToken``."""


class MayUse(BasePermission):
    """Permission to use a view: signed in, unless the view is open to all; a read-only token cannot write."""

    def has_permission(self, request: Request, view: Any) -> bool:
        signed_in = bool(request.user and request.user.is_authenticated)
        if not signed_in:
            return bool(getattr(view, "open_to_all", False))
        token = request.auth
        if isinstance(token, ApiToken) and not token.may_write and request.method not in SAFE:
            raise Problem("forbidden", f"The token “{token.name}” may only read. Create one that may write.")
        return True


class _TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Description of token authentication in the API schema."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        text = "Your own token, created at `/profile/tokens/`."
        return {"type": "http", "scheme": "bearer", "description": text}


class _SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Description of session authentication in the API schema."""

    target_class = BrowserAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        text = "A browser that is signed in. It sends `X-CSRFToken` with every request that writes."
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": text}


class Throttle(BaseThrottle):
    """Rate limit by sort of request: reads, writes and others. A costly or creating request counts in its sort too."""

    exceeded: Exceeded | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        op = view.operation_of(request.method)
        usual = "read" if request.method in SAFE else "write"
        sorts = [usual] if op is None else [op.sort or usual, *op.extra_sorts]
        self.exceeded = exceeded(request, request.user, sorts, by_token=request.auth is not None)
        return self.exceeded is None

    def wait(self) -> float:
        """Seconds until the next window begins."""
        return float(self.exceeded.seconds) if self.exceeded else 0.0
