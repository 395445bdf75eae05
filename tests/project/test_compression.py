"""What goes out compressed, what does not, and that compression gives nothing away."""

import gzip
import re
from typing import Any

import pytest
from django.http import StreamingHttpResponse
from django.test import Client, RequestFactory

from armies.models import Army
from armies.services.storage import create
from campaign.project.middleware import Compression
from tests.armies.builders import army

pytestmark = pytest.mark.django_db

TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="([^"]+)"')


@pytest.fixture
def mine(alice: Any) -> Army:
    """Alice's army, unlisted."""
    return create(army(), alice)


@pytest.fixture
def browser(client: Client) -> Client:
    """A client that reads gzip."""
    client.defaults["HTTP_ACCEPT_ENCODING"] = "br;q=1.0, gzip;q=0.8, *;q=0.1"
    return client


def test_pages_json_and_text_files_are_compressed(browser: Client, mine: Army) -> None:
    for address in ("/", f"/a/{mine.slug}", f"/a/{mine.slug}.csv", f"/api/v1/armies/{mine.slug}", "/nowhere"):
        answer = browser.get(address)
        assert answer["Content-Encoding"] == "gzip", address
        assert "Accept-Encoding" in answer["Vary"], address
        assert int(answer["Content-Length"]) == len(answer.content), address
        plain = browser.get(address, HTTP_ACCEPT_ENCODING="identity")
        assert "Content-Encoding" not in plain, address
        assert "Accept-Encoding" in plain["Vary"], address
        assert len(gzip.decompress(answer.content)) == len(plain.content) > len(answer.content), address


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "br, gzip; q=0.0, deflate"])
def test_who_does_not_read_gzip_is_sent_none(client: Client, accepted: str) -> None:
    answer = client.get("/", HTTP_ACCEPT_ENCODING=accepted)
    assert "Content-Encoding" not in answer
    assert "Accept-Encoding" in answer["Vary"]


def test_small_answers_and_files_that_are_compressed_in_themselves_stay_as_they_are(
    browser: Client, mine: Army
) -> None:
    for address in ("/healthz", f"/a/{mine.slug}.pdf", f"/a/{mine.slug}.xlsx"):
        answer = browser.get(address)
        assert answer.status_code == 200, address
        assert "Content-Encoding" not in answer, address


@pytest.mark.parametrize("media", ["text/event-stream", "text/html", "application/json"])
def test_no_stream_is_compressed_or_held_up(media: str) -> None:
    lines = iter([b"data: first\n\n", b"data: second\n\n"])
    stream = StreamingHttpResponse(lines, content_type=media)
    request = RequestFactory().get("/", HTTP_ACCEPT_ENCODING="gzip")
    answer = Compression(lambda _: stream)(request)
    assert "Content-Encoding" not in answer
    assert next(iter(answer)) == b"data: first\n\n"
    assert next(lines) == b"data: second\n\n", "one line was asked for and one taken"


def test_the_etag_of_a_compressed_answer_can_be_sent_back_as_it_is(browser: Client, mine: Army, alice: Any) -> None:
    browser.force_login(alice)
    address = f"/api/v1/armies/{mine.slug}"
    for version in (1, 2):
        answer = browser.get(address)
        assert (answer["Content-Encoding"], answer["ETag"]) == ("gzip", f'"{version}"')
        change = {"name": f"Army after version {version}"}
        changed = browser.patch(address, change, content_type="application/json", HTTP_IF_MATCH=answer["ETag"])
        assert changed.status_code == 200, changed.content
        assert changed["ETag"] == f'"{version + 1}"'
    assert browser.get(address, HTTP_IF_NONE_MATCH='"3"').status_code == 304


def test_the_length_of_a_page_says_nothing_of_a_secret_in_it(browser: Client) -> None:
    """BREACH: Django masks the token for every answer and pads the head of the file at random."""
    pages = [browser.get("/accounts/login/").content for _ in range(12)]
    assert len({TOKEN.findall(gzip.decompress(page))[0] for page in pages}) == len(pages)
    rules = [browser.get("/rules/").content for _ in range(12)]
    assert len({gzip.decompress(page) for page in rules}) == 1
    assert len({len(page) for page in rules}) > 1
