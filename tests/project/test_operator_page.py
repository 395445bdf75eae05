"""The operator's page and the metrics: who may see them, what they say, and what they say without a database."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from battles.models import Worker
from campaign.models import PrintJob
from campaign.project import logs
from campaign.project.operation_pages import in_words

TOKEN = "0123456789abcdefghij"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Path) -> Iterator[Path]:
    """A folder of the test's own, and no failure remembered from another test."""
    logs._last.clear()
    logs._counts.clear()
    settings.VAR_DIR = tmp_path
    yield tmp_path
    logs._last.clear()
    logs._counts.clear()


@pytest.fixture
def token(settings: Any) -> None:
    settings.MUSTER_METRICS_TOKEN = TOKEN


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(User.objects.create_user("lobau", is_staff=True))
    client.raise_request_exception = False
    return client


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def values(answer: Any) -> dict[str, float]:
    """The metrics by name and labels, as Prometheus's own parser reads them."""
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain")
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def refuse(*_: Any) -> None:
    raise OperationalError("the password is swordfish") from psycopg.OperationalError("swordfish")


def test_only_operators_see_the_page_and_its_link(client: Client) -> None:
    answer = client.get("/operator/")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/operator/")
    for name, more, status in (
        ("drouet", {}, 404),
        ("lobau", {"is_staff": True}, 200),
        ("soult", {"is_superuser": True}, 200),
    ):
        client.force_login(User.objects.create_user(name, **more))
        assert client.get("/operator/").status_code == status
        assert ('href="/operator/"' in client.get("/profile/").content.decode()) is (status == 200)


def test_the_page_tells_of_this_process_and_of_what_all_share(operator: Client, own_folder: Path) -> None:
    PrintJob.objects.create(title="x", subject="army:x", asked={})
    PrintJob.objects.update(created=timezone.now() - timedelta(minutes=5))
    Worker.objects.create(name="here:1:a")
    Worker.objects.create(name="there:2:b", beat=timezone.now() - timedelta(hours=2))
    answer = words(operator.get("/operator/"))
    assert f"There is no backup in {own_folder / 'backups'}" in answer
    assert "Run <code>python3 manage.py backup</code>." in answer
    assert 'Packets to print</th><td class="num">1</td><td class="num">0</td>' in answer
    assert "5 minutes</td>" in answer
    assert "here:1:a</th><td>alive</td>" in answer
    assert 'there:2:b</th><td><span class="badge warn">silent</span></td><td class="num">2 hours ago' in answer
    assert {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[connection.vendor] in answer
    (own_folder / "backups").mkdir()
    (own_folder / "backups" / "muster-20260101-120000-000000.dump").write_bytes(b"x" * 2048)
    answer = words(operator.get("/operator/"))
    assert "There is no backup" not in answer
    assert "1 in <span" in answer
    assert "2.0 KB" in answer


def test_the_page_asks_the_same_number_of_queries_however_much_there_is_to_tell(operator: Client) -> None:
    Worker.objects.create(name="here:1:a")
    with CaptureQueriesContext(connection) as few:
        operator.get("/operator/")
    for number in range(30):
        PrintJob.objects.create(title="x", subject="army:x", asked={})
        Worker.objects.create(name=f"there:{number}:b")
    with CaptureQueriesContext(connection) as many:
        operator.get("/operator/")
    assert len(many) == len(few) <= 13


def test_without_a_database_the_page_still_tells_an_operator_of_the_process(operator: Client) -> None:
    strange = Client(raise_request_exception=False)
    with connection.execute_wrapper(refuse):
        assert "Too busy" in words(operator.get("/operator/"))
    assert operator.get("/operator/").status_code == 200
    with connection.execute_wrapper(refuse):
        answer = operator.get("/operator/")
        strange.cookies["muster_operator"] = operator.cookies["muster_operator"].value
        strange.cookies["sessionid"] = "another-session-of-32-characters"
        assert "Too busy" in words(strange.get("/operator/"))
    assert answer.status_code == 503
    assert "The database does not answer (OperationalError)" in words(answer)
    assert "Requests under way" in words(answer)
    assert "swordfish" not in words(answer)


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer été"])
def test_metrics_are_for_programs_with_the_token_alone(client: Client, token: None, header: str) -> None:
    answer = client.get("/metrics", headers={"Authorization": header})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, 'Bearer realm="Muster metrics"')
    assert b"muster_" not in answer.content


def test_without_a_token_in_the_settings_there_are_no_metrics(client: Client) -> None:
    for header in ({}, BEARER, {"Authorization": "Bearer "}):
        assert client.get("/metrics", headers=header).status_code == 404


def test_the_metrics_tell_what_stands_in_the_database(client: Client, token: None, own_folder: Path) -> None:
    PrintJob.objects.create(title="x", subject="army:x", asked={})
    PrintJob.objects.create(title="x", subject="army:x", asked={}, state=PrintJob.State.FAILED)
    Worker.objects.create(name="here:1:a")
    Worker.objects.create(name="there:2:b", beat=timezone.now() - timedelta(hours=2))
    (own_folder / "backups").mkdir()
    (own_folder / "backups" / "muster-20260101-120000-000000.dump").write_bytes(b"x" * 2048)
    found = values(client.get("/metrics", headers=BEARER))
    wanted = {
        "muster_database_up": 1,
        "muster_jobs print_jobs due": 1,
        "muster_jobs print_jobs failed": 1,
        "muster_jobs computer_turns due": 0,
        "muster_workers_alive": 1,
        "muster_workers_silent": 1,
        "muster_backups": 1,
        "muster_backup_newest_bytes": 2048,
        "muster_migrations_missing": 0,
        "muster_streams_open battle_page": 0,
        "muster_requests_queued requests": 0,
    }
    assert {name: found[name] for name in wanted} == wanted
    assert found["muster_database_bytes " + connection.vendor] > 100_000
    if connection.vendor == "postgresql":
        assert found["muster_database_pool_open"] <= found["muster_database_pool_limit"]


def test_what_all_processes_share_can_be_asked_for_once(client: Client, token: None) -> None:
    with CaptureQueriesContext(connection) as none:
        own = values(client.get("/metrics?part=process", headers=BEARER))
    shared = values(client.get("/metrics?part=shared", headers=BEARER))
    assert len(none) == 0
    assert "muster_streams_limit" in own.keys() - shared.keys()
    assert "muster_workers_alive" in shared.keys() - own.keys()
    assert client.get("/metrics?part=x", headers=BEARER).status_code == 400


def test_without_a_database_the_metrics_say_so(client: Client, token: None) -> None:
    with connection.execute_wrapper(refuse):
        found = values(client.get("/metrics", headers=BEARER))
    assert found["muster_database_up"] == 0
    assert "muster_workers_alive" not in found
    assert found["muster_requests_queued requests"] == 0


def test_a_failure_is_told_by_its_route_and_exception_and_never_by_its_address_or_words(
    operator: Client, token: None
) -> None:
    def fail(*_: Any) -> None:
        raise ValueError("the ambush is in the wood")

    with connection.execute_wrapper(fail):
        answer = operator.get("/b/key-of-a-battle?with=secrets")
    assert answer.status_code == 500
    page = words(operator.get("/operator/"))
    metrics = operator.get("/metrics", headers=BEARER)
    assert '/b/&lt;slug:slug&gt;</td><td class="mono">ValueError</td>' in page
    assert answer["X-Request-ID"] in page
    assert values(metrics)["muster_failures_total ValueError"] == 1
    for secret in ("key-of-a-battle", "secrets", "ambush"):
        assert secret not in page + words(metrics)


def test_the_last_failures_alone_are_remembered(operator: Client) -> None:
    log = logging.getLogger("muster.test")
    for number in range(logs.MOST + 5):
        try:
            raise KeyError(number)
        except KeyError:
            log.exception("failed")
    log.error("no exception")
    assert len(logs.recent_failures()) == logs.MOST
    assert logs.failure_counts() == {"KeyError": logs.MOST + 5}


@pytest.mark.parametrize(
    ("seconds", "want"),
    [(0.2, "less than a second"), (1, "1 second"), (59.9, "59 seconds"), (7200, "2 hours"), (90_000, "1 day")],
)
def test_a_length_of_time_is_told_in_its_largest_unit(seconds: float, want: str) -> None:
    assert in_words(seconds) == want
