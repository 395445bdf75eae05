"""The second factor: on, asked for, off, with the codes that an app would show."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib.auth.models import User
from django.test import Client

from tests.accounts.site_answers import signed_in
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db
ACTIVATE = "/accounts/2fa/totp/activate/"
DEACTIVATE = "/accounts/2fa/totp/deactivate/"
AUTHENTICATE = "/accounts/2fa/authenticate/"


def _code(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def _confirmed(client: Client, address: str) -> Any:
    """Open a page that asks for the password first, and give it."""
    asked = client.get(address)
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    page = client.get(asked["Location"]).content.decode()
    assert "Is it you?" in page
    return client.post(asked["Location"], {"password": PASSWORD}, follow=True)


def _activate(client: Client, user: User) -> str:
    client.force_login(user)
    user.emailaddress_set.update(verified=True)
    page = _confirmed(client, ACTIVATE)
    secret = str(page.context["form"].secret)
    assert client.post(ACTIVATE, {"code": _code(secret)}).status_code == 302
    return secret


def test_the_qr_code_is_black_on_white_and_within_the_policy(client: Client, alice: User) -> None:
    client.force_login(alice)
    alice.emailaddress_set.update(verified=True)
    page = _confirmed(client, ACTIVATE)
    assert 'src="data:image/svg+xml;base64,' in page.content.decode()
    assert 'fill="#fff"' in page.context["totp_svg"]
    assert "style=" not in page.context["totp_svg"]
    assert re.search(r"img-src [^;]*data:", page["Content-Security-Policy"])
    assert page.context["form"].secret in page.context["totp_url"]
    assert "issuer=Muster" in page.context["totp_url"]


def test_a_wrong_code_turns_nothing_on(client: Client, alice: User) -> None:
    client.force_login(alice)
    alice.emailaddress_set.update(verified=True)
    secret = str(_confirmed(client, ACTIVATE).context["form"].secret)
    wrong = f"{(int(_code(secret)) + 1) % 1_000_000:06}"
    answer = client.post(ACTIVATE, {"code": wrong})
    assert list(answer.context["form"].errors) == ["code"]
    assert not Authenticator.objects.exists()


def test_once_on_a_password_alone_does_not_sign_in(
    client: Client, alice: User, sign_in: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = _activate(client, alice)
    client.logout()
    assert sign_in("alice")["Location"].startswith(AUTHENTICATE)
    assert not signed_in(client)
    assert client.get("/profile/").status_code == 302
    page = client.post(AUTHENTICATE, {"code": "000000"})
    assert list(page.context["form"].errors) == ["code"]
    client.post(AUTHENTICATE, {"code": _code(secret)})
    assert signed_in(client)


def test_a_recovery_code_works_once(client: Client, alice: User, sign_in: Callable[..., Any]) -> None:
    _activate(client, alice)
    codes = client.get("/accounts/2fa/recovery-codes/").context["unused_codes"]
    assert len(codes) == 10
    for attempt, let_in in ((1, True), (2, False)):
        client.logout()
        sign_in("alice")
        client.post(AUTHENTICATE, {"code": codes[0]})
        assert signed_in(client) is let_in, attempt


def test_it_can_be_taken_off(client: Client, alice: User, sign_in: Callable[..., Any]) -> None:
    _activate(client, alice)
    assert "Turn off the second factor" in client.get(DEACTIVATE).content.decode()
    client.post(DEACTIVATE)
    assert not Authenticator.objects.exists()
    client.logout()
    sign_in("alice")
    assert signed_in(client)


def test_codes_cannot_be_tried_for_ever(client: Client, alice: User, sign_in: Callable[..., Any]) -> None:
    secret = _activate(client, alice)
    client.logout()
    sign_in("alice")
    for _ in range(5):
        client.post(AUTHENTICATE, {"code": "000000"})
    page = client.post(AUTHENTICATE, {"code": _code(secret)}).content.decode()
    assert "Too many wrong codes." in page
    assert not signed_in(client)


def test_recovery_codes_can_be_shown_downloaded_and_made_anew(client: Client, alice: User) -> None:
    _activate(client, alice)
    assert "10 of 10 are left." in client.get("/accounts/2fa/").content.decode()
    download = client.get("/accounts/2fa/recovery-codes/download/")
    assert len(download.content.decode().split()) == 10
    old = download.content
    assert "stop working" in client.get("/accounts/2fa/recovery-codes/generate/").content.decode()
    client.post("/accounts/2fa/recovery-codes/generate/")
    assert client.get("/accounts/2fa/recovery-codes/download/").content != old
