"""The state of an installation for monitoring: Prometheus metrics, health checks, readiness.

There are two parts: metrics of each process, and metrics that all processes share, to be collected once.
"""

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from battles.engine import registry
from battles.services.jobs import computer_turns
from campaign.project import status
from campaign.project.migration_state import missing_migrations

POOL_GAUGES: Final = {
    "pool_max": "muster_database_pool_limit",
    "pool_size": "muster_database_pool_open",
    "pool_available": "muster_database_pool_idle",
    "requests_waiting": "muster_database_pool_waiting",
}
POOL_COUNTERS: Final = {
    "requests_num": "muster_database_pool_requests",
    "requests_errors": "muster_database_pool_refused",
    "connections_lost": "muster_database_pool_lost",
}
"""Names of metrics by key in the statistics of psycopg_pool."""

LANE_GAUGES: Final = {
    "under_way": ("muster_requests_under_way", "Requests that have a worker thread now."),
    "queued": ("muster_requests_queued", "Requests that wait for a worker thread now."),
    "threads": ("muster_request_threads", "Worker threads."),
    "room": ("muster_request_queue_limit", "Requests that may wait, at most."),
}
LANE_COUNTERS: Final = {
    "admitted": ("muster_requests_admitted", "Requests that got a worker thread."),
    "refused": ("muster_requests_refused", "Requests refused with 503 because the queue was full or too slow."),
}


class ProcessPart(Collector):
    """Metrics of this process."""

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of this process. Asks no database."""
        state = status.process()
        about = {"version": state.version, "host": state.host, "pid": str(state.pid)}
        yield InfoMetricFamily("muster", "The web process that answered.", about)
        for name, (metric, words) in LANE_GAUGES.items():
            lanes = {lane: getattr(load, name) for lane, load in state.load.lanes.items()}
            yield _labelled(GaugeMetricFamily(metric, words, labels=["lane"]), lanes)
        for name, (metric, words) in LANE_COUNTERS.items():
            lanes = {lane: getattr(load, name) for lane, load in state.load.lanes.items()}
            yield _labelled(CounterMetricFamily(metric, words, labels=["lane"]), lanes)
        streams = GaugeMetricFamily("muster_streams_open", "Event streams open in this process.", labels=["kind"])
        yield _labelled(streams, state.load.streams)
        yield GaugeMetricFamily("muster_streams_limit", "Streams this process opens at most.", state.load.streams_most)
        yield CounterMetricFamily("muster_streams_refused", "Streams refused.", state.load.streams_refused)
        for name, metric in POOL_GAUGES.items():
            if name in state.load.pool:
                yield GaugeMetricFamily(metric, f"psycopg_pool: {name}.", state.load.pool[name])
        for name, metric in POOL_COUNTERS.items():
            if state.load.pool:
                yield CounterMetricFamily(metric, f"psycopg_pool: {name}.", state.load.pool.get(name, 0))
        failures = CounterMetricFamily("muster_failures", "Failed requests by exception.", labels=["exception"])
        yield _labelled(failures, state.failures_counted)


class SharedPart(Collector):
    """Metrics that all processes of an installation share."""

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of the database and the backups. If the database does not answer, say that it is down."""
        try:
            state = status.database()
        except DatabaseError:
            state = None
        yield GaugeMetricFamily("muster_database_up", "1 if the database answers.", int(state is not None))
        if state is not None:
            yield from _of_database(state)
        backups = status.backups()
        yield GaugeMetricFamily("muster_backups", "Backups in MUSTER_VAR/backups.", backups.count)
        if backups.newest:
            seconds = backups.newest.timestamp()
            yield GaugeMetricFamily("muster_backup_newest_timestamp_seconds", "When the newest was made.", seconds)
            yield GaugeMetricFamily("muster_backup_newest_bytes", "Size of the newest backup.", backups.size)


def _of_database(state: status.Database) -> Iterator[Metric]:
    size = GaugeMetricFamily("muster_database_bytes", "Size of the database.", labels=["kind"])
    yield _labelled(size, {state.kind: state.size})
    yield GaugeMetricFamily("muster_migrations_missing", "Migrations that are not applied.", state.missing)
    queues = {"computer_turns": state.turns, "print_jobs": state.jobs}
    jobs = GaugeMetricFamily("muster_jobs", "Work for the workers, by queue and state.", labels=["queue", "state"])
    for name, queue in queues.items():
        for key in ("due", "claimed", "failed"):
            jobs.add_metric([name, key], getattr(queue, key))
    yield jobs
    oldest = GaugeMetricFamily("muster_job_oldest_due_seconds", "How long the oldest job waits.", labels=["queue"])
    yield _labelled(oldest, {name: queue.oldest for name, queue in queues.items()})
    alive = [worker for worker in state.workers if worker.alive]
    yield GaugeMetricFamily("muster_workers_alive", "Workers heard from in the last 30 seconds.", len(alive))
    yield GaugeMetricFamily("muster_workers_silent", "Workers that died.", len(state.workers) - len(alive))
    if state.workers:
        newest = min(worker.age for worker in state.workers)
        yield GaugeMetricFamily("muster_worker_last_beat_seconds", "Since any worker was heard from.", newest)


def _labelled(metric: Any, values: Mapping[str, float]) -> Any:
    """Return ``metric`` with one value for each label."""
    for label, value in values.items():
        metric.add_metric([label], value)
    return metric


def _registry(*parts: Collector) -> CollectorRegistry:
    registry = CollectorRegistry(auto_describe=False)
    for part in parts:
        registry.register(part)
    return registry


_process: Final = _registry(ProcessPart())
ProcessCollector(registry=_process)
_shared: Final = _registry(SharedPart())
PARTS: Final = {"process": (_process,), "shared": (_shared,), "": (_process, _shared)}
"""Registries by part; "" for both parts."""


def text(part: str = "") -> bytes:
    """Return one of ``PARTS`` in Prometheus's text format."""
    return b"".join(generate_latest(registry) for registry in PARTS[part])


def _answer(reason: str) -> JsonResponse:
    if reason:
        return JsonResponse({"status": "unavailable", "reason": reason}, status=503)
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Status 200 if the database answers a query, else 503 with the reason.

    The check uses its own connection, so that it does not depend on the pool.
    """
    own = connection.copy()
    own.settings_dict["OPTIONS"].pop("pool", None)
    try:
        with contextlib.closing(own), own.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except DatabaseError:
        return _answer("The database does not answer.")
    return _answer("")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Status 200 if the database answers, all migrations are applied and workers run, else 503 with the reason."""
    try:
        missing = missing_migrations()
        lack = "" if missing else computer_turns.stall_reason()
    except DatabaseError:
        return _answer("The database does not answer.")
    if missing:
        return _answer(f"Migrations not applied: {missing}. Run `python3 manage.py migrate`.")
    return _answer(lack)


def warm_up() -> None:
    """Load the routes with all pages, and the rules of every playable system."""
    reverse("battles:list")
    for key in registry.playable():
        registry.load_all(key)
