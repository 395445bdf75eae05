"""Eight programs change one army at once: each is told what became of his change, and the army is their sum."""

import json
import threading
import urllib.error
import urllib.request
from typing import Any

from django.db import connection

from armies.models import Army, Change, CoEditor
from armies.services.history import replayed
from armies.services.storage import create, tree_of
from tests.armies.builders import army as facts

CLIENTS, EACH = 8, 2


class Program(threading.Thread):
    """Adds units and changes men, each with the version it read; a conflict is read anew and tried again."""

    def __init__(self, number: int, live: str, slug: str, key: str, brigade: str, gate: threading.Barrier) -> None:
        super().__init__()
        self.number, self.at, self.key, self.brigade, self.gate = (
            number,
            f"{live}/api/v1/armies/{slug}",
            key,
            brigade,
            gate,
        )
        self.statuses: list[int] = []
        self.made: dict[str, str] = {}
        self.men: dict[str, int] = {}

    def ask(self, method: str, part: str = "", body: Any = None, **headers: str) -> tuple[int, Any]:
        sent = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.at + part, data, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            return refused.code, json.load(refused)

    def write(self, method: str, part: str, body: Any) -> Any:
        """Write on the version read last, until it is the army's."""
        _, head = self.ask("GET")
        for _ in range(200):
            status, said = self.ask(method, part, body, If_Match=f'"{head["version"]}"')
            self.statuses.append(status)
            if status != 412:
                assert status in (200, 201), said
                return said
            assert said["version"] > head["version"]
            assert said["changes"]
            head = said
        raise AssertionError("never was the first")

    def run(self) -> None:
        self.gate.wait()
        for turn in range(EACH):
            name = f"Battalion {self.number}.{turn}"
            new = {"level": "unit", "parent": self.brigade, "facts": {"name": name, "men": 100}}
            self.made[name] = self.write("POST", "/elements", new)["made"][0]
            men = 200 + 10 * self.number + turn
            self.write("PATCH", f"/elements/{self.made[name]}", {"men": men})
            self.men[name] = men


def test_eight_clients_on_one_army(live: str, alice: Any, bob: Any, key_of: Any, many_requests: None) -> None:
    row = create(facts(), alice)
    CoEditor.objects.create(army=row, user=bob)
    brigade = str(row.elements.get(name="1st Brigade").pk)
    keys, gate = [key_of(alice), key_of(bob)], threading.Barrier(CLIENTS)
    clients = [Program(n, live, row.slug, keys[n % 2], brigade, gate) for n in range(CLIENTS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    connection.close()
    done = sum(status in (200, 201) for client in clients for status in client.statuses)
    assert done == CLIENTS * EACH * 2
    assert {status for client in clients for status in client.statuses} <= {200, 201, 412}
    now = Army.objects.get(pk=row.pk)
    assert now.version == 1 + done
    assert list(Change.objects.filter(army=now).values_list("number", flat=True)) == list(range(1, done + 2))
    tree = tree_of(now)
    found = {tree.records[at]["name"]: tree.records[at]["men"] for at in tree.under[brigade]}
    wanted = {name: men for client in clients for name, men in client.men.items()}
    assert {name: men for name, men in found.items() if name.startswith("Battalion")} == wanted
    assert now.units == row.units + CLIENTS * EACH
    assert replayed(now).all_at() == tree.all_at()
