"""Pages for what goes wrong: whole pages, in our words, with a way on."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.views import defaults
from django.views.csrf import csrf_failure


def whole(page: str) -> bool:
    """Whether it has a head, one first heading and a way on."""
    return "<title>" in page and page.count("<h1") == 1 and '<a class="btn primary" href="/' in page


def test_an_address_that_leads_nowhere(client: Any, db: None) -> None:
    answer = client.get("/no/such/page")
    assert answer.status_code == 404
    assert "Page not found" in answer.content.decode()
    assert whole(answer.content.decode())


def test_a_broken_server_answers_without_database_and_context(django_assert_num_queries: Any, db: None) -> None:
    request = RequestFactory().get("/")
    with django_assert_num_queries(0):
        answer = defaults.server_error(request)
    page = answer.content.decode()
    assert answer.status_code == 500
    assert whole(page)
    assert "Sign in" not in page, "who asks is not known here, so nothing is said about it"


@pytest.mark.parametrize(
    ("answer", "status", "words"),
    [
        (lambda request: defaults.bad_request(request, SuspiciousOperation()), 400, "Bad request"),
        (lambda request: defaults.permission_denied(request, PermissionDenied()), 403, "No access"),
        (lambda request: csrf_failure(request), 403, "The form has expired"),
    ],
)
def test_a_refusal_is_a_whole_page(answer: Any, status: int, words: str, rf: RequestFactory) -> None:
    from django.contrib.auth.models import AnonymousUser

    request = rf.get("/")
    request.user = AnonymousUser()
    page = answer(request)
    assert page.status_code == status
    assert words in page.content.decode()
    assert whole(page.content.decode())


@pytest.mark.parametrize(("template", "words"), [("413.html", "This is too large"), ("429.html", "Too many requests")])
def test_a_limit_is_a_whole_page(template: str, words: str) -> None:
    page = render_to_string(template)
    assert words in page
    assert whole(page)
