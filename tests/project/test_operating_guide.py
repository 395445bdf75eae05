"""What `campaign/docs/operating.md` says, tried as it stands there."""

import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.project import settings
from tests.project import documented_installation
from tests.project.conftest import ROOT
from tests.project.documented_installation import HOST, Installation, commands, file, until

PASSWORD = "old guard in square"


class Browser:
    """A browser that asks nginx over https, with cookies."""

    def __init__(self, installation: Installation) -> None:
        self.port = installation.ports["443"]
        self.context = ssl.create_default_context(cafile=str(installation.folder / "tls" / "fullchain.pem"))
        self.cookies: dict[str, str] = {}

    def open(self, method: str, path: str, body: str = "", **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPSConnection(HOST, timeout=60)
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        connection.sock = self.context.wrap_socket(plain, server_hostname=HOST)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        common = {"Cookie": cookie, "Referer": f"https://{HOST}/", "X-CSRFToken": self.cookies.get("csrftoken", "")}
        connection.request(method, path, body or None, {**common, **headers})
        answer = connection.getresponse()
        for line in answer.headers.get_all("Set-Cookie", []):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def create_administrator(self, link: str, name: str) -> None:
        """Open the link of `administrator_link` and create the account, which is then signed in."""
        assert link.startswith(f"https://{HOST}/first/"), link
        path = link.removeprefix(f"https://{HOST}")
        page = self.open("GET", path).read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token, page
        word = PASSWORD.replace(" ", "+")
        form = f"username={name}&email=&password1={word}&password2={word}&csrfmiddlewaretoken={token[1]}"
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        assert self.open("POST", path, form, **kind).status == 302
        assert self.open("GET", path).status == 404

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return what the API answers."""
        text = "" if body is None else json.dumps(body)
        answer = self.open(method, f"/api/v1/{path}", text, **{"Content-Type": "application/json"})
        said = answer.read()
        assert answer.status < 300, said
        return json.loads(said)

    def play(self, battle: str) -> int:
        """Wait for the player's turn and play one action; return the number of the last line of the feed."""
        now: Any = {}

        def my_turn() -> bool:
            now.update(self.ask("GET", battle))
            return bool(now["may_act"])

        until(my_turn, "the player's turn")
        options = self.ask("GET", f"{battle}/options?words=false")
        action = options["options"][0]["actions"][0]["action"]
        deed = {"action": action, "expect": options["n"], "token": str(uuid.uuid4())}
        return int(self.ask("POST", f"{battle}/act", deed)["n"])


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    """An installation as the document says, with the tables made; its link is for the first administrator."""
    if lack := documented_installation.lacking():
        pytest.skip(f"the installation of operating.md is not tried: {lack}")
    made = Installation(tmp_path)
    try:
        made.run(next(line for line in commands("Install", having="apt install") if "createdb" in line))
        for line in commands("Install", having="openssl"):
            if "chown" in line or "bin/muster" in line or "setup" in line or "check" in line:
                continue  # nobody else is on this machine, the packages are installed, and `.ci/run` checks
            made.link = made.run(line).strip()
        yield made
    finally:
        made.close()


@pytest.mark.long
def test_two_web_processes_and_a_worker_behind_nginx_serve_a_battle_and_a_backup_comes_back(
    installation: Installation,
) -> None:
    (start,) = [line for line in commands("Services", having="systemctl") if "enable" in line]
    installation.systemctl(start)
    installation.start_nginx()
    installation.ready()
    assert documented_installation.status(f"http://127.0.0.1:{installation.ports['8001']}/healthz") == 200
    browser = Browser(installation)
    assert browser.open("GET", "/metrics").status == 404
    browser.create_administrator(installation.link, "berthier")
    assert browser.open("GET", "/operator/").status == 200

    setup = {"source": "sample:easy_napoleonics", "seats": {"b": "computer:recruit"}}
    battle = f"battles/{browser.ask('POST', 'battles', setup)['slug']}"
    hears_of_an_act_in_the_other_process(installation, browser, battle)

    (saving,) = commands("Backup and restore", having="muster backup")
    installation.run(saving)
    (copy,) = (installation.folder / "var" / "backups").iterdir()
    installation.backup = copy.name
    said = [installation.run(line) for line in commands("Backup and restore", having="rehearsal")]
    assert any("no problem found" in text for text in said), said

    browser.play(battle)
    for line in commands("Backup and restore", having="systemctl"):
        (installation.systemctl if line.startswith("systemctl") else installation.run)(line)
    installation.ready()
    assert browser.ask("GET", f"{battle}/verify")["sound"]
    assert browser.play(battle) > 0


def hears_of_an_act_in_the_other_process(installation: Installation, browser: Browser, battle: str) -> None:
    """Follow a battle in one web process while an act is played in the other, both through the proxy."""
    stream = browser.open("GET", f"/api/v1/{battle}/live")
    assert stream.getheader("Content-Type") == "text/event-stream"
    holders = [name for name in ("8001", "8002") if installation.metrics(name)["muster_streams_open battle_api"]]
    assert len(holders) == 1
    (other,) = {"8001", "8002"} - set(holders)
    for _ in range(12):
        options_and_act = installation.metrics(other)["muster_requests_admitted_total requests"]
        n = browser.play(battle)
        heard(stream, n)
        if installation.metrics(other)["muster_requests_admitted_total requests"] > options_and_act:
            return
    raise AssertionError("the proxy gave no act to the other process")


def heard(stream: http.client.HTTPResponse, n: int) -> None:
    """Read the stream until it has told of line ``n``; a stream that is held back fails by its time limit."""
    while True:
        line = stream.readline().decode()
        assert line, "the stream has ended"
        if line.startswith("id:") and int(line[3:]) >= n:
            return


def test_the_table_of_settings_names_every_setting_and_no_other() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)`( \*)? \|", documented_installation.DOCUMENT, re.MULTILINE)
    source = (ROOT / "campaign" / "project" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'\benv\.\w+\("([A-Z_]+)"', source)) | {"MUSTER_VAR"}
    secrets = set(re.findall(r'\benv\.(?:secret|token)\("([A-Z_]+)"', source))
    assert [name for name, _ in rows] == sorted(read)
    assert {name for name, star in rows if star} == secrets
    assert {name for name in settings.KNOWN if not name.endswith("_FILE")} == {
        name for name in read if name.startswith("MUSTER_")
    }


def test_the_environment_of_the_document_is_made_of_known_settings() -> None:
    names = [line.partition("=")[0] for line in file("/etc/muster/environment").splitlines()]
    rows = re.findall(r"^\| `([A-Z_]+)`", documented_installation.DOCUMENT, re.MULTILINE)
    assert {name.removesuffix("_FILE") for name in names} <= set(rows)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_units_are_understood_by_systemd(tmp_path: Path) -> None:
    names = ["muster@.service", "muster-worker@.service", "muster-backup.service", "muster-backup.timer"]
    for name in names:
        text = file(f"/etc/systemd/system/{name}").replace("User=muster", "User=root")
        (tmp_path / name).write_text(text.replace("/usr/bin/python3", shutil.which("sh") or ""), encoding="utf-8")
    words = ["systemd-analyze", "verify", *(str(tmp_path / name) for name in names)]
    ran = subprocess.run(words, capture_output=True, text=True)
    ours = [line for line in (ran.stdout + ran.stderr).splitlines() if "muster" in line]
    assert ours == []
    assert ran.returncode == 0, ran.stderr


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed")
def test_the_caddyfile_is_understood_by_caddy(tmp_path: Path) -> None:
    (tmp_path / "Caddyfile").write_text(file("/etc/caddy/Caddyfile"), encoding="utf-8")
    words = ["caddy", "adapt", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile"]
    ran = subprocess.run(words, capture_output=True, text=True, env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"})
    assert ran.returncode == 0, ran.stderr
    assert '"reverse_proxy"' in ran.stdout
