"""HTTP requests to addresses that users typed: checked, limited in time and size, and never to our own network.

A name is resolved once; each of its addresses must be public; the connection goes to the address that was checked.
"""

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from typing import Final
from urllib.parse import SplitResult, urljoin, urlsplit

from django.conf import settings
from msgspec import Struct

TIME: Final = 10.0
"""Seconds for a whole request with its redirects."""
MOST_READ: Final = 4_096
"""Bytes of an answer that are read."""
MOST_REDIRECTS: Final = 2
MOST_URL: Final = 500
REDIRECTS: Final = (307, 308)
"""Statuses that repeat the request elsewhere. Others would turn a POST into a GET."""
LOCAL: Final = (".localhost", ".local", ".internal", ".home.arpa", ".lan")
"""Ends of names that are not on the internet."""
TRANSLATED: Final = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))
"""IPv6 networks whose addresses lead to an IPv4 address inside them."""

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


class NotSent(Exception):
    """A request was not sent or got no answer; the text is a sentence."""


class Answer(Struct, frozen=True):
    """The status of an answer and the beginning of its body."""

    status: int
    body: bytes


class Target(Struct, frozen=True):
    """A checked address: its parts, and the IP address to connect to."""

    parts: SplitResult
    host: str
    port: int
    ip: str

    @property
    def path(self) -> str:
        """The path and query of the request."""
        return (self.parts.path or "/") + (f"?{self.parts.query}" if self.parts.query else "")


def check_form(url: str) -> SplitResult:
    """The parts of an address that has the right form; its host is not looked up.

    Raises:
        NotSent: it is not an https address with a host, or has a user name, or is too long.
    """
    if len(url) > MOST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise NotSent(f"The address may have at most {MOST_URL} characters, without spaces.")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise NotSent("This is not an address such as https://example.org/hook.") from None
    if parts.scheme not in ("https", "http") or not host or port == 0:
        raise NotSent("This is not an address such as https://example.org/hook.")
    if parts.username is not None or parts.password is not None:
        raise NotSent("The address cannot have a user name or password.")
    if parts.scheme == "http" and not settings.MUSTER_WEBHOOK_NETWORKS:
        raise NotSent("The address must begin with https://.")
    return parts


def check_literal(url: str) -> None:
    """As `check_form`, and an IP address or a name of this network is refused; no name is looked up.

    Raises:
        NotSent: the form is wrong, or it is a private address.
    """
    host = (check_form(url).hostname or "").rstrip(".")
    try:
        allowed = is_allowed(ipaddress.ip_address(host))
    except ValueError:
        allowed = "." in host and not host.endswith(LOCAL)
    if not allowed:
        raise NotSent(f"{host[:80]} is in a private network, to which Muster does not connect.")


def check(url: str) -> Target:
    """Look up the host of an address and check where it leads.

    Raises:
        NotSent: its form is wrong, its host is unknown, or one of its IP addresses is not public.
    """
    parts = check_form(url)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        known = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError):
        raise NotSent(f"The host {host[:80]} is not known.") from None
    addresses = [ipaddress.ip_address(str(row[4][0]).partition("%")[0]) for row in known]
    if not addresses or not all(is_allowed(address) for address in addresses):
        raise NotSent(f"The host {host[:80]} is in a private network, to which Muster does not connect.")
    if parts.scheme == "http" and not all(map(_is_listed, addresses)):
        raise NotSent("The address must begin with https://.")
    return Target(parts, host, port, str(addresses[0]))


def is_allowed(address: IpAddress) -> bool:
    """True if requests may go to an IP address: a public one, or one that the settings list."""
    mapped = getattr(address, "ipv4_mapped", None)
    if mapped is not None:
        return is_allowed(mapped)
    if _is_listed(address):
        return True
    return address.is_global and not address.is_multicast and not any(_within(address, net) for net in TRANSLATED)


def _is_listed(address: IpAddress) -> bool:
    return any(_within(address, ipaddress.ip_network(name)) for name in settings.MUSTER_WEBHOOK_NETWORKS)


def _within(address: IpAddress, network: ipaddress.IPv4Network | ipaddress.IPv6Network) -> bool:
    return address.version == network.version and address in network


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Post ``body`` to an address and return the answer, whatever its status.

    Raises:
        NotSent: the address is not allowed, nobody answered in time, or it redirects too often or elsewhere.
    """
    until = time.monotonic() + TIME
    for _ in range(MOST_REDIRECTS + 1):
        target = check(url)
        status, location, start = _post_once(target, body, headers, until)
        if status in REDIRECTS and location:
            url = urljoin(url, location)
            continue
        if 300 <= status < 400:
            raise NotSent(f"The address redirects (status {status}). Enter the address to which it leads.")
        return Answer(status, start)
    raise NotSent(f"The address redirects more than {MOST_REDIRECTS} times.")


def _post_once(target: Target, body: bytes, headers: Mapping[str, str], until: float) -> tuple[int, str, bytes]:
    """The status, the Location and the beginning of the answer of one request."""
    connection = _Connection(target, until)
    watch = threading.Timer(max(0.0, until - time.monotonic()), connection.abort)
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", target.path, body=body, headers=dict(headers))
        answer = connection.getresponse()
        if time.monotonic() >= until:  # cut off within the headers
            raise TimeoutError
        return answer.status, answer.getheader("Location", ""), answer.read(MOST_READ)
    except (OSError, http.client.HTTPException, ValueError) as fault:
        if isinstance(fault, TimeoutError) or time.monotonic() >= until:
            raise NotSent(f"{target.host} did not answer within {TIME:g} seconds.") from None
        if isinstance(fault, ssl.SSLError):
            raise NotSent(f"{target.host} has no valid certificate.") from None
        raise NotSent(f"{target.host} could not be reached, or did not answer in HTTP.") from None
    finally:
        watch.cancel()
        connection.abort()


class _Connection(http.client.HTTPConnection):
    """A connection to the checked IP address of a target; its certificate must be that of the host."""

    def __init__(self, target: Target, until: float) -> None:
        super().__init__(target.host, target.port, timeout=max(0.1, until - time.monotonic()))
        self.target = target
        self.open: socket.socket | None = None

    def connect(self) -> None:
        """Connect to the IP address that was checked; the name is not looked up again."""
        self.open = self.sock = socket.create_connection((self.target.ip, self.target.port), self.timeout)
        if self.target.parts.scheme == "https":
            secured = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.target.host)
            self.open = self.sock = secured

    def abort(self) -> None:
        """End the connection, also while another thread waits for it."""
        if self.open is not None:
            with contextlib.suppress(OSError):
                self.open.shutdown(socket.SHUT_RDWR)
            self.open.close()
