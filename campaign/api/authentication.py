"""Who asks: a token in the Authorization header, or a browser's session with its CSRF token."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from armies.api.operation import SAFE
from armies.api.problems import Problem
from campaign.models import ApiToken
from campaign.services import tokens

SCHEMES = ("bearer", "token")


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer <token>`` or ``Token <token>``; another scheme is none of ours and passed over."""

    def authenticate(self, request: Request) -> tuple[Any, ApiToken] | None:
        scheme, _, key = request.headers.get("Authorization", "").strip().partition(" ")
        if scheme.lower() not in SCHEMES:
            return None
        token = tokens.of(key.strip())
        if token is None:
            raise AuthenticationFailed("This token is unknown, past its time or revoked. Your profile page has yours.")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Muster"'


class BrowserAuthentication(SessionAuthentication):
    """Who is signed in with his browser; whoever writes sends the CSRF token in ``X-CSRFToken`` too."""


class MayUse(BasePermission):
    """Reading what is open is for all, the rest for who is signed in; a token that only reads writes nothing."""

    def has_permission(self, request: Request, view: Any) -> bool:
        signed_in = bool(request.user and request.user.is_authenticated)
        if not signed_in:
            return bool(getattr(view, "open_to_all", False))
        token = request.auth
        if isinstance(token, ApiToken) and not token.may_write and request.method not in SAFE:
            raise Problem("forbidden", f"The token “{token.name}” may only read. Make one that may write.")
        return True


class _TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the API's description tells of tokens."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        text = "A token of your own, made at `/profile/tokens/`."
        return {"type": "http", "scheme": "bearer", "description": text}


class _SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the API's description tells of browsers."""

    target_class = BrowserAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        text = "A browser that is signed in. It sends `X-CSRFToken` with whatever writes."
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": text}
