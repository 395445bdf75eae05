"""A client's address and scheme are taken from a proxy's headers only where MUSTER_PROXIES names the proxy."""

import http.client
import json
import time
from collections.abc import Callable

import pytest
from django.conf import settings

from campaign.project import environment as env
from campaign.project.rates import MINUTE
from tests.project.served import ALONE, Running

MOST = settings.MUSTER_RATES["costly_by_strangers"]
"""Attempts to make a battle that one address may send in a window."""


def attempt(running: Running, forwarded_for: str) -> int:
    """Ask for a battle that cannot be made, as a stranger through a proxy with https; the status."""
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=20)
    headers = {"Content-Type": "application/json", "X-Forwarded-For": forwarded_for, "X-Forwarded-Proto": "https"}
    connection.request("POST", "/api/v1/battles", json.dumps({}), headers)
    status = connection.getresponse().status
    connection.close()
    return status


def wait_for_a_window_with_room() -> None:
    """Return when ten seconds or more are left until the limits count from nought again."""
    left = MINUTE - time.time() % MINUTE
    if left < 10:
        time.sleep(left)


def test_a_named_proxy_gives_address_and_scheme_and_what_the_client_wrote_itself_does_not_count(
    serve: Callable[..., Running],
) -> None:
    running = serve(*ALONE, MUSTER_PROXIES="127.0.0.1, 10.0.0.0/8", MUSTER_HTTPS="True")
    assert "MUSTER_PROXIES" not in running.printed
    assert running.get("/accounts/login/")[0].status == 301
    wait_for_a_window_with_room()
    for spoofed in range(MOST):
        assert attempt(running, f"203.0.113.{spoofed}, 198.51.100.1") == 422
    assert attempt(running, "203.0.113.99, 198.51.100.1") == 429
    assert attempt(running, "198.51.100.1, 10.1.2.3") == 429  # through a second named proxy
    assert attempt(running, "198.51.100.2") == 422
    assert attempt(running, "198.51.100.1, 192.0.2.9") == 422  # 192.0.2.9 is no named proxy: it is the client


def test_without_named_proxies_the_address_of_the_connection_counts(serve: Callable[..., Running]) -> None:
    running = serve(*ALONE, FORWARDED_ALLOW_IPS="*")
    wait_for_a_window_with_room()
    statuses = [attempt(running, f"198.51.100.{number}") for number in range(MOST + 1)]
    assert statuses.index(429) == MOST


def test_another_proxy_than_the_named_one_does_not_give_the_scheme(serve: Callable[..., Running]) -> None:
    running = serve(*ALONE, MUSTER_PROXIES="127.0.0.2", MUSTER_HTTPS="True", FORWARDED_ALLOW_IPS="*")
    assert running.get("/accounts/login/", X_Forwarded_Proto="https")[0].status == 301


def test_https_without_a_named_proxy_is_reported_at_the_start(serve: Callable[..., Running]) -> None:
    """Until 0.8.0 a proxy at 127.0.0.1 was believed without a setting."""
    assert "Set MUSTER_PROXIES to the address of your proxy" in serve(*ALONE, MUSTER_HTTPS="True").printed


def test_proxies_are_addresses_or_networks() -> None:
    assert env.networks("MUSTER_PROXIES", {}) == []
    given = {"MUSTER_PROXIES": "127.0.0.1, ::1,10.0.0.0/8"}
    assert env.networks("MUSTER_PROXIES", given) == ["127.0.0.1", "::1", "10.0.0.0/8"]
    for wrong in ("*", "localhost", "10.0.0.1/8", "127.0.0.1:80", "300.0.0.1"):
        with pytest.raises(env.BadSetting, match=r"MUSTER_PROXIES has .* it must be an address such as 127.0.0.1"):
            env.networks("MUSTER_PROXIES", {"MUSTER_PROXIES": wrong})


def test_a_number_is_whole_and_in_its_range() -> None:
    assert env.number("MUSTER_THREADS", 8, 1, 100, {}) == 8
    assert env.number("MUSTER_THREADS", 8, 1, 100, {"MUSTER_THREADS": "12"}) == 12
    for wrong in ("0", "101", "-1", "1.5", "many", "²", "9" * 5000):
        with pytest.raises(env.BadSetting, match="it must be a whole number from 1 to 100"):
            env.number("MUSTER_THREADS", 8, 1, 100, {"MUSTER_THREADS": wrong})
